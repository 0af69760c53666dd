import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { TestCaller, TestProduct } from "../../testing/product.ts";
import { effectiveAccounts } from "../permissions/index.ts";
import { consentBed } from "./testing/consent-bed.ts";

const tokens = "authentication/connection-token/";
const tickets = "tickets/apply-login-asset-tickets/";

describe("a rule that has somebody consent and remembers that they did", () => {
  const bed = consentBed();
  const { id, makeRule, change, ask, outcome, redeem, decide, atTerminal, pass, open } = bed;
  let product: TestProduct;
  let mei: TestCaller;
  let tom: TestCaller;
  let granted: string;
  beforeAll(() => {
    ({ product, mei, tom, granted } = bed.made());
  });

  /** Asked once and approved; the ticket. */
  const approved = async (minutes = 30, changes: Record<string, unknown> = {}): Promise<string> => {
    await makeRule({ approval_valid_for: minutes });
    const { status, body } = await ask(changes, "?create_ticket=1");
    expect(status).toBe(201);
    expect(await decide(body.from_ticket.id, "approve")).toBe("200");
    return body.from_ticket.id;
  };

  it("lets the same person in again until the time is over, by every access channel", async () => {
    const ticket = await approved(30);
    const { body: token } = await ask();
    expect(token).toMatchObject({ is_active: true, from_ticket: null });
    const grant = await redeem(token.id);
    expect([grant.reviewId, grant.isEmergency]).toEqual([ticket, false]);
    const session = await open(grant.reviewId);
    const { body: told } = await product.administrator.call("GET", `terminal/sessions/${session}/`);
    expect(told).toMatchObject({
      is_emergency: false,
      approval: { id: ticket, state: "approved", processor: "tom(tom)" },
    });
    for (const way of ["shell", "exec", "scp", "forward"] as const) {
      expect(await atTerminal(way), way).toMatchObject({ outcome: "granted", grant: { reviewId: ticket } });
    }
    await pass(29);
    expect(await outcome()).toBe("ok");
    await pass(2);
    expect(await outcome()).toBe("400 acl_review");
    expect((await atTerminal()).outcome).toBe("review");
  });

  it("asks each time where it says so, which is the default", async () => {
    const made = await makeRule({});
    expect(made).toMatchObject({ approval_valid_for: 0, emergency_access: false });
    const { body } = await ask({}, "?create_ticket=1");
    await decide(body.from_ticket.id, "approve");
    expect(await outcome()).toBe("400 acl_review");
    expect(await decide(body.from_ticket.id, "end-approval")).toBe("400 ticket_not_remembered");
  });

  it("asks another person, about another asset, account or typed name", async () => {
    await approved();
    expect(await outcome({ account: "release key" })).toBe("400 acl_review");
    await change({ reviewers: [id("tom"), id("mei")] });
    const typing = (username: string) => ({
      account: "@INPUT",
      input_username: username,
      input_secret: "a long secret",
    });
    const { status, body, text } = await ask(typing("ada"), "?create_ticket=1");
    expect(status, text).toBe(201);
    expect(await decide(body.from_ticket.id, "approve")).toBe("200");
    expect([await outcome(typing("ada")), await outcome(typing("root"))]).toEqual(["ok", "400 acl_review"]);
    const other = await tom.call("POST", tokens, {
      asset: id("front"),
      account: "@INPUT",
      protocol: "ssh",
      connect_method: "web_cli",
      input_username: "ada",
      input_secret: "a long secret",
    } as never);
    expect(other.status).toBe(400);
  });

  it.each([
    ["its reviewers change", () => change({ reviewers: [id("tom"), id("mei")] })],
    ["its times change", () => change({ rules: { ip_group: ["127.0.0.0/8"], time_period: [] } })],
    [
      "it was switched off in between",
      async () => {
        await change({ is_active: false });
        await change({ is_active: true });
      },
    ],
  ])("asks again when %s, also for a token given out before", async (_name, end) => {
    await approved();
    const { body: token } = await ask();
    await end();
    await expect(redeem(token.id)).rejects.toMatchObject({ code: "acl_review" });
    expect(await outcome()).toBe("400 acl_review");
  });

  /** Changes something by the API. */
  const patch = async (path: string, values: Record<string, unknown>) => {
    const answer = await product.administrator.call("PATCH", path, values as never);
    expect(answer.status, answer.text).toBe(200);
  };
  const offAndOn = async (path: string) => {
    await patch(path, { is_active: false });
    await patch(path, { is_active: true });
  };
  const permitToo = async (values: Record<string, unknown>) => {
    const name = `also ${Object.keys(values).join()} ${String(values.accounts)}`;
    const answer = await product.administrator.call("POST", "perms/asset-permissions/", {
      name,
      ...values,
    } as never);
    expect(answer.status, answer.text).toBe(201);
  };
  const permission = (changes: Record<string, unknown>) =>
    patch(`perms/asset-permissions/${granted}/`, changes);

  it.each<[string, () => Promise<void>, string?]>([
    [
      "the person was disabled",
      async () => {
        await offAndOn(`users/users/${id("mei")}/`);
        mei = await bed.signInAgain();
      },
      // Tokens of somebody who is disabled are over for themselves.
      "token_expired",
    ],
    ["the asset was disabled", () => offAndOn(`assets/hosts/${id("front")}/`)],
    ["the account was disabled", () => offAndOn(`accounts/accounts/${id("front/admin")}/`)],
    ["the permission was disabled", () => offAndOn(`perms/asset-permissions/${granted}/`)],
    [
      "the permission did not name the person",
      async () => {
        await permission({ users: [id("tom")] });
        await permission({ users: [id("mei"), id("tom")] });
      },
    ],
    [
      "the permission did not name the asset",
      async () => {
        await permission({ assets: [id("wiki")] });
        await permission({ assets: [id("front"), id("wiki")] });
      },
    ],
    [
      "the permission did not name the account",
      async () => {
        await permission({ accounts: ["release"] });
        await permission({ accounts: ["admin", "release", "@INPUT"] });
      },
    ],
    [
      "the permission did not let anybody connect",
      async () => {
        await permission({ actions: ["upload"] });
        await permission({ actions: ["connect"] });
      },
    ],
    [
      "the permission ran out, and was renewed",
      async () => {
        await product.database.db.transaction().execute(async (transaction) => {
          // Time passes, and nothing looks.
          await sql`set local session_replication_role = replica`.execute(transaction);
          await sql`update asset_permissions set date_expired = now() - interval '1 minute'`.execute(
            transaction,
          );
        });
        await permission({ date_expired: new Date(Date.now() + 3_600_000).toISOString() });
      },
    ],
    [
      "the person was outside the organization",
      async () => {
        const { db } = product.database;
        const { rows } = await sql<{ role: string; scope: string; org: string }>`
          delete from role_bindings where user_id = ${id("mei")}::uuid and org_id is not null
          returning role_id as role, scope, org_id as org
        `.execute(db);
        for (const { role, scope, org } of rows) {
          await sql`
            insert into role_bindings (user_id, role_id, scope, org_id)
            values (${id("mei")}::uuid, ${role}::uuid, ${scope}, ${org}::uuid)
          `.execute(db);
        }
      },
    ],
  ])("asks again where %s in between", async (_name, takeAndGiveBack, code = "acl_review") => {
    const ticket = await approved();
    const { body: token } = await ask();
    await takeAndGiveBack();
    await expect(redeem(token.id)).rejects.toMatchObject({ code });
    expect(await outcome()).toBe("400 acl_review");
    const { body } = await tom.call("GET", `tickets/comments/?ticket_id=${ticket}`);
    expect(JSON.stringify(body)).toContain("The approval ended automatically");
  });

  it("a token that was approved opens nothing either once its ground had gone", async () => {
    await makeRule({});
    const { body: one } = await ask({}, "?create_ticket=1");
    await decide(one.from_ticket.id, "approve");
    expect((await redeem(one.id)).reviewId).toBe(one.from_ticket.id);
    const { body } = await ask({}, "?create_ticket=1");
    await decide(body.from_ticket.id, "approve");
    await offAndOn(`perms/asset-permissions/${granted}/`);
    await expect(redeem(body.id)).rejects.toMatchObject({ code: "acl_review" });
  });

  it("goes on where another permission stood, and where what changes takes nothing away", async () => {
    await approved();
    await permission({ comment: "changed", accounts: ["admin", "@INPUT", "release"] });
    const { db } = product.database;
    await db.transaction().execute(async (transaction) => {
      for (const isActive of [false, true]) {
        await sql`update asset_permissions set is_active = ${isActive}`.execute(transaction);
      }
    });
    expect(await outcome()).toBe("ok");
    await permitToo({ users: [id("mei")], assets: [id("front")], accounts: ["admin"] });
    await offAndOn(`perms/asset-permissions/${granted}/`);
    expect(await outcome()).toBe("ok");
  });

  it("rests on the same ground that permissions give", async () => {
    const { db } = product.database;
    await permitToo({ users: [id("tom")], nodes: [id("root")], accounts: ["@ALL"] });
    await permitToo({ user_groups: [id("builders")], nodes: [id("web")], accounts: ["@USER", "batch"] });
    await permitToo({ users: [id("tom")], assets: [id("adrift")], accounts: ["@USER"], is_active: false });
    const { rows } = await sql<{ person: string; username: string; asset: string }>`
      select u.id as person, u.username, a.id as asset from users u cross join assets a
      where not u.is_service_account and a.is_active
    `.execute(db);
    const found = { ground: 0, none: 0 };
    for (const { person: personId, username, asset } of rows) {
      const accounts = await effectiveAccounts(db, { id: personId, username }, asset);
      const { rows: stored } = await sql<{ key: string }>`
        select id::text as key from accounts where asset_id = ${asset}::uuid
      `.execute(db);
      for (const key of [...stored.map(({ key: stored }) => stored), "@INPUT:ada", "@USER:"]) {
        const { rows: ground } = await sql<{ has: boolean }>`
          select connection_has_ground(${personId}::uuid, ${asset}::uuid, ${key}) as has
        `.execute(db);
        const granted = accounts.some((account) => key.split(":")[0] === account.id);
        expect(ground[0]?.has, `${username} ${asset} ${key}`).toBe(granted);
        found[granted ? "ground" : "none"] += 1;
      }
    }
    expect(Math.min(found.ground, found.none)).toBeGreaterThan(5);
  });

  it("opens nothing that the permission does not", async () => {
    await approved();
    await sql`update asset_permissions set is_active = false`.execute(product.database.db);
    expect(await outcome()).toBe("400 perm_account_invalid");
    await sql`update asset_permissions set is_active = true`.execute(product.database.db);
  });

  it("remembers nothing where the rule was changed between the question and the answer", async () => {
    await makeRule({ approval_valid_for: 30 });
    const { body } = await ask({}, "?create_ticket=1");
    await change({ approval_valid_for: 600 });
    await decide(body.from_ticket.id, "approve");
    expect(await outcome()).toBe("400 acl_review");
    // The one connection that was asked about goes on.
    expect((await redeem(body.id)).reviewId).toBe(body.from_ticket.id);
  });

  it("ends when a reviewer ends it, for what was approved itself too", async () => {
    await makeRule({ approval_valid_for: 30 });
    const { body: first } = await ask({}, "?create_ticket=1");
    const ticket = first.from_ticket.id;
    await decide(ticket, "approve");
    const { body: shown } = await tom.call("GET", `${tickets}${ticket}/`);
    expect(Date.parse(shown.approval_expires) - Date.now()).toBeGreaterThan(29 * 60_000);
    expect(await decide(ticket, "end-approval", mei)).toBe("403 permission_denied");
    expect(await decide(ticket, "end-approval", product.administrator)).toBe("404 object_does_not_exist");
    expect(await decide(ticket, "end-approval")).toBe("200");
    await expect(redeem(first.id)).rejects.toMatchObject({ code: "acl_review" });
    expect(await outcome()).toBe("400 acl_review");
    expect(await decide(ticket, "end-approval")).toBe("400 ticket_not_remembered");
    const { body: said } = await tom.call("GET", `tickets/comments/?ticket_id=${ticket}`);
    expect(JSON.stringify(said)).toContain("ended the approval");
  });
});
