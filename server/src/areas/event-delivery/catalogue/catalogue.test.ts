import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { administratorPassword } from "../../../testing/product.ts";
import { createEvidenceBed, type EvidenceBed } from "../../evidence/testing/evidence-bed.ts";
import { placeNotes } from "../outbox/place-notes.ts";
import { organizationId, receiverBed } from "../testing/receivers.ts";
import { catalogueTable } from "./document.ts";
import { type StoredEvent, sentenceOf } from "./event.ts";
import { eventKinds } from "./kinds.ts";

let bed: EvidenceBed;

beforeAll(async () => {
  bed = await createEvidenceBed();
  await receiverBed(bed.product).receiver({ type: "syslog", address: "tcp://siem.example.com" });
}, 180_000);
afterAll(() => bed?.product.close());

/** What was put in order since the last call. */
async function events(): Promise<readonly StoredEvent[]> {
  while ((await placeNotes(bed.product.services.db)) !== 0);
  const { rows } = await bed.product.database.pool.query<{ event: StoredEvent }>(
    "with gone as (delete from events returning seq, event) select event from gone order by seq",
  );
  return rows.map(({ event }) => event);
}

test("docs/events.md has the catalogue as it is", async () => {
  const file = join(fileURLToPath(new URL("../../../../../", import.meta.url)), "docs", "events.md");
  const document = await readFile(file, "utf8");
  const [begin, end] = [
    document.indexOf("<!-- catalogue: begin"),
    document.indexOf("<!-- catalogue: end -->"),
  ];
  expect(begin).toBeGreaterThan(0);
  const head = document.slice(0, document.indexOf("-->", begin) + 3);
  await expect(`${head}\n\n${catalogueTable()}\n\n${document.slice(end)}`).toMatchFileSnapshot(file);
});

test("what is done in the product becomes events of its kinds, in order", async () => {
  const { product } = bed;
  const { administrator } = product;
  await product.anonymous.call("POST", "authentication/auth/", { username: "admin", password: "wrong" });
  await product.anonymous.call("POST", "authentication/auth/", {
    username: "admin",
    password: administratorPassword,
  });
  const signIns = (await events()).filter(({ kind }) => kind.startsWith("login."));
  expect(signIns.map(({ kind, user, outcome }) => [kind, user, outcome])).toEqual([
    ["login.failed", "admin", "failure"],
    ["login.succeeded", expect.stringContaining("admin"), "success"],
  ]);
  const { body: made } = await administrator.call("POST", "users/groups/", { name: "Night shift" });
  await administrator.call("PATCH", `users/groups/${made.id}/`, { comment: "late" });
  await administrator.call("DELETE", `users/groups/${made.id}/`);
  const changes = await events();
  expect(changes.map(({ kind }) => kind)).toEqual(["object.created", "object.changed", "object.deleted"]);
  expect(changes[0]).toMatchObject({ object: "Night shift", record: { resource_id: made.id } });
  const { id } = await bed.session(["ls"]);
  const kinds = (await events()).filter(({ session_id: of }) => of === id).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind !== "session.event")).toEqual([
    "session.started",
    "session.grounds",
    "session.ended",
    "command.executed",
  ]);
  const plain = await product.signIn((await product.createUser({ username: "plain", name: "plain" })).id);
  await events();
  expect((await plain.call("GET", "settings/setting/?category=email")).status).toBe(403);
  await product.services.refusals.flush();
  const [refused] = await events();
  expect(refused).toMatchObject({
    kind: "access.refused",
    user: expect.stringContaining("plain"),
    outcome: "failure",
  });
});

