import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleForTest, type TestBundle } from "../../../engine/testing/bundle.ts";
import { type DatabasePeer, missingPeers, startRedis } from "../../../runner/testing/database-peers.ts";
import { secretPlan } from "../../../testing/recipes.ts";
import { reportChanges } from "../executions/change-report.ts";
import { loadPlan } from "../executions/stored-plan.ts";
import { checkTask, rotateSecrets } from "./index.ts";
import { openFaultyWay } from "./testing/faulty-way.ts";
import { inProcess, isTaken, openRotationBed, type RotationBed } from "./testing/rotation-bed.ts";

describe.skipIf(missingPeers.redis !== null)("changing secrets", () => {
  let bed: RotationBed;
  let peer: DatabasePeer;
  let runner: TestBundle;
  beforeAll(async () => {
    [bed, peer, runner] = await Promise.all([
      openRotationBed(),
      startRedis(),
      bundleForTest(join(import.meta.dirname, "../../../runner/main.ts")),
    ]);
  });
  afterAll(async () => {
    await bed?.close();
    await peer?.stop();
    runner?.remove();
  });

  const operating = () => ({
    username: "operator",
    secret: `${peer.password} of its own`,
    privileged: true,
  });
  /** An asset whose accounts are on the target, each with the password that the product knows. */
  const asset = (...usernames: string[]) => assetAt(peer.port, ...usernames);
  const assetAt = async (port: number, ...usernames: string[]) => {
    const accounts = usernames.map((username) => ({ username, secret: `First-${username}` }));
    const made = await bed.addAsset("redis", port, [operating(), ...accounts]);
    const push = bed.request(
      usernames.map((name) => made.accounts[name] ?? ""),
      { kind: "push_account", secretStrategy: "stored" },
    );
    expect(await bed.rotate(inProcess(), push)).toMatchObject({ success: usernames.length, failed: 0 });
    return made;
  };
  const taken = (username: string, secret: string | null) =>
    isTaken("redis", peer.port, username, secret ?? "");

  /** Somebody is connected with an account. */
  const openSessionWith = (accountId: string) =>
    sql`
      insert into sessions (id, org_id, "user", asset, account, account_id, protocol, login_from, date_start)
      values (gen_random_uuid(), '00000000-0000-0000-0000-000000000002', 'u', 'a', 'x', ${accountId}, 'redis', 'WT', now())
    `.execute(bed.product.database.db);

  it("happens in runners: kept, set, proved, made current, written down", async () => {
    const { id, accounts } = await asset("web", "app");
    const ids = [accounts.web ?? "", accounts.app ?? ""];
    const request = bed.request(ids);
    const summary = await rotateSecrets(bed.run(), runner.script, request);
    expect(summary).toEqual({ success: 2, failed: 0, skipped: 0, postponed: 0 });
    for (const [name, account] of [
      ["web", ids[0]],
      ["app", ids[1]],
    ] as const) {
      const secret = await bed.secretOf(account ?? "");
      expect(secret).toMatch(/^[A-Za-z0-9].{15}$/);
      expect(await taken(name, secret)).toBe(true);
      expect(await taken(name, `First-${name}`)).toBe(false);
    }
    const { body } = await bed.product.administrator.call(
      "GET",
      `accounts/change-secret-records/?execution_id=${request.executionId}&search=web`,
    );
    expect(body).toEqual([
      {
        id: expect.any(String),
        asset: { id, name: expect.stringContaining("redis-") },
        account: { id: ids[0], name: "web" },
        date_started: expect.any(String),
        date_finished: expect.any(String),
        timedelta: expect.any(Number),
        is_success: true,
        error: "",
        execution: { id: request.executionId },
        date_created: expect.any(String),
        org_id: expect.any(String),
        org_name: expect.any(String),
      },
    ]);
    const account = (await bed.product.administrator.call("GET", `accounts/accounts/${ids[0]}/`)).body;
    expect(account).toMatchObject({ version: 2, connectivity: { value: "ok" } });
    const { rows } = await sql<{ version: number }>`
      select version from account_histories where account_id = ${ids[0]}::uuid order by version
    `.execute(bed.product.database.db);
    expect(rows).toEqual([{ version: 1 }, { version: 2 }]);
    const secrets = await Promise.all(ids.map((one) => bed.secretOf(one)));
    for (const secret of secrets) expect(bed.said.join("\n")).not.toContain(secret);
  });

  it("leaves privileged accounts and its own alone, and says so", async () => {
    const { accounts } = await asset("one");
    const summary = await bed.rotate(inProcess(), bed.request(Object.values(accounts)));
    expect(summary).toEqual({ success: 1, failed: 0, skipped: 1, postponed: 0 });
    expect(bed.said.join("\n")).toContain("this is the account Sallyport signs in with");
  });

  it("shows its records to nobody next door, and to nobody without the right", async () => {
    const { administrator } = bed.product;
    const organization = (await administrator.call("POST", "orgs/orgs/", { name: "Next door" })).body.id;
    for (const path of ["accounts/change-secret-records/", "accounts/push-account-records/"]) {
      expect((await administrator.call("GET", path)).body).not.toEqual([]);
      expect((await administrator.call("GET", path, undefined, { "x-jms-org": organization })).body).toEqual(
        [],
      );
    }
  });

  it("waits for sessions of the account to end", async () => {
    const { accounts } = await asset("busy");
    const id = accounts.busy ?? "";
    await openSessionWith(id);
    const summary = await bed.rotate(inProcess(), bed.request([id]));
    expect(summary).toEqual({ success: 0, failed: 0, skipped: 0, postponed: 1 });
    await bed.repair(inProcess());
    expect(await bed.secretOf(id)).toBe("First-busy");
    await sql`update sessions set is_finished = true, date_end = now() where account_id = ${id}`.execute(
      bed.product.database.db,
    );
    await bed.repair(inProcess());
    expect((await bed.changesOf(id)).at(-1)?.state).toBe("success");
    expect(await taken("busy", await bed.secretOf(id))).toBe(true);
  });

  it("ventures one asset first, and stops where nothing works there", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 11; index += 1) {
      const made = await bed.addAsset("redis", peer.port, [
        { ...operating(), secret: "not the one" },
        { username: `c${index}`, secret: "First" },
      ]);
      ids.push(made.accounts[`c${index}`] ?? "");
    }
    await expect(bed.rotate(inProcess(), bed.request(ids))).rejects.toMatchObject({
      code: "nothing_succeeded",
      result: { success: 0, failed: 1, skipped: 10, postponed: 0 },
    });
  });

  it("stays as it was changed when its template is deleted meanwhile, and when the report cannot be mailed", async () => {
    const { id: assetId } = await asset("plain");
    const { administrator, database } = bed.product;
    const template = { name: "by template", username: "templated", secret: "First-templated" };
    const { id } = (await administrator.call("POST", "accounts/account-templates/", template)).body;
    const account = (await administrator.call("POST", "accounts/accounts/", { asset: assetId, template: id }))
      .body;
    const push = bed.request([account.id], { kind: "push_account", secretStrategy: "stored" });
    expect(await bed.rotate(inProcess(), push)).toMatchObject({ success: 1 });
    const request = bed.request([account.id]);
    const at = async (point: string) => {
      if (point !== "begun") return;
      expect((await administrator.call("DELETE", `accounts/account-templates/${id}/`)).status).toBe(204);
    };
    expect(await bed.rotate({ ...inProcess(), at }, request)).toMatchObject({ success: 1 });

    const me = (await administrator.call("GET", "users/profile/")).body.id;
    const made = await administrator.call("POST", "accounts/change-secret-automations/", {
      ...secretPlan("reported"),
      recipients: [me],
    });
    const plan = await loadPlan(database.db, made.body.id);
    if (plan === null) throw new Error("no plan");
    await reportChanges({ ...bed.run(), id: request.executionId }, plan);
    expect(bed.said.at(-1)).toContain("No mail server is set up");
    expect(await taken("templated", await bed.secretOf(account.id))).toBe(true);
  });

  describe("that nobody could settle", () => {
    /** A change that was made, and of which nothing was heard because the target cannot be reached any more. */
    const unsettled = async (username: string) => {
      const way = await openFaultyWay(peer.port);
      const made = await assetAt(way.port, username);
      const accountId = made.accounts[username] ?? "";
      way.set({ piece: 0, containing: "SETUSER", how: "cut_after", stays: true });
      await bed.rotate(inProcess(), bed.request([accountId])).catch(() => undefined);
      const { body } = await call("GET", "sallyport/weak-accounts/?weakness=unsettled");
      const found = (body as { id: string; open_change: string }[]).find(({ id }) => id === accountId);
      return { way, accountId, change: found?.open_change ?? "" };
    };
    const call = (method: string, path: string, body?: unknown) =>
      bed.product.administrator.call(method, path, body);
    const url = (change: string, act: string) => `sallyport/secret-changes/${change}/${act}/`;
    const lastOf = async (accountId: string) => (await bed.changesOf(accountId)).at(-1);

    it("is told among the weak spots, and is looked at when somebody asks", async () => {
      const { way, accountId, change } = await unsettled("seen");
      const check = checkTask(runner.script);
      await expect(check.run(bed.run(), { change })).rejects.toMatchObject({ code: "not_changed" });
      way.set(null);
      expect(await check.run(bed.run(), { change })).toEqual({ state: "success" });
      expect(await taken("seen", await bed.secretOf(accountId))).toBe(true);
      await expect(check.run(bed.run(), { change })).rejects.toMatchObject({ code: "nothing_open" });
      expect((await call("POST", url(change, "check"))).status).toBe(404);
      await way.close();
    });

    it("is checked in the background for somebody of its organization", async () => {
      const { way, change } = await unsettled("asked");
      const made = await call("POST", url(change, "check"));
      expect([made.status, made.body]).toEqual([201, { task: expect.any(String) }]);
      const next = (await call("POST", "orgs/orgs/", { name: "Elsewhere" })).body.id;
      for (const act of ["check", "close"]) {
        const headers = { "x-jms-org": next };
        const answer = await bed.product.administrator.call("POST", url(change, act), {}, headers);
        expect(answer.status).toBe(404);
      }
      await way.close();
    });

    it("ends with the new secret where somebody knows that it works", async () => {
      const { way, accountId, change } = await unsettled("known");
      expect((await call("POST", url(change, "close"), { secret: "either" })).status).toBe(400);
      expect((await call("POST", url(change, "close"), { secret: "new" })).status).toBe(204);
      expect(await taken("known", await bed.secretOf(accountId))).toBe(true);
      expect(await lastOf(accountId)).toMatchObject({
        state: "success",
        error: expect.stringContaining("made the new secret the current one"),
      });
      const account = (await call("GET", `accounts/accounts/${accountId}/`)).body;
      expect(account).toMatchObject({ version: 2, connectivity: { value: "-" } });
      expect((await call("POST", url(change, "close"), { secret: "new" })).status).toBe(404);
      const { rows } = await bed.product.database.pool.query(
        "select user_display, diff from operate_logs where resource_id = $1",
        [change],
      );
      const told = JSON.stringify(rows);
      expect(told).toContain("made the new secret the current one");
      expect(told).not.toContain(await bed.secretOf(accountId));
      await way.close();
    });

    it("ends with the current secret, and its account can be changed again", async () => {
      const { way, accountId, change } = await unsettled("kept");
      const held = sql`update secret_changes set lease = gen_random_uuid(), leased_until = now() + interval '1 hour'
        where id = ${change}::uuid`;
      await held.execute(bed.product.database.db);
      const busy = await call("POST", url(change, "close"), { secret: "current" });
      expect(busy.body).toMatchObject({ code: "secret_change_busy" });
      await sql`update secret_changes set lease = null where id = ${change}::uuid`.execute(
        bed.product.database.db,
      );
      expect((await call("POST", url(change, "close"), { secret: "current" })).status).toBe(204);
      expect(await bed.secretOf(accountId)).toBe("First-kept");
      expect(await lastOf(accountId)).toMatchObject({ state: "failed" });
      way.set(null);
      expect(await bed.rotate(inProcess(), bed.request([accountId]))).toMatchObject({ success: 1 });
      expect(await taken("kept", await bed.secretOf(accountId))).toBe(true);
      await way.close();
    });
  });

  it("changes the account it comes in with, and those in use, where the settings say so", async () => {
    // The last of these tests: it changes the password that the others come in with.
    const { accounts } = await asset("two");
    const busy = accounts.two ?? "";
    await openSessionWith(busy);
    await bed.product.configure({
      CHANGE_AUTH_PLAN_SECURE_MODE_ENABLED: false,
      ACCOUNT_ROTATION_POSTPONED: false,
    });
    const summary = await bed.rotate(inProcess(), bed.request(Object.values(accounts)));
    await bed.product.configure({
      CHANGE_AUTH_PLAN_SECURE_MODE_ENABLED: true,
      ACCOUNT_ROTATION_POSTPONED: true,
    });
    expect(summary).toEqual({ success: 2, failed: 0, skipped: 0, postponed: 0 });
    expect(await taken("two", await bed.secretOf(busy))).toBe(true);
    expect(await taken("operator", await bed.secretOf(accounts.operator ?? ""))).toBe(true);
  });
});
