import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fixedKeyRing } from "./key-ring.ts";
import { createSecretBox } from "./secret-box.ts";

const box = createSecretBox(fixedKeyRing(randomBytes(32)));

describe("the secret box", () => {
  it("opens what it sealed, only in the same place and with the same key", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (plain, context) => {
        const text = Buffer.from(plain).toString();
        const sealed = box.seal(text, context);
        expect(box.open(sealed, context)).toBe(text);
        expect(() => box.open(sealed, `${context}!`)).toThrow();
        expect(() => createSecretBox(fixedKeyRing(randomBytes(32))).open(sealed, context)).toThrow();
      }),
      { numRuns: 50 },
    );
  });

  it("seals the same text differently each time and notices every changed byte", () => {
    const sealed = box.seal("secret", "here");
    expect(box.seal("secret", "here")).not.toBe(sealed);
    const [version, id, body = ""] = sealed.split(".");
    const bytes = Buffer.from(body, "base64url");
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => box.open(`${version}.${id}.${changed.toString("base64url")}`, "here")).toThrow();
    }
    expect(() => box.open("plain", "here")).toThrow();
  });
});
