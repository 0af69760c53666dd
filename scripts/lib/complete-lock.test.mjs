import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { missingOptionalPackages } from "./complete-lock.mjs";
import { root } from "./paths.mjs";

test("packages of other systems that a mirror did not have are named with their system", () => {
  const packages = {
    "node_modules/tool": {
      version: "1.0.0",
      dev: true,
      optionalDependencies: { "@tool/linux-x64": "1.0.0", "@tool/win32-arm64-msvc": "^1.0.0" },
    },
    "node_modules/tool/node_modules/@tool/linux-x64": { version: "1.0.0" },
  };
  expect(missingOptionalPackages(packages)).toEqual({
    "node_modules/@tool/win32-arm64-msvc": {
      version: "1.0.0",
      cpu: ["arm64"],
      os: ["win32"],
      dev: true,
      optional: true,
    },
  });
});

test("the committed lock file is complete; if not, run node scripts/complete-lock.mjs", () => {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  expect(Object.keys(missingOptionalPackages(packages))).toEqual([]);
});
