import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { GatewayPorts, SessionCommandEntry } from "../../../../gateway/ports.ts";
import { createGatewayPorts } from "../../../../gateway-ports.ts";
import { testCertificate } from "../../../../testing/certificate.ts";
import { createTestProduct, type TestCaller, type TestProduct } from "../../../../testing/product.ts";
import { SearchIndex } from "../../../../testing/search-server/search-index.ts";
import { type SearchTestServer, startSearchServer } from "../../../../testing/search-server.ts";
import { createWorld, type World } from "../../../permissions/testing/world.ts";
import { checkStoragesJob } from "../../storages/keep-recordings.ts";
import { sessionRecord } from "../../testing/session-record.ts";
import { deliverCommands } from "../deliver-commands.ts";
import { commandRetention } from "../purge-commands.ts";

const url = "terminal/command-storages/";
let product: TestProduct;
let admin: TestCaller;
let server: SearchTestServer;
let ports: GatewayPorts;
let world: World;
let terminal: string;
let database: string;

beforeAll(async () => {
  [product, server] = await Promise.all([createTestProduct(), startSearchServer()]);
  admin = product.administrator;
  for (const username of ["mei", "tom"]) await product.createUser({ username, name: username });
  world = await createWorld(product.database.db, "00000000-0000-0000-0000-000000000002");
  ports = await createGatewayPorts(product.services);
  terminal = (await admin.call("GET", "terminal/terminals/")).body[0].id;
  database = (await admin.call("GET", `${url}?name=default`)).body[0].id;
});
afterAll(() => Promise.all([product.close(), server.close()]));
afterEach(() => {
  for (const name of Object.keys(server.faults)) delete server.faults[name as keyof typeof server.faults];
  server.version = { number: "8.15.0" };
});

let number = 0;
const meta = (changes: Record<string, unknown> = {}) => {
  number += 1;
  return { HOSTS: [server.host], INDEX: `Commands-${number}`, ...changes };
};
const sent = (changes: Record<string, unknown> = {}) => ({
  name: `search ${number}`,
  type: "es",
  meta: meta(changes),
});

