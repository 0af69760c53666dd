import { execFile, execFileSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unprivilegedId } from "../../../engine/process/index.ts";
import { bundleAlone, type TestBundle } from "../../../engine/testing/bundle.ts";
import { isMissing } from "../../../testing/ssh-gateway.ts";
import { corpusScript, gotThrough } from "./testing/run-corpus.ts";

const run = promisify(execFile);

/** Who starts it: where the tests are root, an account that is not. */
const id = unprivilegedId();
const person = id === null ? {} : { uid: id, gid: id };

function hasUserNamespaces(): boolean {
  try {
    execFileSync("unshare", ["--map-root-user", "--mount", "--net", "true"], { ...person, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** In a user namespace it is called root, without any privilege, and outside the account that started it. */
const harmless: readonly string[] = ["files of root", "being root", "privileges of a set-uid program"];

describe.skipIf(isMissing("unshare") || !hasUserNamespaces())("the sandbox of an ordinary user", () => {
  let bundle: TestBundle;
  beforeAll(async () => {
    bundle = await bundleAlone(join(import.meta.dirname, "testing/sandbox.fixture.ts"), []);
  });
  afterAll(() => bundle?.remove());
  const inSandbox = async (script: string): Promise<string> => {
    const options = { ...person, cwd: "/", maxBuffer: 67_108_864 };
    return (await run(process.execPath, [bundle.script, script], options)).stdout;
  };

  test("lets no attempt of the corpus out", async () => {
    const through = gotThrough(await inSandbox(corpusScript)).filter(({ name }) => !harmless.includes(name));
    expect(through).toEqual([]);
  }, 60_000);

  test("has no privilege, and is nobody else than who started it", async () => {
    const said = await inSandbox("grep -E '^Cap(Prm|Eff|Bnd):' /proc/self/status; cat /proc/self/uid_map");
    const lines = said.trim().split("\n");
    expect(lines.slice(0, 3).map((line) => line.split("\t")[1])).toEqual(Array(3).fill("0000000000000000"));
    expect(lines[3]?.trim().split(/\s+/)).toEqual(["0", String(id ?? process.getuid?.()), "1"]);
  }, 60_000);
});
