import { randomUUID } from "node:crypto";
import { appendFile, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { translate } from "../../engine/i18n/index.ts";
import { commandRetention, sessionRetention } from "../sessions/index.ts";
import { advanceChain, latestCheckpoint } from "./chain/checkpoints.ts";
import { ChainRolledBack, copyCheckpoints, copyFile } from "./chain/copies.ts";
import { createEvidenceBed, type EvidenceBed } from "./testing/evidence-bed.ts";
import { verifyInstallation } from "./verify/installation.ts";

let bed: EvidenceBed;
const query = (text: string, values: unknown[] = []) => bed.product.database.pool.query(text, values);

beforeAll(async () => {
  bed = await createEvidenceBed();
}, 60_000);
afterAll(() => bed?.product.close());

/** What verifying tells, without the sentence at the end. */
async function problems(): Promise<string[]> {
  const told: string[] = [];
  await verifyInstallation(bed.product.services, (message) => told.push(translate(message, "en")));
  return told.slice(0, -1);
}

/** As somebody with all rights on the database: triggers do not stop them. */
async function attack(statement: string, values: unknown[] = []): Promise<void> {
  const client = await bed.product.database.pool.connect();
  try {
    await client.query("set session_replication_role = replica");
    const { rowCount } = await client.query(statement, values);
    expect(rowCount).toBeGreaterThan(0);
  } finally {
    await client.query("set session_replication_role = default");
    client.release();
  }
}

/** Runs what somebody changes, says what is found, and puts it back. */
async function found(change: () => Promise<() => Promise<void>>): Promise<string[]> {
  const undo = await change();
  const told = await problems();
  await undo();
  expect(await problems()).toEqual([]);
  return told;
}

const after = (change: () => Promise<unknown>, undo: () => Promise<void>) => async () => {
  await change();
  return undo;
};

const attackAndBack = (there: string, back: string, values: unknown[]) => async () => {
  await attack(there, values);
  return () => attack(back, values);
};

describe("the chain", () => {
  test("has everything that happened, in the order of its transactions", async () => {
    const session = await bed.session();
    await advanceChain(bed.product.services, { isDue: true });
    const { rows } = await query("select kind from evidence_of_session($1)", [session.id]);
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(
      new Set(["session", "grounds", "event", "command"]),
    );
    const entries = await query(
      `select kind, count(*)::int as count from evidence_entries
       where object_id in (select object_id from evidence_of_session($1)) group by kind order by kind`,
      [session.id],
    );
    // The session is there as it began and as it ended.
    expect(entries.rows).toEqual([
      { kind: "command", count: 2 },
      { kind: "event", count: 1 },
      { kind: "grounds", count: 1 },
      { kind: "session", count: 2 },
    ]);
    const grounds = await query("select grounds from session_grounds where session_id = $1", [session.id]);
    expect(grounds.rows[0].grounds).toMatchObject({
      permissions: [{ name: "front for mei" }],
      ticket: null,
      is_emergency: false,
    });
    expect(await problems()).toEqual([]);
  });

  test("refuses changes, and enters nothing for what does not change a record", async () => {
    const session = await bed.session();
    await advanceChain(bed.product.services);
    await query("update sessions set date_active = now() where id = $1", [session.id]);
    expect((await query("select count(*)::int as count from evidence_pending")).rows[0].count).toBe(0);
    await expect(query("delete from evidence_entries")).rejects.toThrow("only ever added");
    await expect(query("update evidence_checkpoints set entries = 0")).rejects.toThrow("only ever added");
  });

  test("is advanced by one worker at a time, and none is waited for", async () => {
    await bed.session(Array.from({ length: 30 }, (_, index) => `echo ${index}`));
    await Promise.all([1, 2, 3].map(() => advanceChain(bed.product.services, { isDue: true })));
    await advanceChain(bed.product.services);
    expect((await query("select count(*)::int as count from evidence_pending")).rows[0].count).toBe(0);
    const { rows } = await query(
      "select count(*)::int as count, max(seq)::int as last from evidence_entries",
    );
    expect(rows[0].count).toBe(rows[0].last);
    expect(await problems()).toEqual([]);
  });

  test("names records that were changed, removed and slipped in", async () => {
    const session = await bed.session(["rm -rf /srv/books"]);
    await advanceChain(bed.product.services, { isDue: true });
    const { rows } = await query("select id, command from commands where session_id = $1", [session.id]);
    const [{ id }] = rows;
    expect(
      await found(
        attackAndBack(
          "update commands set command = 'ls' where id = $1",
          "update commands set command = 'rm -rf /srv/books' where id = $1",
          [id],
        ),
      ),
    ).toEqual([`Changed: command ${id}`]);
    expect(
      await found(async () => {
        await attack("create table taken as select * from session_events where session_id = $1", [
          session.id,
        ]);
        await attack("delete from session_events where session_id = $1", [session.id]);
        return () =>
          attack(
            `insert into session_events (id, session_id, org_id, event, actor, reason, date_created)
             select id, session_id, org_id, event, actor, reason, date_created from taken`,
          );
      }),
    ).toEqual([expect.stringMatching(/^Missing: event /)]);
    const stranger = randomUUID();
    expect(
      await found(
        attackAndBack(
          "insert into operate_logs (id, user_display, action, resource_type, resource, resource_id, remote_addr, org_id) values ($1, 'x', 'view', 'x', 'x', '', '', '00000000-0000-0000-0000-000000000002')",
          "delete from operate_logs where id = $1",
          [stranger],
        ),
      ),
    ).toEqual([`Added without being noted: operation ${stranger}`]);
  });

  test("names entries that were changed, removed, swapped and cut off, and checkpoints", async () => {
    await bed.session();
    await advanceChain(bed.product.services, { isDue: true });
    const last = (await query("select max(seq)::int as seq from evidence_entries")).rows[0].seq as number;
    const keep = "create table kept_entries as select * from evidence_entries";
    await query(`drop table if exists kept_entries`);
    await query(keep);
    const restore = async () => {
      await attack("delete from evidence_entries where seq > 0");
      await attack("insert into evidence_entries select * from kept_entries");
    };
    const tampered = (statement: string, values: unknown[]) =>
      found(async () => {
        await attack(statement, values);
        return restore;
      });
    const noise = ["update evidence_entries set date_noted = date_noted + interval '1 ms' where seq = $1"];
    expect(await tampered(noise[0] ?? "", [3])).toEqual(["Entry 3 was changed."]);
    expect(await tampered("delete from evidence_entries where seq = $1", [3])).toContain(
      "Entry 3 is missing.",
    );
    const swap =
      "update evidence_entries set seq = case seq when $1 then -1 else $1 end where seq in ($1, $2)";
    const swapped = await found(async () => {
      await attack(swap, [4, 5]);
      await attack("update evidence_entries set seq = 5 where seq = -1");
      return restore;
    });
    expect(swapped.slice(0, 2)).toEqual(["Entry 4 was changed.", "Entry 5 was changed."]);
    const cut = await tampered("delete from evidence_entries where seq = $1", [last]);
    expect(cut[0]).toMatch(/^The chain was cut: it has \d+ entries/);
    const checkpoint = await latestCheckpoint(bed.product.services.db);
    const forged = await found(
      attackAndBack(
        "update evidence_checkpoints set signature = overlay(signature placing 'AAAA' from 1) where number = $1",
        `update evidence_checkpoints set signature = overlay(signature placing '${checkpoint?.signature.slice(0, 4)}' from 1) where number = $1`,
        [checkpoint?.number],
      ),
    );
    expect(forged).toEqual([`Checkpoint ${checkpoint?.number} was changed.`]);
  });

  test("names recordings that were changed, cut, extended and removed", async () => {
    const { id, file } = await bed.session();
    const bytes = await readFile(file);
    const restore = () => writeFile(file, bytes);
    expect(await found(after(() => truncate(file, bytes.length - 1), restore))).toEqual([
      `Recording truncated: ${id}`,
    ]);
    expect(await found(after(() => appendFile(file, "x"), restore))).toEqual([
      `Recording has bytes after its end: ${id}`,
    ]);
    expect(await found(after(() => rm(file), restore))).toEqual([`Recording missing: ${id}`]);
    const changed = Buffer.from(bytes);
    changed[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1;
    expect((await found(after(() => writeFile(file, changed), restore)))[0]).toMatch(
      /^Recording changed: .*, frame \d+$/,
    );
  });

  test("has what retention removed, and the hash of what it was", async () => {
    const old = new Date(Date.now() - 400 * 86_400_000);
    const session = await bed.session(["uptime"], { dateStart: old });
    const held = await bed.session(["uptime"], { dateStart: old });
    const path = `sallyport/sessions/${held.id}/hold/`;
    const { administrator } = bed.product;
    expect((await administrator.call("PUT", path, { reason: "Case 17" })).status).toBe(200);
    await advanceChain(bed.product.services);
    expect(await commandRetention.foresee(bed.product.services, 200)).toMatchObject({ count: 1, held: 1 });
    expect(await sessionRetention.foresee(bed.product.services, 200)).toMatchObject({ count: 1, held: 1 });
    await commandRetention.forget(bed.product.services, 200);
    await sessionRetention.forget(bed.product.services, 200);
    expect(await problems()).toEqual([]);
    const { rows } = await query(
      "select kind, action from evidence_entries where object_id = $1 order by seq desc limit 1",
      [session.id],
    );
    expect(rows).toEqual([{ kind: "session", action: "retention" }]);
    const kept = await administrator.call("GET", `terminal/sessions/${held.id}/`);
    expect(kept.body.hold).toMatchObject({ reason: "Case 17" });
    expect(await readFile(held.file)).not.toHaveLength(0);
    expect((await administrator.call("DELETE", path)).status).toBe(204);
    expect((await administrator.call("DELETE", path)).status).toBe(404);
    expect(await sessionRetention.forget(bed.product.services, 200)).toBe(1);
    expect(await problems()).toEqual([]);
  });

  test("a session that somebody removes otherwise is told apart", async () => {
    const session = await bed.session();
    await query("delete from sessions where id = $1", [session.id]);
    await advanceChain(bed.product.services);
    const { rows } = await query(
      "select action from evidence_entries where object_id = $1 order by seq desc limit 1",
      [session.id],
    );
    expect(rows).toEqual([{ action: "removed" }]);
  });
});

describe("the copy of checkpoints", () => {
  test("goes on where a killed process left it, and knows a chain that was put back", async () => {
    const { services } = bed.product;
    const file = copyFile(services.config);
    await rm(file, { force: true });
    await bed.session();
    await advanceChain(services, { isDue: true });
    await copyCheckpoints(services);
    const whole = await readFile(file, "utf8");
    await appendFile(file, whole.slice(0, 40));
    await copyCheckpoints(services);
    expect(await readFile(file, "utf8")).toBe(whole);
    // The process died in the middle of the last line.
    await truncate(file, whole.length - 30);
    await copyCheckpoints(services);
    expect(await readFile(file, "utf8")).toBe(whole);
    const checkpoint = await latestCheckpoint(services.db);
    await query("drop table if exists kept_checkpoints");
    await query("create table kept_checkpoints as select * from evidence_checkpoints where number = $1", [
      checkpoint?.number,
    ]);
    await attack("delete from evidence_checkpoints where number = $1", [checkpoint?.number]);
    await expect(copyCheckpoints(services)).rejects.toThrow(ChainRolledBack);
    expect((await bed.product.administrator.call("GET", "sallyport/evidence/")).body.copy).toMatchObject({
      is_current: false,
    });
    const told = await problems();
    expect(told[0]).toBe(
      `The chain was rolled back: checkpoint ${checkpoint?.number} of the copy is not in the database, or is another one there.`,
    );
  });
});
