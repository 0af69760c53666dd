import { strFromU8, unzipSync } from "fflate";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  mailSettings,
  type ReceivedMail,
  startMailServer,
  type TestMailServer,
} from "../../../testing/mail-server.ts";
import { openArchive } from "../../../testing/open-archive.ts";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { type S3TestServer, startS3Server } from "../../../testing/s3-server.ts";

let product: TestProduct;
let mail: TestMailServer;
const people: Record<string, { id: string; email: string }> = {};
beforeAll(async () => {
  [product, mail] = await Promise.all([createTestProduct(), startMailServer()]);
  await product.configure(mailSettings(mail));
  for (const [name, platform, secret] of [
    ["web", 1, "abcdefg"],
    ["db", 17, "Sql#secret1"],
  ] as const) {
    const asset = name === "web" ? "hosts" : "databases";
    const more = name === "web" ? {} : { db_name: "shop" };
    const made = await call("POST", `assets/${asset}/`, { name, address: "192.0.2.9", platform, ...more });
    expect([made.status, made.text]).toEqual([201, expect.any(String)]);
    await call("POST", "accounts/accounts/", { asset: made.body.id, username: `${name}-root`, secret });
  }
  for (const name of ["ann", "ben", "cid"]) {
    const email = `${name}@example.com`;
    const role = "00000000-0000-0000-0000-000000000007";
    const { id } = await product.createUser({ name, email, org_roles: [role] });
    people[name] = { id, email };
    if (name === "cid") continue;
    const browser = await product.signIn(id);
    await product.confirm(browser);
    const key = `File-pass-${name}`;
    const kept = await browser.call("PATCH", "users/profile/secret-key/", {
      new_secret_key: key,
      new_secret_key_again: key,
    });
    expect(kept.status).toBe(200);
  }
  await product.work();
});
afterAll(async () => {
  await product?.close();
  await mail?.close();
});

const call = (method: string, path: string, body?: unknown) => product.administrator.call(method, path, body);
const plans = "accounts/account-backup-plans/";
const executions = "accounts/account-backup-plan-executions/";
const idOf = (...names: string[]) => names.map((name) => people[name]?.id);

let serial = 0;
async function backUp(plan: object) {
  const made = await call("POST", plans, { name: `backup ${++serial}`, types: ["linux", "mysql"], ...plan });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  const { body } = await call("POST", executions, { plan: made.body.id });
  const execution = await vi.waitFor(
    async () => {
      const answer = (await call("GET", `ops/task-executions/${body.task}/`)).body;
      expect(answer.is_finished).toBe(true);
      return (await call("GET", `${executions}${body.task}/`)).body;
    },
    { timeout: 20_000, interval: 50 },
  );
  return { plan: made.body, execution };
}

/** The mails of backups: people are told of their new access, too. */
const backups = (): readonly ReceivedMail[] =>
  mail.mails.filter(({ subject }) => subject?.includes("Account backup") === true);
const mailsTo = (name: string): readonly ReceivedMail[] =>
  backups().filter(({ envelope }) => envelope.to.includes(people[name]?.email ?? ""));

async function nextMail(name: string, seen: number): Promise<ReceivedMail> {
  await vi.waitFor(() => expect(mailsTo(name).length).toBe(seen + 1), { timeout: 20_000, interval: 50 });
  return mailsTo(name)[seen] as ReceivedMail;
}

/** The cells of the sheets of a mailed workbook, by the names of the sheets. */
const open = ({ attachments }: ReceivedMail, password: string): Promise<Record<string, string>> =>
  openWorkbook(attachments[0]?.content as ArrayBuffer, password);

async function openWorkbook(archive: ArrayBuffer, password: string): Promise<Record<string, string>> {
  const { name, content } = await openArchive(archive, password);
  expect(name).toMatch(/^backup \d+-.*\.xlsx$/);
  const parts = unzipSync(content);
  const names = [...strFromU8(parts["xl/workbook.xml"] as Uint8Array).matchAll(/<sheet name="([^"]*)"/g)];
  return Object.fromEntries(
    names.map(([, sheet], index) => {
      const xml = strFromU8(parts[`xl/worksheets/sheet${index + 1}.xml`] as Uint8Array);
      return [sheet, [...xml.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text).join("|")];
    }),
  );
}