async function made(changes: Record<string, unknown> = {}) {
  const answer = await admin.call("POST", `${url}?type=es`, sent(changes));
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

const use = async (storage: string) =>
  expect(
    (await admin.call("PATCH", `terminal/terminals/${terminal}/`, { command_storage: storage })).status,
  ).toBe(200);

const entry = (input: string, changes: Partial<SessionCommandEntry> = {}): SessionCommandEntry => ({
  ...{ id: randomUUID(), input, output: "", riskLevel: 0, source: "screen", date: new Date() },
  ...changes,
});

async function run(...commands: readonly SessionCommandEntry[]): Promise<string> {
  const session = sessionRecord(world);
  await ports.sessions.open(session);
  await ports.sessions.storeCommands(session.id, commands);
  return session.id;
}

/** Tries again at once what a pause would delay. */
const retry = async () => {
  await sql`update command_storages set date_next = now()`.execute(product.database.db);
  await sql`update command_deliveries set date_next = now()`.execute(product.database.db);
  await deliverCommands(product.services);
};

const list = async (id: string, query = "") =>
  (await admin.call("GET", `terminal/commands/?command_storage_id=${id}${query}`)).body;
const inputs = (rows: readonly { input: string }[]) => rows.map(({ input }) => input);
const state = async (id: string) => (await admin.call("GET", `${url}${id}/`)).body;

describe("a search storage", () => {
  test("is made, tested, changed and deleted; its password is never read again", async () => {
    const storage = await made();
    const shown = server.host.replace(encodeURIComponent(server.password), "******");
    expect(storage).toMatchObject({
      type: { value: "es", label: "Elasticsearch" },
      meta: {
        HOSTS: [shown],
        INDEX: `commands-${number}`,
        INDEX_BY_DATE: false,
        IGNORE_VERIFY_CERTS: false,
        DOC_TYPE: "_doc",
      },
      is_default: false,
      waiting: 0,
      problem: "",
    });
    const tested = async () => (await admin.call("GET", `${url}${storage.id}/test-connective/`)).body;
    expect(await tested()).toEqual({ is_valid: true, msg: "The storage is working." });
    // What is shown can be sent back, and what is left out stays.
    const changed = await admin.call("PATCH", `${url}${storage.id}/`, {
      meta: { HOSTS: [shown], INDEX: "other" },
    });
    expect(changed.body.meta).toEqual({ ...storage.meta, INDEX: "other" });
    expect((await admin.call("PATCH", `${url}${storage.id}/`, { name: "renamed" })).body.name).toBe(
      "renamed",
    );
    expect((await tested()).is_valid).toBe(true);
    // But not to send the password somewhere else.
    const elsewhere = shown.replace("127.0.0.1", "127.0.0.2");
    const refused = await admin.call("PATCH", `${url}${storage.id}/`, { meta: { HOSTS: [elsewhere] } });
    expect([refused.status, Object.keys(refused.body.meta)]).toEqual([400, ["HOSTS"]]);
    for (const [status, said] of [
      [503, "The storage is busy or has an internal error."],
      [507, "The storage is full."],
      [404, expect.any(String)],
    ] as const) {
      server.faults.refuse = status;
      expect(await tested()).toEqual({ is_valid: false, msg: said });
    }
    delete server.faults.refuse;
    const { rows } = await sql<{ kept: string }>`
      select (to_jsonb(s) || jsonb_build_object('logs', (select jsonb_agg(to_jsonb(o)) from operate_logs o)))::text as kept
      from command_storages s where id = ${storage.id}
    `.execute(product.database.db);
    const files = await admin.call("GET", url, undefined, { accept: "text/csv" });
    for (const text of [
      JSON.stringify(changed.body),
      (await admin.call("GET", url)).text,
      files.text,
      rows[0]?.kept,
    ]) {
      expect(text).not.toContain(encodeURIComponent(server.password));
      expect(text).not.toContain(server.password);
    }
    expect((await admin.call("DELETE", `${url}${storage.id}/`)).status).toBe(204);
  });

  test("that does not work is not saved, and says why", async () => {
    const failure = async (changes: Record<string, unknown>) => {
      const { status, body } = await admin.call("POST", url, sent(changes));
      return [status, body.code, body.detail];
    };
    const invalid = [400, "invalid_elasticsearch"];
    expect(await failure({ HOSTS: [server.host.replace("sallyport:", "other:")] })).toEqual([
      ...invalid,
      "The storage refuses the user name or password, or the user does not have read and write access.",
    ]);
    expect(await failure({ HOSTS: ["http://127.0.0.1:1"] })).toEqual([
      ...invalid,
      expect.stringContaining("reached"),
    ]);
    server.version = { number: "6.8.23" };
    expect(await failure({})).toEqual([...invalid, expect.stringContaining("Elasticsearch 7")]);
    server.version = { number: "2.17.0", distribution: "opensearch" };
    await made({});
    // An index that something else has made is left alone.
    const { INDEX } = meta();
    server.indices.set(
      INDEX.toLowerCase(),
      new SearchIndex({ mappings: { properties: { user: { type: "text" } } } }),
    );
    expect(await failure({ INDEX })).toEqual([
      ...invalid,
      expect.stringContaining("created by something else"),
    ]);
    const fields = async (changes: Record<string, unknown>) =>
      Object.keys((await admin.call("POST", url, sent(changes))).body.meta);
    expect(await fields({ HOSTS: [] })).toEqual(["HOSTS"]);
    for (const host of [
      "search:9200",
      "ftp://search:9200",
      "http://search:9200/path",
      "http://search:port",
    ]) {
      expect(await fields({ HOSTS: [host] })).toEqual(["HOSTS"]);
    }
    for (const INDEX of ["a b", "../x", "_all", "a,b", "*"])
      expect(await fields({ INDEX })).toEqual(["INDEX"]);
  });

  test("answers at the next address where one is away, and over TLS nobody vouches for if asked to", async () => {
    await made({ HOSTS: ["http://127.0.0.1:1", server.host] });
    const secure = await startSearchServer(testCertificate);
    try {
      const untrusted = await admin.call("POST", url, sent({ HOSTS: [secure.host] }));
      expect(untrusted.body.detail).toBe("The certificate of the storage is not trusted.");
      await made({ HOSTS: [secure.host], IGNORE_VERIFY_CERTS: true });
    } finally {
      await secure.close();
    }
  });
});

describe("commands", () => {
  test("are found there as in the database, page by page, by organization and in files", async () => {
    const storage = await made({ INDEX_BY_DATE: true });
    await use(storage.name);
    const at = (second: number) => ({ date: new Date(Date.UTC(2026, 4, 4, 23, 59, 50 + second)) });
    const session = await run(
      entry("ls -la /srv", { ...at(0), output: "total 0" }),
      entry("cat 中文文件.txt", at(1)),
      entry("grep 'a*b?' C:\\dir", { ...at(2), source: "marks" }),
      entry("DROP TABLE users", { ...at(11), riskLevel: 5 }),
      entry(`echo ${"x".repeat(1900)} needle`, { ...at(12), riskLevel: 4 }),
      entry("rm -rf /srv", { ...at(12), riskLevel: 5, by: "tom(tom)" }),
    );
    await deliverCommands(product.services);
    expect(
      [...server.indices.keys()].filter((name) => name.startsWith(`commands-${number}-2026-05`)).sort(),
    ).toEqual([`commands-${number}-2026-05-04`, `commands-${number}-2026-05-05`]);
    const both = `&session_id=${session}`;
    const ids: string[] = (await list(database, both)).map(({ id }: { id: string }) => id);
    expect(ids).toHaveLength(6);
    const queries = [
      "",
      "&order=timestamp",
      "&order=-risk_level,timestamp",
      "&user=tom",
      "&user=MEI",
      "&user=m_i",
      "&input=NEEDLE",
      "&input=ta",
      "&input=中文",
      "&input=文",
      "&input=*",
      "&input=?%27",
      "&input=%5C",
      "&search=srv rm",
      "&search=srv,-la",
      "&asset=front(front.example)",
      "&asset=front",
      "&account=admin(admin)",
      "&risk_level=5",
      "&risk_level=9",
      "&source=marks",
      "&source=odd",
      "&session=odd",
      "&date_from=2026-05-05T00:00:00Z",
      "&date_to=2026-05-04T23:59:51Z",
      "&date_from=2026-05-04T23:59:51Z&date_to=2026-05-05T00:00:01Z",
      `&ids=${ids[1]},${ids[4]}`,
      "&ids=odd",
      "&limit=2&offset=3",
      "&limit=10&offset=9",
      "&spm=odd",
      `&session_id=${randomUUID()}`,
    ];
    for (const query of queries) {
      const wanted = `${query.includes("session") ? "" : both}${query}`;
      const told = await list(storage.id, wanted);
      const strip = (body: unknown) =>
        JSON.stringify(body).replaceAll(storage.id, "").replaceAll(database, "");
      expect(strip(told), query).toBe(strip(await list(database, wanted)));
    }
    const csv = async (id: string) =>
      (
        await admin.call("GET", `terminal/commands/?command_storage_id=${id}${both}`, undefined, {
          accept: "text/csv",
        })
      ).text;
    expect(await csv(storage.id)).toBe(await csv(database));
    const spm = (await admin.call("POST", "common/resources/cache/", { resources: [ids[2]] })).body.spm;
    expect(await list(storage.id, `&spm=${spm}`)).toMatchObject([{ id: ids[2] }]);
    const other = (await admin.call("POST", "orgs/orgs/", { name: "Elsewhere" })).body.id;
    for (const path of [`terminal/commands/?command_storage_id=${storage.id}`, `${url}tree/`]) {
      const { body } = await admin.call("GET", path, undefined, { "x-jms-org": other });
      expect(
        path.includes("tree") ? body.find(({ id }: { id: string }) => id === storage.id).name : body,
      ).toEqual(path.includes("tree") ? `${storage.name}(Elasticsearch)(0)` : []);
    }
  });

  test("lists that are longer than a cluster counts are read to their end", async () => {
    const storage = await made();
    const index = server.indices.get(storage.meta.INDEX);
    const org_id = "00000000-0000-0000-0000-000000000002";
    const write = (from: number, until: number) => {
      for (let at = from; at < until; at += 1) {
        const id = `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;
        index?.write(id, {
          ...{ id, org_id, session: id, user: "mei", asset: "front", account: "root", input: `run ${at}` },
          ...{ command: `run ${at}`, output: "", risk_level: 0, source: "screen" },
          "@timestamp": "2026-05-04T10:00:00.000Z",
        });
      }
    };
    write(0, 1100);
    const whole = inputs(await list(storage.id));
    expect([whole.length, new Set(whole).size]).toEqual([1100, 1100]);
    write(1100, 10_010);
    const page = await list(storage.id, "&limit=3&offset=10005");
    expect([page.count, ...inputs(page.results)]).toEqual([10_010, "run 10005", "run 10006", "run 10007"]);
    expect((await list(storage.id, "&limit=3&offset=20000")).results).toEqual([]);
  });

  test("wait here while the storage is away, and are there once in the end", async () => {
    const storage = await made();
    await use(storage.id);
    server.faults.refuse = 503;
    const first = await run(entry("one"), entry("two"));
    await deliverCommands(product.services);
    expect(await state(storage.id)).toMatchObject({
      waiting: 2,
      problem: "The storage is busy or has an internal error.",
    });
    // Those who ask for a session see them all the same; who asks for the storage is told.
    const path = `terminal/commands/?session_id=${first}`;
    expect((await admin.call("GET", path)).body).toHaveLength(2);
    expect(await list(storage.id)).toMatchObject({ code: "storage_invalid" });
    const tree = (await admin.call("GET", `${url}tree/?real=1`)).body;
    const node = tree.find(({ id }: { id: string }) => id === storage.id);
    expect([node, tree.at(-2).valid]).toEqual([
      {
        id: storage.id,
        name: expect.stringMatching(/\(Elasticsearch\) \*Invalid$/),
        title: expect.any(String),
        pId: "root",
        isParent: false,
        open: false,
        valid: false,
      },
      false,
    ]);
    expect((await admin.call("DELETE", `${url}${storage.id}/`)).status).toBe(400);
    await commandRetention.forget(product.services, -1);
    expect((await admin.call("GET", path)).body).toHaveLength(2);
    // During the pause it is not asked.
    delete server.faults.refuse;
    const asked = server.requests.length;
    await deliverCommands(product.services);
    expect(server.requests).toHaveLength(asked);
    await retry();
    expect(inputs(await list(storage.id)).sort()).toEqual(["one", "two"]);
    expect(await state(storage.id)).toMatchObject({ waiting: 0, problem: "" });
  });

  test("whose answer never came are written again, and are there once", async () => {
    const storage = await made();
    await use(storage.id);
    await run(entry("once"));
    server.faults.beforeAnswer = () => {
      throw new Error("gone");
    };
    await deliverCommands(product.services);
    expect(server.documents().size).toBeGreaterThan(0);
    expect(await state(storage.id)).toMatchObject({ waiting: 1 });
    delete server.faults.beforeAnswer;
    await retry();
    expect(inputs(await list(storage.id))).toEqual(["once"]);
    expect(await state(storage.id)).toMatchObject({ waiting: 0 });
  });

  test("that a storage refuses hold up no others; requests that are too large are made smaller", async () => {
    const storage = await made();
    await use(storage.id);
    const bad = entry("refused");
    await run(entry("before"), bad, entry("after"));
    server.faults.item = (id) => (id === bad.id ? 400 : undefined);
    await deliverCommands(product.services);
    expect(inputs(await list(storage.id)).sort()).toEqual(["after", "before"]);
    expect(await state(storage.id)).toMatchObject({ waiting: 1, problem: "" });
    server.faults.item = () => 429;
    await retry();
    expect(await state(storage.id)).toMatchObject({
      waiting: 1,
      problem: "The storage is busy or has an internal error.",
    });
    delete server.faults.item;
    server.faults.largest = 6000;
    await run(...Array.from({ length: 30 }, (_, at) => entry(`${at} ${"y".repeat(400)}`)));
    await retry();
    expect(await list(storage.id)).toHaveLength(33);
    expect(await state(storage.id)).toMatchObject({ waiting: 0 });
  });

  test("follow the default storage, or that of their gateway; a storage in use is not deleted", async () => {
    const storage = await made();
    await use("default");
    const named = async () =>
      (await admin.call("GET", `terminal/terminals/${terminal}/`)).body.command_storage;
    expect(await named()).toBe("default");
    await admin.call("PATCH", `${url}${storage.id}/`, { is_default: true });
    expect(await named()).toBe(storage.name);
    await run(entry("by default"));
    await deliverCommands(product.services);
    expect(inputs(await list(storage.id))).toEqual(["by default"]);
    expect((await admin.call("DELETE", `${url}${storage.id}/`)).body.msg).toContain("default storage");
    await admin.call("PATCH", `${url}${database}/`, { is_default: true });
    await use(storage.name);
    expect((await admin.call("DELETE", `${url}${storage.id}/`)).body.msg).toContain("gateway uses");
    await use("null");
    const none = await run(entry("nowhere"));
    expect(await list(database, `&session_id=${none}`)).toEqual([]);
    await use("default");
    expect((await admin.call("DELETE", `${url}${storage.id}/`)).status).toBe(204);
  });

  test("that cannot go anywhere are told of at night", async () => {
    const storage = await made();
    const { id } = await product.createUser({ username: "night" });
    await admin.call("PATCH", "notifications/system-msg-subscription/StorageConnectivityMessage/", {
      users: [id],
      receive_backends: ["site_msg"],
    });
    server.faults.refuse = 401;
    await checkStoragesJob.run(product.services, null, { signal: new AbortController().signal } as never);
    const messages = await (await product.signIn(id)).call("GET", "notifications/site-messages/");
    expect(messages.text).toContain(`${storage.name}`);
  });
});
