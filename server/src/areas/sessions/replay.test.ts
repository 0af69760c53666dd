import { randomUUID } from "node:crypto";
import { appendFile, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { GatewayPorts, SessionRecord } from "../../gateway/ports.ts";
import { createGatewayPorts } from "../../gateway-ports.ts";
import { createTestProduct, type TestCaller, type TestProduct } from "../../testing/product.ts";
import { resolveRecording } from "../../transport/recording/path.ts";
import { RecordingWriter } from "../../transport/recording/writer.ts";
import { createWorld, type World } from "../permissions/testing/world.ts";
import { sessionRecord } from "./testing/session-record.ts";

const organizationId = "00000000-0000-0000-0000-000000000002";
let product: TestProduct;
let world: World;
let ports: GatewayPorts;
let admin: TestCaller;
let mei: TestCaller;
let otherOrganization: string;

beforeAll(async () => {
  product = await createTestProduct();
  await product.createUser({ username: "mei", name: "mei" });
  world = await createWorld(product.database.db, organizationId);
  ports = await createGatewayPorts(product.services);
  admin = product.administrator;
  mei = await product.signIn(world.ids.mei as string);
  otherOrganization = (await admin.call("POST", "orgs/orgs/", { name: "Elsewhere" })).body.id;
});
afterAll(() => product.close());

async function open(): Promise<SessionRecord> {
  const session = sessionRecord(world);
  await ports.sessions.open(session);
  return session;
}

const elsewhere = () => ({ "x-jms-org": otherOrganization });

async function recorded(): Promise<SessionRecord> {
  const session = await open();
  const file = resolveRecording(product.services.config.dataFolder, session.recordingPath ?? "");
  const writer = await RecordingWriter.create(
    file,
    {
      id: session.id,
      started: session.dateStart.toISOString(),
      columns: 80,
      rows: 24,
      title: "admin@front",
      charset: "utf-8",
    },
    product.services.secrets,
  );
  writer.add("o", Buffer.from("hello 世界\r\n"));
  const recording = await writer.close();
  await ports.sessions.finish(session.id, {
    dateEnd: new Date("2026-05-04T10:01:00Z"),
    hasReplay: true,
    recordingPath: session.recordingPath,
    recording,
    reason: "target_closed",
  });
  return session;
}

test("is described, played and downloaded", async () => {
  const session = await recorded();
  const { body } = await admin.call("GET", `terminal/sessions/${session.id}/replay/`);
  expect(body).toMatchObject({
    type: "asciicast",
    src: `/media/replay/2026-05-04/${session.id}.cast.gz`,
    user: "mei(mei)",
    asset: "front(front.example)",
    account: "admin(admin)",
    download_url: `/api/v1/terminal/sessions/${session.id}/replay/download/`,
  });
  const plain = await admin.call("GET", body.src);
  const lines = plain.text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines[0]).toMatchObject({ version: 2, width: 80, height: 24 });
  expect(lines[1]).toEqual([expect.any(Number), "o", "hello 世界\r\n"]);
  const compressed = await product.app.fastify.inject({
    url: body.src,
    headers: { cookie: `jms_sessionid=${admin.cookies.jms_sessionid}`, "accept-encoding": "br, gzip" },
  });
  expect(compressed.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(compressed.rawPayload).toString()).toBe(plain.text);
  const archive = await product.app.fastify.inject({
    url: body.download_url,
    headers: { cookie: `jms_sessionid=${admin.cookies.jms_sessionid}` },
  });
  expect(archive.headers["content-disposition"]).toBe(`attachment; filename*=UTF-8''${session.id}.tar`);
  const members = untar(archive.rawPayload);
  expect([...members.keys()]).toEqual([`${session.id}.cast.gz`, `${session.id}.json`]);
  expect(gunzipSync(members.get(`${session.id}.cast.gz`) as Buffer).toString()).toBe(plain.text);
  expect(JSON.parse(String(members.get(`${session.id}.json`)))).toMatchObject({
    id: session.id,
    user: "mei(mei)",
  });
  const { rows } = await sql<{ action: string }>`
    select action from operate_logs where resource_id = ${session.id} order by datetime`.execute(
    product.database.db,
  );
  expect(rows.map(({ action }) => action)).toEqual(["view", "view", "download"]);
});

