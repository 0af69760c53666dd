import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fileKeyRing, fixedKeyRing, formatKeyFile, keyFileAge, parseKeyFile } from "./key-ring.ts";
import { createSecretBox } from "./secret-box.ts";

const [older, newer] = [randomBytes(32), randomBytes(48)];

describe("keys of an installation", () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "sallyport-keys-"));
    path = join(folder, "secret.key");
  });
  afterEach(() => {
    vi.useRealTimers();
    rmSync(folder, { recursive: true, force: true });
  });

  it("are written one a line and read back", () => {
    expect(parseKeyFile(formatKeyFile([newer, older]))).toEqual([newer, older]);
    for (const text of ["", "\n", "short", `${formatKeyFile([newer])}c2hvcnQ=\n`]) {
      expect(() => parseKeyFile(text)).toThrow();
    }
  });

  it("have names that tell nothing of them", () => {
    const { id, bytes } = fixedKeyRing(newer).current();
    expect(id).toMatch(/^[\w-]{8}$/);
    expect(bytes.toString("base64url")).not.toContain(id);
    expect(fixedKeyRing(newer).current().id).toBe(id);
    expect(fixedKeyRing(older).current().id).not.toBe(id);
  });

  it("open what any of them sealed, and the first one seals", () => {
    const before = createSecretBox(fixedKeyRing(older));
    const sealed = before.seal("secret", "here");
    const both = createSecretBox(fixedKeyRing(newer, older));
    expect(both.open(sealed, "here")).toBe("secret");
    expect([both.isCurrent(sealed), before.isCurrent(sealed)]).toEqual([false, true]);
    const anew = both.seal("secret", "here");
    expect(() => before.open(anew, "here")).toThrow(/sealed with the key/);
    expect(createSecretBox(fixedKeyRing(newer)).open(anew, "here")).toBe("secret");
  });

  it("follow their file: a process sees a new one within its age, and at once when it meets what it sealed", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    writeFileSync(path, formatKeyFile([older]));
    const box = createSecretBox(fileKeyRing(path, [older]));
    const sealedBefore = box.seal("one", "here");
    writeFileSync(path, formatKeyFile([newer, older]));
    const elsewhere = createSecretBox(fixedKeyRing(newer)).seal("two", "here");
    expect(box.open(elsewhere, "here")).toBe("two");
    vi.advanceTimersByTime(keyFileAge);
    expect(createSecretBox(fixedKeyRing(newer)).open(box.seal("three", "here"), "here")).toBe("three");
    expect(box.open(sealedBefore, "here")).toBe("one");
    writeFileSync(path, formatKeyFile([newer]));
    vi.advanceTimersByTime(keyFileAge);
    expect(() => box.open(sealedBefore, "here")).toThrow();
  });

  it("stay while their file cannot be read", () => {
    const box = createSecretBox(fileKeyRing(path, [older]));
    expect(box.open(box.seal("secret", "here"), "here")).toBe("secret");
    writeFileSync(path, "damaged");
    expect(box.open(createSecretBox(fixedKeyRing(older)).seal("secret", "here"), "here")).toBe("secret");
  });

  it("open values of before keys had names", () => {
    const sealed = createSecretBox(fixedKeyRing(older)).seal("secret", "here");
    const nameless = `v1.${sealed.split(".")[2]}`;
    expect(createSecretBox(fixedKeyRing(newer, older)).open(nameless, "here")).toBe("secret");
    expect(() => createSecretBox(fixedKeyRing(newer)).open(nameless, "here")).toThrow();
  });
});
