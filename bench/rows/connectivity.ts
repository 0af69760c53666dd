import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { buildWorld, linuxPlatform, type World } from "../../e2e/support/world.ts";
import type { OpenSshServer } from "../../server/src/engine/testing/openssh.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import type { Sizes } from "../sizes.ts";
import { judged, median, type Row, unmeasured, withRange } from "../table.ts";
import { measureJobs } from "./jobs.ts";

const target = ">= 0.7 x ssh";

// As many targets as one execution works on at once.
const parallel = 10;

/** Rounds of this comparison at most: each takes ten seconds and more. */
const maxRounds = 3;

/**
 * Connectivity tests of one local SSH server, as many hosts as are asked for, against the same number of plain `ssh`
 * run by `xargs`, in turns. The product's time goes from the request until the execution is finished: queue, orders,
 * results and log are in it. The jobs of people run on the same hosts.
 */
export async function measureConnectivity(fixtures: Fixtures): Promise<Row[]> {
  if (fixtures.worldMissing !== null)
    return [unmeasured("connectivity tests", fixtures.worldMissing, target)];
  // Of its own: what the others measure must not grow by these hosts.
  const { product } = await fixtures.startDataset();
  try {
    const world = await buildWorld(product);
    try {
      const assets = await createHosts(world, fixtures.sizes.tested);
      return [
        ...(await measureTests(world, assets, fixtures.sizes)),
        ...(await measureJobs(world, assets, fixtures.sizes)),
      ];
    } finally {
      await world.close();
    }
  } finally {
    await product.dispose();
  }
}

async function measureTests(
  world: World,
  assets: readonly string[],
  { rounds, tested }: Sizes,
): Promise<Row[]> {
  // The first one pins the host keys.
  await productSeconds(world, assets);
  const plain: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round < Math.min(rounds, maxRounds); round += 1) {
    plain.push(tested / (await plainSeconds(world.sshd, tested)));
    ours.push(tested / (await productSeconds(world, assets)));
  }
  const ratio = median(ours) / median(plain);
  return [
    judged(
      `connectivity tests, ${tested} hosts, ${parallel} at once`,
      withRange(ours, 0, "/s"),
      target,
      ratio >= 0.7,
      { beside: `xargs ssh ${withRange(plain, 0, "/s")}`, ratio },
    ),
  ];
}

async function createHosts({ admin, sshd }: World, count: number): Promise<string[]> {
  const run = Math.random().toString(36).slice(2, 8);
  const created = await admin.post(
    `/api/v1/assets/hosts/?platform=${linuxPlatform}`,
    Array.from({ length: count }, (_, at) => ({
      name: `tested-${run}-${at}`,
      address: "127.0.0.1",
      platform: { pk: linuxPlatform },
      protocols: [{ name: "ssh", port: sshd.port }],
      accounts: [
        {
          name: sshd.username,
          username: sshd.username,
          secret_type: "ssh_key",
          secret: sshd.privateKey,
          push_now: false,
        },
      ],
    })),
  );
  return created.map(({ id }: { id: string }) => id);
}

async function productSeconds({ admin }: World, assets: readonly string[]): Promise<number> {
  const started = performance.now();
  const { task } = await admin.post("/api/v1/assets/assets/tasks/", { action: "test", assets });
  for (;;) {
    const { state, result } = await admin.get(
      `/api/v1/ops/celery/task/main.tasks/task-execution/${task}/result/`,
    );
    if (state === "SUCCESS" || state === "FAILURE" || state === "REVOKED") {
      if (result?.success !== assets.length)
        throw new Error(`tests failed: ${state} ${JSON.stringify(result)}`);
      return (performance.now() - started) / 1000;
    }
    await sleep(20);
  }
}

async function plainSeconds(sshd: OpenSshServer, count: number): Promise<number> {
  const options = [
    "StrictHostKeyChecking=no",
    "UserKnownHostsFile=/dev/null",
    "LogLevel=ERROR",
    "BatchMode=yes",
  ];
  const started = performance.now();
  const child: ChildProcess = spawn(
    "xargs",
    [
      ...[
        "-P",
        String(parallel),
        "-I",
        "{}",
        "ssh",
        "-n",
        "-i",
        sshd.privateKeyFile,
        "-p",
        String(sshd.port),
      ],
      ...options.flatMap((option) => ["-o", option]),
      ...[`${sshd.username}@127.0.0.1`, "echo {}"],
    ],
    { stdio: ["pipe", "ignore", "inherit"] },
  );
  child.stdin?.end(Array.from({ length: count }, (_, at) => `${at}\n`).join(""));
  const [status] = await once(child, "exit");
  if (status !== 0) throw new Error("plain ssh failed");
  return (performance.now() - started) / 1000;
}
