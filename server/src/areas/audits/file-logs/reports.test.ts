import { createHash, randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestProduct, type TestCaller, type TestProduct } from "../../../testing/product.ts";
import { roleIds } from "../../roles/index.ts";
import { writeFileLogs } from "./write.ts";

const path = "audits/ftp-logs/";
let product: TestProduct;
let component: TestCaller;
let other: TestCaller;
let impostor: TestCaller;

beforeAll(async () => {
  product = await createTestProduct();
  const system_roles = [roleIds.systemComponent];
  const make = async (username: string, isService: boolean) => {
    const { id } = await product.createUser({ username, name: username, system_roles });
    await sql`update users set is_service_account = ${isService} where id = ${id}`.execute(
      product.database.db,
    );
    return product.signIn(id);
  };
  component = await make("gate", true);
  other = await make("lion", true);
  impostor = await make("eve", false);
});
afterAll(() => product?.close());

const report = (changes: Record<string, unknown> = {}) => ({
  user: "Mei(mei)",
  remote_addr: "192.0.2.7",
  asset: "web(192.0.2.1)",
  account: "root(root)",
  operate: "upload",
  filename: "/srv/plan.txt",
  ...changes,
});

async function upload(caller: TestCaller, id: string, content: Buffer, name = "file") {
  const boundary = "b0undary";
  const payload = Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="x"\r\n\r\n`),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const { jms_sessionid: session, jms_csrftoken: csrf } = caller.cookies;
  const answer = await product.app.fastify.inject({
    method: "POST",
    url: `/api/v1/${path}${id}/upload/`,
    payload,
    headers: {
      "content-type": `multipart/form-data; boundary=${boundary}`,
      cookie: `jms_sessionid=${session}; jms_csrftoken=${csrf}`,
      "x-csrftoken": csrf ?? "",
    },
  });
  return { status: answer.statusCode, body: answer.json() };
}

test("a component tells of a transfer, and people tell of none", async () => {
  for (const person of [product.administrator, impostor])
    expect((await person.call("POST", path, report())).status).toBe(403);
  const id = randomUUID();
  const { status, body } = await component.call("POST", path, report({ id, operate: { value: "rename" } }));
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({ id, filename: "/srv/plan.txt", is_success: true, has_file: false }),
  ]);
  const listed = await product.administrator.call("GET", `${path}${id}/`);
  expect(listed.body).toMatchObject({ operate: { value: "rename" }, state: { value: "complete" } });
  const { body: org } = await product.administrator.call("POST", "orgs/orgs/", { name: "Elsewhere" });
  const there = await component.call("POST", path, report({ org_id: org.id }));
  expect([there.status, there.body.org_id]).toEqual([201, org.id]);
  expect((await component.call("PATCH", `${path}${there.body.id}/`, { filename: "/b" })).status).toBe(200);
  const again = await component.call("POST", path, report({ id }));
  expect([again.status, Object.keys(again.body)]).toEqual([400, ["id"]]);
});

test("what is no report is refused field by field", async () => {
  const wrong: readonly (readonly [Record<string, unknown>, string])[] = [
    [{ user: "" }, "user"],
    [{ user: "x".repeat(129) }, "user"],
    [{ operate: "mkfs" }, "operate"],
    [{ filename: "\0" }, "filename"],
    [{ filename: undefined }, "filename"],
    [{ is_success: "perhaps" }, "is_success"],
    [{ id: "1" }, "id"],
    [{ org_id: randomUUID() }, "org_id"],
    [{ org_id: 5 }, "org_id"],
  ];
  for (const [changes, field] of wrong) {
    const { status, body } = await component.call("POST", path, report(changes));
    expect([field, status, Object.keys(body)]).toEqual([field, 400, [field]]);
  }
  expect((await component.call("POST", path, [report()])).status).toBe(400);
});

test("it changes what it has told itself, and brings the copy once", async () => {
  const { body: made } = await component.call("POST", path, report());
  const url = `${path}${made.id}/`;
  expect((await other.call("PATCH", url, { is_success: false })).status).toBe(404);
  const failed = await component.call("PATCH", url, { is_success: false, has_file: true });
  expect(failed.body).toMatchObject({ is_success: false, has_file: false, state: { value: "failed" } });
  await component.call("PATCH", url, { is_success: true });

  const content = randomBytes(300_000);
  expect((await upload(other, made.id, content)).status).toBe(404);
  expect((await upload(product.administrator, made.id, content)).status).toBe(403);
  expect((await upload(component, made.id, content, "data")).status).toBe(400);
  await product.configure({ FTP_FILE_MAX_STORE: 0 });
  expect((await upload(component, made.id, content)).status).toBe(400);
  await product.configure({ FTP_FILE_MAX_STORE: 100 });
  const kept = await upload(component, made.id, content);
  expect(kept).toEqual({ status: 201, body: { url: `/api/v1/${path}${made.id}/file/download/` } });
  expect((await upload(component, made.id, content)).status).toBe(400);
  const { body } = await product.administrator.call("GET", url);
  const sha256 = createHash("sha256").update(content).digest("hex");
  expect(body).toMatchObject({ has_file: true, size: content.length, sha256 });
  const file = await product.app.fastify.inject({
    url: kept.body.url,
    headers: { cookie: `jms_sessionid=${product.administrator.cookies.jms_sessionid}` },
  });
  expect(file.rawPayload.equals(content)).toBe(true);
});

test("records of the own gateways are nobody's to change", async () => {
  const id = randomUUID();
  await writeFileLogs(product.services.db, [
    {
      ...{ id, organizationId: "00000000-0000-0000-0000-000000000002", sessionId: randomUUID() },
      ...{ userId: randomUUID(), user: "Ada(ada)", remoteAddress: "10.1.2.3", assetId: randomUUID() },
      ...{ asset: "web", account: "root", operate: "upload", filename: "/x", dateStart: new Date() },
      ...{ dateEnd: null, state: "running", reason: "", size: null, sha256: null, copy: null },
    },
  ]);
  expect((await component.call("PATCH", `${path}${id}/`, { is_success: false })).status).toBe(404);
  expect((await upload(component, id, Buffer.from("x"))).status).toBe(404);
  expect((await component.call("POST", path, report({ id }))).status).toBe(400);
});
