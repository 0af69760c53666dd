import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { World } from "../../e2e/support/world.ts";
import type { OpenSshServer } from "../../server/src/engine/testing/openssh.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import type { Sizes } from "../sizes.ts";
import { inMilliseconds, judged, median, type Row, unmeasured, withRange } from "../table.ts";

/**
 * The browser terminal against plain `ssh` on the same loopback server, in turns: throughput of large output
 * through an acknowledging client, recorded on the way, and the latency of a keystroke.
 */
export async function measureTerminal(fixtures: Fixtures): Promise<Row[]> {
  if (fixtures.worldMissing !== null) return [unmeasured("terminal", fixtures.worldMissing, ">= 50 MB/s")];
  const { sizes } = fixtures;
  const world = await fixtures.world();
  const folder = await mkdtemp(path.join(tmpdir(), "bench-terminal-"));
  try {
    await chmod(folder, 0o755);
    const file = await writeOutput(folder, sizes.outputBytes);
    return [await throughput(world, file, sizes), await latency(world, sizes.keystrokes)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes so much of what a terminal is sent, as everybody may read it. @returns the file */
export async function writeOutput(folder: string, bytes: number): Promise<string> {
  const file = path.join(folder, "output");
  await writeFile(file, sampleOutput(bytes), { mode: 0o644 });
  return file;
}

async function throughput(world: World, file: string, { outputBytes, rounds }: Sizes): Promise<Row> {
  const plain: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    plain.push(outputBytes / 1e6 / (await plainSeconds(world.sshd, file, outputBytes)));
    ours.push(outputBytes / 1e6 / (await productSeconds(world, file, outputBytes)));
  }
  const target = Math.min(50, median(plain) / 2);
  return judged(
    `terminal output, ${Math.round(outputBytes / 1e6)} MB`,
    withRange(ours, 0, "MB/s"),
    `>= ${target.toFixed(0)} MB/s`,
    median(ours) >= target,
    { beside: `plain ssh ${withRange(plain, 0, "MB/s")}`, ratio: median(ours) / median(plain) },
  );
}

async function latency(world: World, keystrokes: number): Promise<Row> {
  const direct = await openPlain(world.sshd, "stty raw -echo; echo ready; cat");
  const plain: number[] = [];
  const ours: number[] = [];
  const arrived: { resolve: () => void } = { resolve: () => undefined };
  direct.stdout?.on("data", () => arrived.resolve());
  const terminal = await world.connect({ keep: false, onOutput: () => arrived.resolve() });
  terminal.type("stty raw -echo; echo rea''dy; cat\r");
  await terminal.see("ready\n");
  await sleep(500);
  const press = async (send: () => void): Promise<number> => {
    const echoed = new Promise<void>((resolve) => {
      arrived.resolve = resolve;
    });
    const pressed = performance.now();
    send();
    await echoed;
    return performance.now() - pressed;
  };
  for (let at = 0; at < keystrokes; at += 1) {
    plain.push(await press(() => direct.stdin?.write("x")));
    ours.push(await press(() => terminal.type("x")));
    // A person does not type without a pause; a busy loop would hide timers in the way.
    await sleep(2);
  }
  direct.kill();
  await terminal.close();
  const added = median(ours) - median(plain);
  return judged("keystroke, added to plain ssh", inMilliseconds(added), "< 2 ms", added < 2, {
    beside: `${inMilliseconds(median(ours))} against ssh ${inMilliseconds(median(plain))}`,
    ratio: median(ours) / median(plain),
  });
}

async function plainSeconds(sshd: OpenSshServer, file: string, bytes: number): Promise<number> {
  const child = await openPlain(sshd, `stty raw; echo ready; read x; cat ${file}`);
  let received = 0;
  const done = new Promise<void>((resolve) => {
    child.stdout?.on("data", (data: Buffer) => {
      received += data.length;
      if (received >= bytes) resolve();
    });
  });
  const started = performance.now();
  child.stdin?.write("\n");
  await done;
  const seconds = (performance.now() - started) / 1000;
  child.kill();
  return seconds;
}

/**
 * How long a terminal takes for the output of a file, in seconds.
 *
 * @param beside what goes on in the session meanwhile; answers what ends it
 */
export async function productSeconds(
  world: World,
  file: string,
  bytes: number,
  beside?: (sessionId: string) => Promise<() => Promise<void>>,
): Promise<number> {
  const terminal = await world.connect({ keep: false });
  terminal.type(`stty raw -echo; echo rea''dy; read x; cat ${file}; echo do''ne\r`);
  await terminal.see("ready\n");
  const end = await beside?.(terminal.sessionId);
  const started = performance.now();
  terminal.type("\n");
  await terminal.see("done\n", 300_000);
  const seconds = (performance.now() - started) / 1000;
  await end?.();
  if (terminal.received < bytes) throw new Error("output was lost");
  await terminal.close();
  return seconds;
}

/** Runs a command by plain `ssh` in a terminal, and waits until it says `ready`. */
export async function openPlain(sshd: OpenSshServer, command: string): Promise<ChildProcess> {
  const options = [
    "StrictHostKeyChecking=no",
    "UserKnownHostsFile=/dev/null",
    "LogLevel=ERROR",
    "BatchMode=yes",
  ];
  const child = spawn(
    "ssh",
    [
      "-tt",
      "-i",
      sshd.privateKeyFile,
      "-p",
      String(sshd.port),
      ...options.flatMap((option) => ["-o", option]),
      `${sshd.username}@127.0.0.1`,
      command,
    ],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  await new Promise<void>((resolve, reject) => {
    child.once("exit", () => reject(new Error("plain ssh ended")));
    let said = "";
    child.stdout?.on("data", function listen(data: Buffer) {
      said += data.toString();
      if (!said.includes("ready")) return;
      child.stdout?.off("data", listen);
      resolve();
    });
  });
  return child;
}

/** Lines as logs and listings print them, with colours. */
function sampleOutput(bytes: number): Buffer {
  const lines: string[] = [];
  let size = 0;
  for (let at = 0; size < bytes; at += 1) {
    const id = Math.abs(Math.sin(at) * 1e9).toString(36);
    const line = `\u001b[32m${at}\u001b[0m ${id} GET /api/v1/assets/hosts/${at * 7919}/ 200 ${at % 977}ms\r\n`;
    lines.push(line);
    size += line.length;
  }
  return Buffer.from(lines.join("")).subarray(0, bytes);
}