test("is recorded whichever way it is read", async () => {
  const session = await recorded();
  const values: Record<string, string> = { day: "2026-05-04", file: `${session.id}.cast.gz` };
  const reads = product.app.routes.filter(({ method, path }) => method === "GET" && path.includes("/:"));
  const { cookies } = admin;
  const told = async (): Promise<number> => {
    const { rows } = await sql`select from operate_logs where resource_id = ${session.id}`.execute(
      product.database.db,
    );
    return rows.length;
  };
  const ways: string[] = [];
  const silent: string[] = [];
  for (const { path } of reads) {
    const before = await told();
    const { rawPayload } = await product.app.fastify.inject({
      url: path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? session.id),
      headers: { cookie: `jms_sessionid=${cookies.jms_sessionid}`, "x-jms-org": organizationId },
    });
    if (!holdsRecording(rawPayload)) continue;
    ways.push(path);
    if ((await told()) === before) silent.push(path);
  }
  expect(ways.sort()).toEqual([
    "/api/v1/sallyport/replays/:id/asciicast/",
    "/api/v1/sallyport/replays/:id/text/",
    "/api/v1/sallyport/sessions/:id/evidence/",
    "/api/v1/terminal/sessions/:id/replay/download/",
    "/media/replay/:day/:file",
  ]);
  expect(silent).toEqual([]);
});

test("needs its permission in the session's organization", async () => {
  const session = await recorded();
  const src = `/media/replay/2026-05-04/${session.id}.cast.gz`;
  for (const url of [
    src,
    `terminal/sessions/${session.id}/replay/`,
    `terminal/sessions/${session.id}/replay/download/`,
  ]) {
    expect((await mei.call("GET", url)).status).toBe(403);
    expect((await product.anonymous.call("GET", url)).status).toBe(401);
  }
  expect(
    (await admin.call("GET", `terminal/sessions/${session.id}/replay/`, undefined, elsewhere())).status,
  ).toBe(404);
  // The address says nothing of the organization; the session's own counts.
  expect((await admin.call("GET", src, undefined, elsewhere())).status).toBe(200);
});

test("what cannot be played is told so", async () => {
  const running = await open();
  const { status, body } = await admin.call("GET", `terminal/sessions/${running.id}/replay/`);
  expect([status, body.error]).toEqual([404, expect.stringContaining("still running")]);
  await ports.sessions.failed(running.id, "refused");
  expect((await admin.call("GET", `terminal/sessions/${running.id}/replay/`)).status).toBe(404);
  for (const name of [
    `${randomUUID()}.cast.gz`,
    "..%2f..%2fsecret.key",
    "x.cast.gz",
    `${running.id}.replay.gz`,
  ]) {
    expect((await admin.call("GET", `/media/replay/2026-05-04/${name}`)).status).toBe(404);
  }
  const session = await recorded();
  expect((await admin.call("GET", `/media/replay/2020-01-01/${session.id}.cast.gz`)).status).toBe(404);
  const file = join(product.services.config.dataFolder, session.recordingPath ?? "");
  const answers = async () => {
    const urls = [
      `terminal/sessions/${session.id}/replay/`,
      `terminal/sessions/${session.id}/replay/download/`,
      `/media/replay/2026-05-04/${session.id}.cast.gz`,
    ];
    return Promise.all(urls.map(async (url) => (await admin.call("GET", url)).status));
  };
  expect(await answers()).toEqual([200, 200, 200]);
  const { size } = await stat(file);
  await truncate(file, size - 60);
  expect((await answers()).slice(0, 2)).toEqual([400, 400]);
  await appendFile(file, "tampered ".repeat(20));
  expect(await answers()).toEqual([400, 400, 400]);
});

/** Whether an answer shows what `recorded` said, as it stands or compressed in an archive. */
function holdsRecording(answer: Buffer): boolean {
  if (answer.includes("hello 世界")) return true;
  const compressed = answer.indexOf(Buffer.from([0x1f, 0x8b, 0x08]));
  if (compressed < 0) return false;
  const members = compressed === 0 ? [answer] : [...untar(answer).values()];
  return members.some((member) => member[0] === 0x1f && gunzipSync(member).includes("hello 世界"));
}

function untar(archive: Buffer): Map<string, Buffer> {
  const members = new Map<string, Buffer>();
  for (let at = 0; at < archive.length && archive[at] !== 0; ) {
    const name = archive.toString("utf8", at, at + 100).replace(/\0.*$/s, "");
    const size = Number.parseInt(archive.toString("latin1", at + 124, at + 135), 8);
    members.set(name, archive.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return members;
}
