import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { accountOf, directOptions, gatewayOptions } from "../fixtures/ssh-clients.ts";
import { startServerOf } from "../fixtures/ssh-test-bed.ts";
import { inMilliseconds, judged, median, type Row, unmeasured } from "../table.ts";
import { certificateSignIns, certifiedSessions } from "./ssh-certificate-sign-ins.ts";

/** How much longer than directly a channel may take to open. */
const limit = 2;

/** What a channel is opened for. */
const kinds = [
  { name: "a command", options: [] },
  { name: "a terminal", options: ["-tt"] },
] as const;

/**
 * Opening a channel of a client that is signed in (`ControlMaster`), from the start of `ssh` to the first byte of a
 * program's output: through the gateway, recorded, and straight at the target, in turns. Beside it, signing in by certificate,
 * at the gateway and at the target.
 */
export async function measureSshChannels(fixtures: Fixtures): Promise<Row[]> {
  const target = `<= ${limit.toFixed(2)} x direct`;
  if (fixtures.worldMissing !== null) return [unmeasured("ssh channels", fixtures.worldMissing, target)];
  const testBed = await fixtures.startSshTestBed(true);
  const server = await startServerOf("aes128-gcm@openssh.com");
  const folder = await mkdtemp(path.join(tmpdir(), "bench-channels-"));
  try {
    const login = await testBed.addHost(server.port, accountOf(server));
    const direct = await startMaster(path.join(folder, "direct"), directOptions(server));
    const ours = await startMaster(path.join(folder, "ours"), gatewayOptions(testBed, login));
    const rows: Row[] = [];
    for (const { name, options } of kinds) {
      const [plain, through]: [number[], number[]] = [[], []];
      for (let round = -3; round < fixtures.sizes.channels; round += 1) {
        const pair = [await firstByte(direct, options), await firstByte(ours, options)] as const;
        // The first ones warm up.
        if (round < 0) continue;
        plain.push(pair[0]);
        through.push(pair[1]);
      }
      const ratio = median(through) / median(plain);
      rows.push(
        judged(`ssh channel opened for ${name}`, inMilliseconds(median(through)), target, ratio <= limit, {
          beside: `direct ${inMilliseconds(median(plain))}`,
          ratio,
        }),
      );
    }
    for (const master of [direct, ours]) await master.end();
    rows.push(
      ...(await certificateSignIns(testBed, fixtures.sizes.channels)),
      ...(await certifiedSessions(testBed, fixtures.sizes.channels)),
    );
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
    await server.stop();
    await testBed.close();
  }
}

/** A client that is signed in and lends its connection. */
interface Master {
  /** Options of `ssh` that open a channel on it. */
  readonly options: readonly string[];
  end(): Promise<void>;
}

async function startMaster(control: string, options: readonly string[]): Promise<Master> {
  const shared = ["-o", `ControlPath=${control}`, ...options];
  const child = spawn("ssh", ["-M", "-N", ...shared], { stdio: "ignore" });
  const ended = once(child, "exit");
  while ((await statusOf(["-O", "check", ...shared])) !== 0) {
    if (child.exitCode !== null) throw new Error(`nobody signed in: ssh ${options.join(" ")}`);
    await sleep(50);
  }
  return {
    options: shared,
    end: async () => {
      await statusOf(["-O", "exit", ...shared]);
      await ended;
    },
  };
}

async function statusOf(args: readonly string[]): Promise<number | null> {
  const [code] = (await once(spawn("ssh", [...args], { stdio: "ignore" }), "close")) as [number | null];
  return code;
}

/** Milliseconds until a program's first byte; what follows has ended before this settles. */
async function firstByte({ options }: Master, more: readonly string[]): Promise<number> {
  const began = performance.now();
  const child = spawn("ssh", [...more, ...options, "echo here"], { stdio: ["ignore", "pipe", "ignore"] });
  const closed = once(child, "close");
  await Promise.race([once(child.stdout, "data"), closed]);
  const taken = performance.now() - began;
  const [code] = (await closed) as [number | null];
  if (code !== 0) throw new Error(`a channel ended with ${code}`);
  return taken;
}
