import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { environmentOn, findOtherNodes } from "./other-nodes.mjs";

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sallyport-nodes-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A program that says it is that version of Node. */
function program(path, version) {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\necho ${version}\n`);
  chmodSync(file, 0o755);
  return file;
}

it("finds the newest of each supported version beside the running one, wherever it was installed", () => {
  program("home/.nvm/versions/node/v22.9.0/bin/node", "v22.9.0");
  const newest = program("home/.nvm/versions/node/v22.11.0/bin/node", "v22.11.0");
  program("home/.nvm/versions/node/v23.1.0/bin/node", "v23.1.0");
  const named = program("bin/node24", "v24.1.0");
  const env = {
    HOME: join(folder, "home"),
    PATH: join(folder, "bin"),
    RUNNER_TOOL_CACHE: join(folder, "none"),
  };
  expect(findOtherNodes(env, "20.20.2")).toEqual({
    found: [
      { version: "22.11.0", program: newest },
      { version: "24.1.0", program: named },
    ],
    absent: [],
  });
  expect(findOtherNodes(env, "24.0.0").found).toEqual([{ version: "22.11.0", program: newest }]);
});

it("says which are not there, and takes no other program for a Node", () => {
  const broken = program("tools/broken", "no version");
  const listed = program("tools/node", "v22.1.0");
  const env = {
    HOME: join(folder, "nobody"),
    PATH: "",
    RUNNER_TOOL_CACHE: join(folder, "none"),
    SALLYPORT_NODES: [broken, listed, join(folder, "missing")].join(delimiter),
  };
  expect(findOtherNodes(env, "20.20.2")).toEqual({
    found: [{ version: "22.1.0", program: listed }],
    absent: [24],
  });
  expect(findOtherNodes({ ...env, SALLYPORT_NODES: "" }, "22.1.0")).toEqual({ found: [], absent: [24] });
});

it("has what is started by the name of node run on the other one", () => {
  const other = program("other/node24", "v24.9.0");
  const env = environmentOn(other, join(folder, "named"), process.env);
  expect(execFileSync("node", ["--version"], { env, encoding: "utf8" }).trim()).toBe("v24.9.0");
  const newer = program("newer/node24", "v24.10.0");
  environmentOn(newer, join(folder, "named"), process.env);
  expect(execFileSync("sh", ["-c", "node --version"], { env, encoding: "utf8" }).trim()).toBe("v24.10.0");
});