it("mails whole secrets to one side, a sheet for each type, and keeps how it went", async () => {
  const { plan, execution } = await backUp({ recipients_part_one: idOf("ann") });
  expect(execution).toMatchObject({
    plan: plan.id,
    is_success: true,
    reason: "-",
    trigger: { value: "manual" },
    snapshot: {
      name: plan.name,
      types: ["linux", "mysql"],
      recipients_part_one: { [String(people.ann?.id)]: [expect.stringMatching(/^ann\(/), true] },
      recipients_part_two: {},
    },
  });
  expect(execution.timedelta).toBeGreaterThan(0);
  const received = await nextMail("ann", 0);
  expect(received.attachments[0]?.filename).toMatch(/^backup 1-\d{4}-\d\d-\d\d [\d-]+-\d{10}\.zip$/);
  expect(received.raw).not.toContain("abcdefg");
  const sheets = await open(received, "File-pass-ann");
  expect(Object.keys(sheets).sort()).toEqual(["Linux", "MySQL"]);
  expect(sheets.Linux).toContain("|web-root|web-root|Password|abcdefg|No|Yes|");
  expect(sheets.MySQL).toContain("|Sql#secret1|");
  expect((await call("GET", `${plans}${plan.id}/`)).body.executed_amount).toBe(1);
});

it("mails each side its half, in an archive that only its own password opens", async () => {
  await backUp({ recipients_part_one: idOf("ann"), recipients_part_two: idOf("ben"), types: ["linux"] });
  const [first, second] = [await nextMail("ann", 1), await nextMail("ben", 0)];
  expect((await open(first, "File-pass-ann")).Linux).toContain("|abc****|");
  expect((await open(second, "File-pass-ben")).Linux).toContain("|***defg|");
  await expect(open(first, "File-pass-ben")).rejects.toThrow();
});

it("tells who has no file password how to set one, and sends them nothing else", async () => {
  await backUp({ recipients_part_two: idOf("cid"), types: ["linux"] });
  const { attachments, text } = await nextMail("cid", 0);
  expect(attachments).toEqual([]);
  expect(text).toContain("you have no file password");
  expect(text).toContain("/ui/#/profile/info");
});

it("sends nothing without recipients or accounts, and that is no failure", async () => {
  const before = backups().length;
  for (const plan of [{}, { recipients_part_one: idOf("ann"), types: ["windows"] }]) {
    expect((await backUp(plan)).execution).toMatchObject({ is_success: true, reason: "-" });
  }
  expect(backups().length).toBe(before);
});

describe("a backup that is put into a storage", () => {
  let s3: S3TestServer;
  let storage: string;
  beforeAll(async () => {
    s3 = await startS3Server();
    const meta = {
      ENDPOINT: s3.endpoint,
      BUCKET: s3.bucket,
      ACCESS_KEY: s3.accessKey,
      SECRET_KEY: s3.secretKey,
    };
    const made = await call("POST", "terminal/replay-storages/", {
      name: "vault of files",
      type: "s3",
      meta,
    });
    expect([made.status, made.text]).toEqual([201, expect.any(String)]);
    storage = made.body.id;
  });
  afterAll(() => s3?.close());
  const toStorage = () => ({ delivery: "storage", storage });

  it("has a file for each recipient, which their own password opens, and mails nothing", async () => {
    const seen = backups().length;
    const sides = { recipients_part_one: idOf("ann"), recipients_part_two: idOf("ben") };
    const { execution, plan } = await backUp({ ...toStorage(), ...sides });
    expect(plan).toMatchObject({
      delivery: { value: "storage" },
      storage: { id: storage, name: "vault of files" },
    });
    expect(execution).toMatchObject({
      is_success: true,
      snapshot: { delivery: "storage", storage: "vault of files" },
    });
    const keys = [...s3.objects.keys()].sort();
    expect(keys).toEqual([
      expect.stringMatching(/^account-backups\/[0-9a-f-]+\/backup \d+-.*\/A-[\w-]+\.zip$/),
      expect.stringMatching(/\/B-[\w-]+\.zip$/),
    ]);
    const archive = (index: number) => {
      const bytes = s3.objects.get(keys[index] ?? "") ?? Buffer.alloc(0);
      return new Uint8Array(bytes).buffer;
    };
    expect((await openWorkbook(archive(0), "File-pass-ann")).Linux).toContain("|abc****|");
    expect((await openWorkbook(archive(1), "File-pass-ben")).Linux).toContain("|***defg|");
    await expect(openWorkbook(archive(0), "File-pass-ben")).rejects.toThrow();
    expect(backups().length).toBe(seen);
  });

  it("fails, and says why, where the storage refuses, gives back something else, or is gone", async () => {
    const people = { recipients_part_one: idOf("ann") };
    s3.faults.refuse = { status: 507, code: "XMinioStorageFull" };
    expect((await backUp({ ...toStorage(), ...people })).execution).toMatchObject({
      is_success: false,
      reason: expect.stringContaining("storage is full"),
    });
    delete s3.faults.refuse;
    s3.faults.tamper = (bytes) => Buffer.from(bytes.map((byte) => byte ^ 1));
    const changed = await backUp({ ...toStorage(), ...people });
    expect(changed.execution).toMatchObject({ is_success: false, reason: expect.stringContaining("ann") });
    delete s3.faults.tamper;
    const other = await call("POST", "terminal/replay-storages/", {
      name: "for a day",
      type: "s3",
      meta: { ENDPOINT: s3.endpoint, BUCKET: s3.bucket },
    });
    const made = await call("POST", plans, {
      name: "left alone",
      delivery: "storage",
      storage: other.body.id,
      ...people,
    });
    const preview = { resource: "terminal/replay-storages", ids: [other.body.id] };
    expect((await call("POST", "sallyport/deletions/preview/", preview)).body).toEqual([
      { kind: "backupPlans", count: 1 },
    ]);
    expect((await call("DELETE", `terminal/replay-storages/${other.body.id}/`)).status).toBe(204);
    expect((await call("GET", `${plans}${made.body.id}/`)).body).toMatchObject({ storage: null });
    expect((await call("PATCH", `${plans}${made.body.id}/`, { comment: "still" })).body).toHaveProperty(
      "storage",
    );
  });

  it("takes a storage that files can be put into", async () => {
    const refused = async (more: object) =>
      (await call("POST", plans, { name: "no", delivery: "storage", ...more })).body;
    expect(await refused({})).toHaveProperty("storage");
    const all = (await call("GET", "terminal/replay-storages/?type=server")).body;
    expect(await refused({ storage: all[0].id })).toHaveProperty("storage");
    expect((await call("GET", "sallyport/backup-storages/")).body).toEqual([
      { id: storage, name: "vault of files", type: "s3" },
    ]);
  });
});

it("leaves out who is no member any more", async () => {
  await call("POST", `users/users/${people.ben?.id}/remove/`, {});
  await call("PATCH", `users/users/${people.cid?.id}/`, { is_active: false });
  const before = backups().length;
  await backUp({ recipients_part_one: idOf("ann"), types: ["linux"] });
  await nextMail("ann", 2);
  const plan = await call("POST", plans, {
    name: "former",
    types: ["linux"],
    recipients_part_one: idOf("ann"),
  });
  await sql`
    insert into account_backup_recipients (plan_id, user_id, part)
    values (${plan.body.id}, ${people.ben?.id}, 'two'), (${plan.body.id}, ${people.cid?.id}, 'two')
  `.execute(product.database.db);
  const { body } = await call("POST", executions, { plan: plan.body.id });
  await nextMail("ann", 3);
  await vi.waitFor(
    async () => {
      const [row] = (await call("GET", `${executions}?plan_id=${plan.body.id}`)).body;
      expect(row).toMatchObject({ id: body.task, is_success: true });
    },
    { timeout: 20_000, interval: 50 },
  );
  expect(backups().length).toBe(before + 2);
});

it("sends the rest where a secret cannot be read, and says that it is not whole", async () => {
  await sql`update accounts set secret_sealed = 'v9.broken' where username = 'web-root'`.execute(
    product.database.db,
  );
  const { execution } = await backUp({ recipients_part_one: idOf("ann") });
  expect(execution).toMatchObject({
    is_success: false,
    reason: "1 secret could not be read; the rest was sent.",
  });
  const sheets = await open(await nextMail("ann", 4), "File-pass-ann");
  expect(sheets.MySQL).toContain("|Sql#secret1|");
  expect(sheets.Linux).not.toContain("abcdefg");
});

it("fails where there is no mail server", async () => {
  await product.configure({ EMAIL_HOST: "" });
  const { execution } = await backUp({ recipients_part_one: idOf("ann"), types: ["mysql"] });
  expect(execution).toMatchObject({
    is_success: false,
    reason: "No mail server is set up: nothing can be sent.",
  });
});

it("refuses a plan that is not there", async () => {
  const ghost = "ffffffff-ffff-4fff-8fff-ffffffffffff";
  for (const body of [{}, { plan: ghost }, { plan: "x" }]) {
    const answer = await call("POST", executions, body);
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ["plan"]]);
  }
});
