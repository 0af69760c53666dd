import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { World } from "../../e2e/support/world.ts";
import { ZmodemPage } from "../../server/src/gateway/testing/zmodem-page.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { median, noted, type Row, unmeasured, withRange } from "../table.ts";
import { grantFiles, type Login, nameOf, run, signInSeconds } from "./ssh-files.ts";

/** A part of the output of other rows: a terminal carries a file in small pieces. */
const part = 4;

/**
 * Files over ZMODEM between a page and the real `sz` and `rz`, beside SFTP through the same gateway: what the protocol
 * costs in a terminal.
 */
export async function measureZmodem(fixtures: Fixtures): Promise<Row[]> {
  const missing = fixtures.worldMissing ?? (existsSync("/usr/bin/rz") ? null : "lrzsz is not installed");
  if (missing !== null) return [unmeasured("files over ZMODEM", missing, "a figure")];
  const world = await fixtures.startWorld();
  const folder = await mkdtemp(path.join(tmpdir(), "bench-zmodem-"));
  try {
    await chmod(folder, 0o777);
    await grantFiles(world);
    const content = randomBytes(Math.ceil(fixtures.sizes.outputBytes / part));
    await writeFile(path.join(folder, "source"), content, { mode: 0o644 });
    const ways = { download: [] as number[], upload: [] as number[], sftp: [] as number[] };
    const login = await loginOf(world);
    const idle = await signInSeconds(login);
    const perSecond = (seconds: number) => content.length / 1e6 / seconds;
    for (let round = 0; round < Math.min(fixtures.sizes.rounds, 3); round += 1) {
      ways.download.push(perSecond(await download(world, folder)));
      ways.upload.push(perSecond(await upload(world, folder, content)));
      ways.sftp.push(perSecond((await run(login, `get ${folder}/source ${folder}/here`)) - idle));
    }
    const sftp = median(ways.sftp);
    return (["download", "upload"] as const).map((way) =>
      noted(
        `ZMODEM ${way} by a page, ${Math.round(content.length / 1e6)} MB`,
        withRange(ways[way], 1, "MB/s"),
        {
          beside: `sftp ${withRange(ways.sftp, 0, "MB/s")}`,
          ratio: median(ways[way]) / sftp,
        },
      ),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
    await world.close();
  }
}

async function loginOf(world: World): Promise<Login> {
  const { username, password, sshd, product } = world;
  return {
    port: product.sshPort,
    login: `${username}@${sshd.username}@${await nameOf(world)}@127.0.0.1`,
    secret: password,
    key: null,
    cipher: "chacha20-poly1305@openssh.com",
  };
}

/** A shell in a folder, and the page it is shown in. */
async function open({ connect, product, user }: World, folder: string) {
  const client = await connect({ transfers: true });
  client.type(`PS1='ready> '; cd ${folder}; clear\r`);
  await client.see(/ready> $/);
  const page = new ZmodemPage(client, {
    url: product.url,
    headers: { cookie: user.cookies, origin: product.url },
  });
  return { client, page };
}

async function download(world: World, folder: string): Promise<number> {
  const { client, page } = await open(world, folder);
  client.type("sz source\r");
  await page.agree();
  const { transfer, file } = await page.next("offered");
  const started = performance.now();
  await (await page.request(transfer, file)).arrayBuffer();
  await page.next("finished");
  const seconds = (performance.now() - started) / 1000;
  await client.close();
  return seconds;
}

async function upload(world: World, folder: string, content: Buffer): Promise<number> {
  const { client, page } = await open(world, folder);
  client.type("rz -y\r");
  const transfer = await page.agree();
  const started = performance.now();
  await page.send(transfer, [{ name: "sent", size: content.length, modified: 0, content }]);
  const seconds = (performance.now() - started) / 1000;
  await client.close();
  return seconds;
}
