import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GatewayPorts, SessionCommandEntry, SessionRecord } from "../../../gateway/ports.ts";
import { createGatewayPorts } from "../../../gateway-ports.ts";
import { createTestProduct, type TestCaller, type TestProduct } from "../../../testing/product.ts";
import { recordingPath } from "../../../transport/recording/path.ts";
import { createWorld } from "../../permissions/testing/world.ts";
import { commandRetention } from "./purge-commands.ts";

const organizationId = "00000000-0000-0000-0000-000000000002";
let product: TestProduct;
let ports: GatewayPorts;
let admin: TestCaller;
let userId: string;
let assetId: string;
let storageId: string;
let otherOrganization: string;

beforeAll(async () => {
  product = await createTestProduct();
  await product.createUser({ username: "mei", name: "mei" });
  await product.createUser({ username: "tom", name: "tom" });
  const world = await createWorld(product.database.db, organizationId);
  userId = world.ids.mei as string;
  assetId = world.ids.front as string;
  ports = await createGatewayPorts(product.services);
  admin = product.administrator;
  otherOrganization = (await admin.call("POST", "orgs/orgs/", { name: "Elsewhere" })).body.id;
  storageId = (await admin.call("GET", "terminal/command-storages/?name=default")).body[0].id;
});
afterAll(() => product.close());

async function open(changes: Partial<SessionRecord> = {}): Promise<SessionRecord> {
  const id = randomUUID();
  const dateStart = new Date();
  const session = {
    id,
    userId,
    user: "mei(mei)",
    assetId,
    asset: "front(front.example)",
    accountId: randomUUID(),
    account: "admin(admin)",
    protocol: "ssh",
    type: "normal",
    loginFrom: "WT",
    remoteAddress: "192.0.2.7",
    organizationId,
    dateStart,
    recordingPath: recordingPath(id, dateStart),
    ...changes,
  } as SessionRecord;
  await ports.sessions.open(session);
  return session;
}

const entry = (input: string, changes: Partial<SessionCommandEntry> = {}): SessionCommandEntry => ({
  id: randomUUID(),
  input,
  output: "",
  riskLevel: 0,
  source: "screen",
  date: new Date(),
  ...changes,
});

const list = async (query: string, headers: Record<string, string> = {}) =>
  (await admin.call("GET", `terminal/commands/?${query}`, undefined, headers)).body;

const inputsOf = (rows: readonly { input: string }[]): string[] => rows.map(({ input }) => input);

const elsewhere = () => ({ "x-jms-org": otherOrganization });

describe("commands of a session", () => {
  test("are listed newest first, with the names of their session and how they were known", async () => {
    const session = await open();
    await ports.sessions.storeCommands(session.id, [
      entry("ls -la", { output: "total 0\nnotes", date: new Date("2026-05-04T10:00:01.400Z") }),
      entry("rm notes", { source: "marks", date: new Date("2026-05-04T10:00:01.900Z") }),
    ]);
    const rows = await list(`session_id=${session.id}`);
    expect(inputsOf(rows)).toEqual(["rm notes", "ls -la"]);
    expect(rows[1]).toMatchObject({
      user: "mei(mei)",
      asset: "front(front.example)",
      account: "admin(admin)",
      output: "total 0\nnotes",
      session: session.id,
      risk_level: { value: 0, label: "Accept" },
      timestamp: Date.parse("2026-05-04T10:00:01Z") / 1000,
      remote_addr: "192.0.2.7",
      source: { value: "screen", label: "Screen" },
      can_replay: false,
      org_id: organizationId,
    });
    expect(inputsOf(await list(`session_id=${session.id}&order=timestamp`))).toEqual(["ls -la", "rm notes"]);
    const shown = (await admin.call("GET", `terminal/sessions/${session.id}/`)).body;
    expect(shown).toMatchObject({ has_command: true, command_amount: 2 });
  });

  test("told twice are stored once; long ones are cut for lists and kept for the search", async () => {
    const session = await open();
    const long = entry(`echo ${"x".repeat(1500)} needle`);
    await ports.sessions.storeCommands(session.id, [long]);
    await ports.sessions.storeCommands(session.id, [long, entry("half \ud800 and \0 nothing")]);
    const rows = await list(`session_id=${session.id}&order=timestamp`);
    expect(rows).toHaveLength(2);
    expect(rows[0].input).toHaveLength(128);
    expect(rows[0].command).toContain("needle");
    expect(rows[1].input).toBe("half \ufffd and  nothing");
    expect(await list(`session_id=${session.id}&input=NEEDLE`)).toHaveLength(1);
    expect(await list(`session_id=${session.id}&search=needle`)).toHaveLength(1);
  });

  test("are not kept where the terminal keeps none", async () => {
    const terminal = (await admin.call("GET", "terminal/terminals/")).body[0];
    const path = `terminal/terminals/${terminal.id}/`;
    expect((await admin.call("PATCH", path, { command_storage: "no such" })).body).toEqual({
      command_storage: ["Not found."],
    });
    const storages = (await admin.call("GET", "terminal/command-storages/?name=null")).body;
    expect((await admin.call("PATCH", path, { command_storage: storages[0].id })).body).toMatchObject({
      command_storage: "null",
    });
    const session = await open();
    await ports.sessions.storeCommands(session.id, [entry("ls")]);
    expect(await list(`session_id=${session.id}`)).toEqual([]);
    expect((await admin.call("GET", `terminal/sessions/${session.id}/`)).body.has_command).toBe(false);
    await admin.call("PATCH", path, { command_storage: "default" });
  });
});

