import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestProduct, type TestCaller, type TestProduct } from "../../../testing/product.ts";
import { type S3TestServer, startS3Server } from "../../../testing/s3-server.ts";
import { checkStoragesJob } from "./keep-recordings.ts";

let product: TestProduct;
let admin: TestCaller;
let server: S3TestServer;
const url = "terminal/replay-storages/";

beforeAll(async () => {
  [product, server] = await Promise.all([createTestProduct(), startS3Server()]);
  admin = product.administrator;
});
afterAll(() => Promise.all([product.close(), server.close()]));
beforeEach(() => {
  delete server.faults.refuse;
});

const meta = (changes: Record<string, unknown> = {}) => ({
  BUCKET: server.bucket,
  ACCESS_KEY: server.accessKey,
  SECRET_KEY: server.secretKey,
  ENDPOINT: server.endpoint,
  ...changes,
});

let number = 0;
async function made(changes: Record<string, unknown> = {}) {
  number += 1;
  const sent = { name: `storage ${number}`, type: "s3", meta: meta(), ...changes };
  const answer = await admin.call("POST", url, sent);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

const tested = async (id: string) => (await admin.call("GET", `${url}${id}/test-connective/`)).body;

test("a storage is made, tested, changed and deleted; its secret is never read again", async () => {
  const storage = await made({ comment: "offsite" });
  expect(storage).toMatchObject({
    type: { value: "s3", label: "S3" },
    meta: { BUCKET: server.bucket, ACCESS_KEY: server.accessKey, ENDPOINT: server.endpoint },
    is_default: false,
    comment: "offsite",
  });
  expect(await tested(storage.id)).toEqual({ is_valid: true, msg: "The storage is working." });
  const same = await admin.call("PATCH", `${url}${storage.id}/`, {
    id: "3f0c6d0e-0000-4000-8000-000000000000",
  });
  expect(same.body.id).toBe(storage.id);
  // What is left out stays, the secret too.
  const changed = await admin.call("PATCH", `${url}${storage.id}/`, {
    meta: { BUCKET: "other", SECRET_KEY: "" },
  });
  expect(changed.body.meta).toEqual({ ...storage.meta, BUCKET: "other" });
  expect((await tested(storage.id)).msg).toBe("The bucket or container does not exist.");
  await admin.call("PATCH", `${url}${storage.id}/`, { meta: { BUCKET: server.bucket, SECRET_KEY: "wrong" } });
  expect(await tested(storage.id)).toMatchObject({ is_valid: false });
  const list = await admin.call("GET", url);
  const { rows } = await sql<{ kept: string }>`
    select (to_jsonb(s) || jsonb_build_object('logs', (select jsonb_agg(to_jsonb(o)) from operate_logs o)))::text as kept
    from replay_storages s where id = ${storage.id}
  `.execute(product.database.db);
  for (const text of [JSON.stringify(storage), list.text, rows[0]?.kept])
    expect(text).not.toContain(server.secretKey);
  expect((await admin.call("DELETE", `${url}${storage.id}/`)).status).toBe(204);
});

test("what a type needs is asked for, by field", async () => {
  const errors = async (sent: Record<string, unknown>) => {
    const { status, body } = await admin.call("POST", url, { name: "refused", ...sent });
    expect(status).toBe(400);
    return Object.keys(Array.isArray(body.meta) ? body : (body.meta ?? body));
  };
  expect(await errors({ type: "s3" })).toEqual(["meta"]);
  expect(await errors({ type: "s3", meta: {} })).toEqual(["BUCKET", "ENDPOINT"]);
  expect(await errors({ type: "swift", meta: meta() })).toEqual(["REGION"]);
  expect(await errors({ type: "azure", meta: { ACCOUNT_KEY: "not base64!" } })).toEqual([
    "CONTAINER_NAME",
    "ACCOUNT_NAME",
    "ACCOUNT_KEY",
  ]);
  for (const ENDPOINT of [
    "http://host/path",
    "http://user:pass@host",
    "http://host?a=b",
    "http://",
    "ftp://host",
  ]) {
    expect(await errors({ type: "s3", meta: meta({ ENDPOINT }) })).toEqual(["ENDPOINT"]);
  }
  expect(await errors({ type: "server", meta: {} })).toEqual(["type"]);
  expect(await errors({ type: "tape", meta: {} })).toEqual(["type"]);
  expect(
    (await made({ type: "obs", meta: meta({ ENDPOINT: "obs.cn-east-3.example/path" }) })).type.value,
  ).toBe("obs");
  expect((await made({ type: "swift", meta: meta({ REGION: "r" }) })).meta).toMatchObject({
    PROTOCOL: "http",
  });
});

test("the form of each type is described", async () => {
  const children = async (type: string) =>
    (await admin.call("OPTIONS", `${url}?type=${type}`)).body.actions.POST.meta.children;
  expect(Object.keys(await children("s3"))).toEqual(["BUCKET", "ACCESS_KEY", "SECRET_KEY", "ENDPOINT"]);
  expect(Object.keys(await children("azure"))).toEqual([
    "CONTAINER_NAME",
    "ACCOUNT_NAME",
    "ACCOUNT_KEY",
    "ENDPOINT_SUFFIX",
  ]);
  const { id } = await made();
  const { body } = await admin.call("OPTIONS", `${url}${id}/`);
  expect(Object.keys(body.actions.PUT.meta.children)).toContain("BUCKET");
});

test("one storage is the default, and gateways without one of their own follow it", async () => {
  const { rows } = await sql<{ id: string }>`
    insert into terminals (name, type, created_by) values ('gateway-s', 'koko', 'System') returning id
  `.execute(product.database.db);
  const gateway = `terminal/terminals/${rows[0]?.id}/`;
  const storageOf = async () => (await admin.call("GET", gateway)).body.replay_storage;
  expect(await storageOf()).toBe("default");
  const [first, second] = [await made({ is_default: true }), await made()];
  expect(await storageOf()).toBe(first.name);
  await admin.call("PATCH", gateway, { replay_storage: second.id });
  expect(await storageOf()).toBe(second.name);
  expect((await admin.call("PATCH", gateway, { replay_storage: "none" })).body).toEqual({
    replay_storage: ["Not found."],
  });
  const refused = async (id: string) => {
    const { status, body } = await admin.call("DELETE", `${url}${id}/`);
    expect(status).toBe(400);
    return body.msg;
  };
  expect(await refused(first.id)).toMatch(/default storage/);
  expect(await refused(second.id)).toMatch(/gateway uses/);
  await admin.call("PATCH", gateway, { replay_storage: first.name });
  expect((await admin.call("DELETE", `${url}${second.id}/`)).status).toBe(204);
  expect((await admin.call("PATCH", `${url}${first.id}/`, { is_default: false })).status).toBe(400);
  const builtIn = (await admin.call("GET", `${url}?name=default`)).body[0];
  expect(await refused(builtIn.id)).toMatch(/built in/);
  expect((await admin.call("PATCH", `${url}${builtIn.id}/`, { name: "other" })).status).toBe(400);
  expect((await admin.call("PATCH", `${url}${builtIn.id}/`, { is_default: true })).status).toBe(200);
  expect(await storageOf()).toBe("default");
});

test("subscribers hear at night of storages that do not work", async () => {
  const { db } = product.database;
  await sql`delete from replay_storages where type not in ('server', 'null')`.execute(db);
  const me = (await admin.call("GET", "users/profile/")).body.id;
  const subscription = "notifications/system-msg-subscription/StorageConnectivityMessage/";
  expect(
    (await admin.call("PATCH", subscription, { users: [me], receive_backends: ["site_msg"] })).status,
  ).toBe(200);
  await made({ name: "works" });
  await made({ name: "does not", meta: meta({ SECRET_KEY: "wrong" }) });
  await checkStoragesJob.run(product.services, null, {
    number: 1,
    isLast: true,
    signal: new AbortController().signal,
  });
  const { rows } = await sql<{ subject: string; message: string }>`
    select subject, message from site_messages order by date_created desc limit 1
  `.execute(db);
  expect(rows[0]?.subject).toBe("Storage cannot be used");
  expect(rows[0]?.message).toContain("does not (S3)");
  expect(rows[0]?.message).toContain("The storage refuses the keys");
  expect(rows[0]?.message).not.toContain("works (S3)");
});