test("every kind of the catalogue comes of some record, and none other", async () => {
  const { pool } = bed.product.database;
  await events();
  const { id } = await bed.session(["ls"]);
  const insert = (text: string, values: readonly unknown[] = []) => pool.query(text, [...values]);
  for (const risk of [4, 5, 6, 7, 8])
    await insert(
      `insert into commands (org_id, session_id, "user", asset, account, input, command, output, risk_level, source, date_executed)
       values ($1, $2, 'Mei(mei)', 'web-01', 'deploy', 'reboot', 'reboot', '', $3, 'exact', now())`,
      [organizationId, id, risk],
    );
  await insert(
    `insert into session_events (session_id, org_id, event, actor) values ($1, $2, 'share_joined', 'Ben(ben)')`,
    [id, organizationId],
  );
  await insert(
    `insert into session_holds (id, org_id, session_id, reason, held_by) values ($1, $2, $3, 'case 7', 'Ann(ann)')`,
    [randomUUID(), organizationId, id],
  );
  await insert("delete from session_holds where session_id = $1", [id]);
  await insert(
    `insert into ftp_logs (org_id, "user", asset, account, operate, filename, state) values ($1, 'Mei(mei)', 'web-01', 'deploy', 'upload', '/tmp/a', 'running')`,
    [organizationId],
  );
  await insert("update ftp_logs set state = 'complete', date_end = now()");
  for (const action of ["create", "update", "delete", "view", "export"])
    await insert(
      `insert into operate_logs (user_display, action, resource_type, resource, resource_id, remote_addr, org_id)
       values ('Mei(mei)', $1, 'Asset', 'web-01', 'x', '', $2)`,
      [action, organizationId],
    );
  for (const action of ["view_secret", "export_secret"])
    await insert(
      `insert into activity_logs (org_id, resource_id, action, user_display) values ($1, 'a-1', $2, 'Mei(mei)')`,
      [organizationId, action],
    );
  for (const status of [true, false])
    await insert(`insert into login_logs (username, type, ip, status) values ('mei', 'W', '192.0.2.1', $1)`, [
      status,
    ]);
  await insert(
    `insert into password_change_logs ("user", username, change_by, remote_addr) values ('Mei', 'mei', 'Ann(ann)', '192.0.2.2')`,
  );
  await insert(
    `insert into refusals (channel, kind, code, reason, datetime, date_last, fold_key) values
     ('api', 'right', 'permission_denied', '{"en": "No right.", "zh": "无权限。", "ja": "権限なし。"}', now(), now(), 'x')`,
  );
  await bed.product.administrator.call("POST", "accounts/accounts/", {
    name: "root",
    username: "root",
    asset: bed.world.ids.front,
    secret: "old-Secret-1",
  });
  for (const [state, status] of [
    ["approved", "closed"],
    ["rejected", "closed"],
    ["closed", "closed"],
    ["reopen", "open"],
  ] as const) {
    await insert(
      `insert into tickets (org_id, type, title, serial_num, applicant, people, asked) values ($1, 'apply_asset', $2, $2, 'Mei(mei)', '{}', '{}')`,
      [organizationId, state],
    );
    await insert("update tickets set state = $1, status = $2 where title = $1", [state, status]);
  }
  await insert(`with task as (insert into tasks (name) values ('accounts.verify') on conflict (name) do update set name = excluded.name returning id)
    insert into task_executions (task_id, org_id, "user") select id, '${organizationId}', 'Mei(mei)' from task`);
  await insert(
    "update task_executions set state = 'RUNNING', date_start = now() where date_finished is null",
  );
  await insert(
    "update task_executions set state = 'FAILURE', date_finished = now() where date_finished is null",
  );
  await insert("delete from login_logs where username = 'mei'");
  const all = await events();
  const found = new Set(all.map(({ kind }) => kind));
  expect([...found].toSorted()).toEqual(eventKinds.map(({ name }) => name as string).toSorted());
  for (const event of all) {
    expect(Number.isNaN(Date.parse(event.time)), event.kind).toBe(false);
    for (const language of ["en", "zh", "ja"] as const) {
      expect(sentenceOf(event, language), event.kind).not.toMatch(/[{}]|undefined|null/);
    }
    expect(JSON.stringify(event)).not.toContain("old-Secret-1");
  }
  expect(sentenceOf(all.find(({ kind }) => kind === "access.refused") as StoredEvent, "zh")).toContain(
    "无权限。",
  );
});