describe("the list", () => {
  test("is empty without a session or a storage, and refuses a storage there is not", async () => {
    await ports.sessions.storeCommands((await open()).id, [entry("ls")]);
    expect(await list("")).toEqual([]);
    expect(await list("search=ls")).toEqual([]);
    expect((await list(`command_storage_id=${storageId}`)).length).toBeGreaterThan(0);
    for (const id of [randomUUID(), "root"]) {
      const answer = await admin.call("GET", `terminal/commands/?command_storage_id=${id}`);
      expect([answer.status, answer.body.code]).toEqual([400, "storage_invalid"]);
    }
    const nothing = (await admin.call("GET", "terminal/command-storages/?name=null")).body[0].id;
    expect(await list(`command_storage_id=${nothing}`)).toEqual([]);
  });

  test("is narrowed by what the contract names, and counts what it shows", async () => {
    const session = await open({ user: "ada(ada)", asset: "vault(10.0.0.9)", account: "root(root)" });
    const at = (hour: number, minute: number) => new Date(Date.UTC(2025, 2, 3, hour, minute));
    await ports.sessions.storeCommands(session.id, [
      entry("one", { date: at(9, 59) }),
      entry("two", { date: at(10, 0), riskLevel: 5 }),
      entry("three", { date: at(10, 30) }),
      entry("four", { date: at(12, 15), source: "exact" }),
      entry("100%_sure", { date: at(15, 0) }),
    ]);
    const here = `command_storage_id=${storageId}&order=timestamp`;
    const page = async (query: string) => list(`${here}&limit=10&offset=0&${query}`);
    for (const [query, expected] of [
      ["user=ada(", ["one", "two", "three", "four", "100%_sure"]],
      ["user=%25", []],
      ["asset=vault(10.0.0.9)&account=root(root)&input=THR", ["three"]],
      ["risk_level=5", ["two"]],
      ["input=%25_s", ["100%_sure"]],
      ["user=ada(&source=exact", ["four"]],
      ["date_from=2025-03-03T10:00:00Z&date_to=2025-03-03T12:15:00Z", ["two", "three", "four"]],
      ["date_from=2025-03-03T10:10:00Z&date_to=2025-03-03T10:40:00Z", ["three"]],
      ["date_from=2025-03-03T12:00:00Z&date_to=2025-03-03T10:00:00Z", []],
      ["date_to=2025-03-03T14:00:00Z", ["one", "two", "three", "four"]],
      [
        "date_from=2025-03-03T09:59:30Z&date_to=2025-03-03T23:00:00Z&limit=2",
        ["two", "three", "four", "100%_sure"],
      ],
    ] as const) {
      const { count, results } = await page(query);
      expect([query, inputsOf(results)]).toEqual([query, expected]);
      expect([query, count]).toEqual([query, expected.length]);
    }
  });

  test("is kept to its organization, in the tree's counts too", async () => {
    const session = await open({ organizationId: otherOrganization });
    await ports.sessions.storeCommands(session.id, [entry("somewhere else")]);
    expect(await list(`session_id=${session.id}`)).toEqual([]);
    expect(await list(`session_id=${session.id}`, elsewhere())).toHaveLength(1);
    const tree = (await admin.call("GET", "terminal/command-storages/tree/?real=1", undefined, elsewhere()))
      .body;
    expect(tree).toEqual([
      {
        id: storageId,
        name: "default(Server)(1)",
        title: "default(Server)(1)",
        pId: "root",
        isParent: false,
        open: false,
        valid: true,
      },
      expect.objectContaining({ id: "root", pId: "", isParent: true, open: true }),
    ]);
    const none = (
      await admin.call("GET", "terminal/command-storages/tree/?input=nope", undefined, elsewhere())
    ).body;
    expect(none[0].name).toBe("default(Server)(0)");
  });

  test("goes to a file", async () => {
    const session = await open();
    await ports.sessions.storeCommands(session.id, [entry("=cmd|' /C calc'!A0"), entry("ls")]);
    const answer = await admin.call("GET", `terminal/commands/?session_id=${session.id}&format=csv`);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain("ls");
    expect(answer.text).not.toMatch(/(^|,)"?=cmd/m);
  });
});

describe("retention", () => {
  test("removes what is older than sessions are kept", async () => {
    const session = await open();
    const days = (count: number) => new Date(Date.now() - count * 86_400_000);
    await ports.sessions.storeCommands(session.id, [
      entry("old", { date: days(201) }),
      entry("kept", { date: days(199) }),
    ]);
    const forgotten = await commandRetention.forget(product.services, 200);
    expect(forgotten).toBeGreaterThan(0);
    expect(inputsOf(await list(`session_id=${session.id}`))).toEqual(["kept"]);
    const { rows } = await sql<{ counted: string; there: string }>`
      select (select sum(difference) from row_counts where table_name = 'commands') as counted,
        (select count(*) from commands) as there
    `.execute(product.database.db);
    expect(Number(rows[0]?.counted)).toBe(Number(rows[0]?.there));
  });
});
