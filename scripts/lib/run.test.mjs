import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";

const runner = pathToFileURL(join(import.meta.dirname, "run.mjs")).href;

/** A process that runs a program by `run`; the program writes its pid, then waits to be ended. */
function start() {
  const program = `process.stdout.write(process.pid + "\\n"); setInterval(() => undefined, 1000)`;
  const code = `import { run } from "${runner}";
    await run(process.execPath, ["-e", ${JSON.stringify(program)}]);
    process.stdout.write("went on");`;
  return spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

describe("a program that is run", () => {
  it.each(["SIGTERM", "SIGHUP"])("ends before the one that runs it, when that gets %s", async (signal) => {
    const outer = start();
    const said = [];
    outer.stdout.on("data", (part) => said.push(part));
    const over = once(outer, "close");
    await once(outer.stdout, "data");
    const inner = Number(Buffer.concat(said));
    expect(inner).toBeGreaterThan(1);
    outer.kill(signal);
    expect(await over).toEqual([null, signal]);
    expect(() => process.kill(inner, 0)).toThrow("ESRCH");
    expect(Buffer.concat(said).toString()).toBe(`${inner}\n`);
  });
});
