import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { World } from "../../e2e/support/world.ts";
import { FileManagerClient, hashOf } from "../../server/src/gateway/testing/file-manager-client.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { judged, median, type Row, unmeasured, withRange } from "../table.ts";
import { grantFiles, type Login, nameOf, run, signInSeconds } from "./ssh-files.ts";

/** The part of `sftp` through the gateway that is to be reached. */
const share = 0.5;

/** Small files a second, and seconds for a long folder. */
const smallFilesTarget = 300;
const listingTarget = 1.5;

/** How much one request carries, in bytes, and requests at a time, as the console has them. */
const piece = 8 * 1024 * 1024;
const concurrency = 4;

/** The file's size in outputs of other rows. */
const largeFile = 4;

/** Files in the browser: one large file against `sftp` through the gateway, many small ones, and a long folder. */
export async function measureFileManager(fixtures: Fixtures): Promise<Row[]> {
  if (fixtures.worldMissing !== null)
    return [unmeasured("file manager", fixtures.worldMissing, ">= 0.5 of sftp")];
  const world = await fixtures.startWorld();
  const folder = await mkdtemp(path.join(tmpdir(), "bench-manager-"));
  try {
    await chmod(folder, 0o777);
    await grantFiles(world);
    const { outputBytes, rounds, listedFiles } = fixtures.sizes;
    const content = randomBytes(largeFile * outputBytes);
    await writeFile(path.join(folder, "source"), content, { mode: 0o644 });
    const client = await openManager(world);
    const login: Login = {
      port: world.product.sshPort,
      login: `${world.username}@${world.sshd.username}@${await nameOf(world)}@127.0.0.1`,
      secret: world.password,
      key: null,
      cipher: "chacha20-poly1305@openssh.com",
    };
    const rows = await large({ client, folder, content, login, rounds: Math.min(rounds, 3) });
    rows.push(await small(client, folder, Math.max(100, Math.round(listedFiles / 50))));
    rows.push(await listing(client, folder, listedFiles));
    await client.close();
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
    await world.close();
  }
}

async function openManager({ user, hostId, sshd, product }: World): Promise<FileManagerClient> {
  const token = await user.post("/api/v1/authentication/connection-token/", {
    asset: hostId,
    account: sshd.username,
    protocol: "sftp",
    connect_method: "web_sftp",
  });
  const headers = { cookie: user.cookies, origin: product.url };
  return FileManagerClient.open({ url: product.url, token: token.id, headers });
}

interface Large {
  readonly client: FileManagerClient;
  readonly folder: string;
  readonly content: Buffer;
  readonly login: Login;
  readonly rounds: number;
}

async function large({ client, folder, content, login, rounds }: Large): Promise<Row[]> {
  const megabytes = content.length / 1e6;
  const idle = await signInSeconds(login);
  const seconds = async (work: () => Promise<unknown>): Promise<number> => {
    const started = performance.now();
    await work();
    return (performance.now() - started) / 1000;
  };
  const ways = {
    up: {
      sftp: `put ${folder}/source ${folder}/there`,
      ours: () => upload(client, folder, "ours", content),
    },
    down: {
      sftp: `get ${folder}/source ${folder}/here`,
      ours: () => client.call("file", { target: hashOf(`${folder}/source`) }),
    },
  };
  const rows: Row[] = [];
  for (const [way, { sftp, ours }] of Object.entries(ways)) {
    const plain: number[] = [];
    const through: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      plain.push(megabytes / ((await run(login, sftp)) - idle));
      through.push(megabytes / (await seconds(ours)));
    }
    const ratio = median(through) / median(plain);
    rows.push(
      judged(
        `file manager ${way}, ${Math.round(megabytes)} MB`,
        withRange(through, 0, "MB/s"),
        `>= ${share} of sftp`,
        ratio >= share,
        { beside: `sftp ${withRange(plain, 0, "MB/s")}`, ratio },
      ),
    );
  }
  return rows;
}

async function upload(
  client: FileManagerClient,
  folder: string,
  name: string,
  content: Buffer,
): Promise<void> {
  for (let at = 0; at === 0 || at < content.length; at += piece) {
    const { body } = await client.call(
      "write",
      { target: hashOf(folder), name, at, total: content.length, mode: "replace" },
      { method: "PUT", body: new Uint8Array(content.subarray(at, at + piece)) },
    );
    if (body.written === undefined) throw new Error(`an upload ended: ${JSON.stringify(body)}`);
  }
}

async function small(client: FileManagerClient, folder: string, count: number): Promise<Row> {
  await client.call("mkdir", { target: hashOf(folder), name: "small" });
  const content = randomBytes(1000);
  const names = Array.from({ length: count }, (_, index) => `file ${index}`);
  const started = performance.now();
  const send = async (): Promise<void> => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      await upload(client, `${folder}/small`, name, content);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, send));
  const rate = (count * 1000) / (performance.now() - started);
  return judged(
    `file manager, ${count} files of 1 kB`,
    `${Math.round(rate)} files/s`,
    `>= ${smallFilesTarget} files/s`,
    rate >= smallFilesTarget,
  );
}

async function listing(client: FileManagerClient, folder: string, count: number): Promise<Row> {
  const long = path.join(folder, "long");
  await mkdir(long, { mode: 0o755 });
  execFileSync("sh", ["-c", `seq ${count} | xargs touch`], { cwd: long });
  const started = performance.now();
  const { entries } = await client.list(hashOf(long));
  const seconds = (performance.now() - started) / 1000;
  if (entries.size !== count) throw new Error(`${entries.size} of ${count} entries were listed`);
  return judged(
    `file manager, a folder of ${count} entries`,
    `${seconds.toFixed(2)} s`,
    `< ${listingTarget} s`,
    seconds < listingTarget,
  );
}
