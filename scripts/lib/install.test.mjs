import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isInstalled } from "./install.mjs";

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sallyport-install-"));
  mkdirSync(join(folder, "node_modules"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name, packages) {
  writeFileSync(join(folder, name), JSON.stringify({ packages }));
}

const wanted = {
  "": { version: "0.1.0" },
  server: { version: "0.1.0" },
  "node_modules/@sallyport/server": { link: true },
  "node_modules/fastify": { version: "5.0.0" },
  "node_modules/other-system": { version: "1.0.0", optional: true },
};

test("without npm's record, or with another version, packages have to be installed", () => {
  write("package-lock.json", wanted);
  expect(isInstalled(folder)).toBe(false);
  write("node_modules/.package-lock.json", { "node_modules/fastify": { version: "4.0.0" } });
  expect(isInstalled(folder)).toBe(false);
  write("node_modules/.package-lock.json", {});
  expect(isInstalled(folder)).toBe(false);
});

test("packages of other systems may be absent", () => {
  write("package-lock.json", wanted);
  write("node_modules/.package-lock.json", { "node_modules/fastify": { version: "5.0.0" } });
  expect(isInstalled(folder)).toBe(true);
});
