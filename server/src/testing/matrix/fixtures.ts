import type { Json } from "../../engine/json.ts";
import { inertRule, plainResources } from "../plain-resources.ts";
import type { TestProduct } from "../product.ts";
import { secretPlan } from "../recipes.ts";
import type { People } from "./callers.ts";
import type { Objects } from "./evaluate.ts";
import { storeFailedMessage } from "./failed-message.ts";
import { storeOpenChange } from "./open-change.ts";

/** One object of every kind in the default organization, by the list it is in; and a connection token. */
export interface Fixtures {
  readonly objects: Objects;
  readonly tokenId: string;
}

/** The name of the object made in a plain resource: one that nothing else has. */
export const hiddenName = (path: string): string => `m-${path.replaceAll("/", "-")}`;

/** Makes them through the API, and what only the gateway makes in the database. */
export async function createFixtures(product: TestProduct, { memberId, member }: People): Promise<Fixtures> {
  const admin = product.administrator;
  const create = async (path: string, body: Json): Promise<string> => {
    const answer = await admin.call("POST", path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return String(answer.body.id);
  };
  const first = async (path: string): Promise<string> => {
    const { status, body } = await admin.call("GET", path);
    if (status !== 200 || body.length === 0) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return String(body[0].id);
  };
  const group = await create("users/groups/", { name: "Keepers", users: [memberId] });
  const node = await create("assets/nodes/", { value: "Cellar" });
  const host = await create("assets/hosts/?platform=1", {
    name: "vault",
    address: "10.20.30.40",
    platform: 1,
    nodes: [node],
    protocols: [{ name: "ssh", port: 22 }],
    comment: "inner",
  });
  const domain = await create("assets/domains/", { name: "Moat", assets: [host] });
  const gateway = await create("assets/gateways/", {
    name: "drawbridge",
    address: "10.20.30.41",
    platform: 11,
    domain,
    nodes: [node],
  });
  const label = await create("assets/labels/", { name: "m-wing", value: "m-north", assets: [host] });
  const account = await create("accounts/accounts/", {
    asset: host,
    name: "vault-root",
    username: "vault-root",
    secret_type: "password",
    secret: "never shown",
  });
  const template = await create("accounts/account-templates/", {
    name: "vault-template",
    username: "vault-template",
    secret: "never shown either",
  });
  const gathered = await create("accounts/gathered-accounts/", { asset: host, username: "vault-found" });
  const grant = await create("perms/asset-permissions/", {
    name: "Vault keepers",
    users: [memberId],
    user_groups: [group],
    assets: [host],
    nodes: [node],
    accounts: ["@ALL"],
  });
  /** Makes something as the member. */
  const ask = async (path: string, body: Json): Promise<string> => {
    const answer = await product.app.fastify.inject({
      method: "POST",
      url: `/api/v1/${path}`,
      headers: { ...member.headers, "content-type": "application/json" },
      payload: JSON.stringify(body),
    });
    if (answer.statusCode !== 201) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
    return String(answer.json().id);
  };
  const tokenId = await ask("authentication/connection-token/", {
    asset: host,
    account: "vault-root",
    protocol: "ssh",
    connect_method: "web_cli",
  });
  await create("assets/assets/tasks/", { action: "refresh", assets: [host] });
  // The walk through all routes may take longer than a token lives.
  await product.database.pool.query(
    "update connection_tokens set date_expired = now() + interval '1 day' where id = $1",
    [tokenId],
  );
  const session = await storeSession(product, host, memberId);
  const ticket = await ask("tickets/apply-asset-tickets/open/", {
    title: "Into the vault",
    org_id: "Default",
    apply_assets: [host],
    apply_accounts: ["vault-root"],
  });
  const automations: Record<string, string> = {};
  for (const [plans, executions, body] of [
    ["change-secret-automations", "change-secret-executions", secretPlan("vault-rotation")],
    ["push-account-automations", "push-account-executions", secretPlan("vault-push")],
    ["gather-account-automations", "gather-account-executions", { name: "vault-look", assets: [host] }],
    ["account-backup-plans", "account-backup-plan-executions", { name: "vault-backup" }],
  ] as const) {
    const automation = await create(`accounts/${plans}/`, body);
    const named = { automation, plan: automation };
    const { body: answer } = await admin.call("POST", `accounts/${executions}/`, named);
    automations[`/api/v1/accounts/${plans}/`] = automation;
    automations[`/api/v1/accounts/${executions}/`] = String(answer.task);
  }
  const plain: Record<string, string> = {};
  for (const [path, recipe] of Object.entries(plainResources)) {
    plain[`/api/v1/${path}/`] = await create(`${path}/`, recipe(hiddenName(path)));
  }
  const job = plain["/api/v1/ops/jobs/"] ?? "";
  const run = await create("ops/job-executions/", { job });
  return {
    tokenId,
    objects: {
      ...plain,
      "/api/v1/ops/job-executions/": run,
      ...automations,
      "/api/v1/users/users/": memberId,
      "/api/v1/users/groups/": group,
      "/api/v1/users/users-groups-relations/": await first("users/users-groups-relations/"),
      "/api/v1/assets/nodes/": node,
      "/api/v1/assets/assets/": host,
      "/api/v1/assets/hosts/": host,
      "/api/v1/assets/domains/": domain,
      "/api/v1/assets/gateways/": gateway,
      "/api/v1/assets/labels/": label,
      "/api/v1/assets/platforms/": "1",
      "/api/v1/accounts/accounts/": account,
      "/api/v1/sallyport/account-certificates/": account,
      "/api/v1/sallyport/secret-changes/": await storeOpenChange(product, host, account),
      "/api/v1/accounts/account-templates/": template,
      "/api/v1/accounts/gathered-accounts/": gathered,
      "/api/v1/accounts/virtual-accounts/": await first("accounts/virtual-accounts/"),
      "/api/v1/acls/login-acls/": await create("acls/login-acls/", { name: "vault-sign-ins", ...inertRule }),
      "/api/v1/acls/connect-method-acls/": await create("acls/connect-method-acls/", {
        name: "vault-methods",
        ...inertRule,
      }),
      "/api/v1/terminal/endpoints/": await create("terminal/endpoints/", { name: "vault-endpoint" }),
      "/api/v1/terminal/endpoint-rules/": await create("terminal/endpoint-rules/", {
        name: "vault-endpoints",
        priority: 100,
        is_active: false,
      }),
      "/api/v1/perms/asset-permissions/": grant,
      "/api/v1/perms/asset-permissions-users-relations/": await first(
        "perms/asset-permissions-users-relations/",
      ),
      "/api/v1/perms/asset-permissions-user-groups-relations/": await first(
        "perms/asset-permissions-user-groups-relations/",
      ),
      "/api/v1/perms/asset-permissions-assets-relations/": await first(
        "perms/asset-permissions-assets-relations/",
      ),
      "/api/v1/perms/asset-permissions-nodes-relations/": await first(
        "perms/asset-permissions-nodes-relations/",
      ),
      "/api/v1/rbac/org-role-bindings/": await first("rbac/org-role-bindings/"),
      "/api/v1/rbac/org-roles/": "00000000-0000-0000-0000-000000000007",
      "/api/v1/rbac/roles/": "00000000-0000-0000-0000-000000000007",
      "/api/v1/rbac/system-roles/": "00000000-0000-0000-0000-000000000003",
      "/api/v1/rbac/system-role-bindings/": await first("rbac/system-role-bindings/"),
      "/api/v1/orgs/orgs/": "00000000-0000-0000-0000-000000000002",
      "/api/v1/rbac/role-bindings/": await first("rbac/role-bindings/"),
      "/api/v1/audits/operate-logs/": await first("audits/operate-logs/"),
      "/api/v1/sallyport/operate-logs/": await first("audits/operate-logs/"),
      "/api/v1/audits/login-logs/": await first("audits/login-logs/?username=m-member"),
      "/api/v1/audits/password-change-logs/": await first("audits/password-change-logs/"),
      "/api/v1/audits/job-logs/": await first("audits/job-logs/"),
      "/api/v1/terminal/sessions/": session,
      "/api/v1/tickets/tickets/": ticket,
      "/api/v1/tickets/apply-asset-tickets/": ticket,
      "/api/v1/tickets/comments/": await first(`tickets/comments/?ticket_id=${ticket}`),
      "/api/v1/audits/ftp-logs/": await storeFileLog(product),
      "/api/v1/sallyport/source-rules/": await create("sallyport/source-rules/", {
        source: "openid",
        value: "staff",
        group,
      }),
      "/api/v1/sallyport/scim-sources/": await create("sallyport/scim-sources/", {
        name: "Directory",
        organization: "00000000-0000-0000-0000-000000000002",
        user_source: "openid",
      }),
      ...(await storeEventReceiver(product)),
      "/api/v1/sallyport/message-deliveries/": await storeFailedMessage(product),
      "/api/v1/sallyport/source-links/": await storeSourceLink(product, memberId),
      "/api/v1/sallyport/refusals/": await storeRefusal(product),
      "/api/v1/sallyport/host-keys/": await first("sallyport/host-keys/"),
      "/api/v1/sallyport/session-events/": await first("sallyport/session-events/"),
      "/api/v1/ops/task-executions/": await first("ops/task-executions/"),
    },
  };
}

/** A receiver of events, with a delivery and a dead letter. */
export async function storeEventReceiver({
  database: { pool },
}: TestProduct): Promise<Record<string, string>> {
  const insert = async (text: string, ...values: readonly string[]): Promise<string> =>
    (await pool.query<{ id: string }>(`${text} returning id`, [...values])).rows[0]?.id ?? "";
  const receiver = await insert(
    "insert into event_receivers (name, type, address, is_active) values ('SIEM ' || gen_random_uuid(), 'syslog', 'tls://127.0.0.2', false)",
  );
  return {
    "/api/v1/sallyport/event-receivers/": receiver,
    "/api/v1/sallyport/event-deliveries/": await insert(
      `insert into event_deliveries (receiver_id, purpose, events, is_success, milliseconds)
       values ($1, 'delivery', 1, true, 5)`,
      receiver,
    ),
    "/api/v1/sallyport/event-dead-letters/": await insert(
      `insert into event_dead_letters (receiver_id, seq, event_id, kind, event, problem)
       values ($1, 1, gen_random_uuid(), 'login.failed', '{}', 'refused')`,
      receiver,
    ),
  };
}

export async function storeSourceLink(product: TestProduct, userId: string): Promise<string> {
  const { rows } = await product.database.pool.query<{ id: string }>(
    `insert into user_source_links (user_id, source, issuer, subject)
     values ($1, 'openid', 'https://idp.test', gen_random_uuid()) returning id`,
    [userId],
  );
  const [link] = rows;
  if (link === undefined) throw new Error("the link was not stored");
  return link.id;
}

async function storeRefusal(product: TestProduct): Promise<string> {
  const { rows } = await product.database.pool.query<{ id: string }>(
    `insert into refusals (org_id, user_display, remote_addr, channel, kind, code, reason, asset, datetime, date_last,
       fold_key)
     values ('00000000-0000-0000-0000-000000000002', 'Ada(ada)', '192.0.2.1', 'ssh', 'permission', 'asset_missing',
       '{"en": "No.", "zh": "不。", "ja": "いいえ。"}', 'vault(10.20.30.40)', now(), now(), '\\x00') returning id`,
  );
  const [refusal] = rows;
  if (refusal === undefined) throw new Error("the refusal was not stored");
  return refusal.id;
}

async function storeFileLog(product: TestProduct): Promise<string> {
  const { rows } = await product.database.pool.query<{ id: string }>(
    `insert into ftp_logs (org_id, "user", asset, account, operate, filename, date_end, size)
     values ('00000000-0000-0000-0000-000000000002', 'Ada(ada)', 'vault(10.20.30.40)', 'root(root)', 'upload',
       '/srv/plan.txt', now(), 7) returning id`,
  );
  const [log] = rows;
  if (log === undefined) throw new Error("the record of a file was not stored");
  return log.id;
}

async function storeSession(product: TestProduct, host: string, userId: string): Promise<string> {
  const { pool } = product.database;
  const { rows } = await pool.query<{ id: string }>(
    `insert into sessions (id, org_id, "user", user_id, asset, asset_id, account, account_id, protocol, login_from,
       is_success, is_finished, date_start, date_end)
     values (gen_random_uuid(), '00000000-0000-0000-0000-000000000002', 'Ada(ada)', $2, 'vault(10.20.30.40)', $1,
       'root(root)', 'x', 'ssh', 'WT', true, true, now(), now()) returning id`,
    [host, userId],
  );
  await pool.query(
    `insert into host_keys (asset_id, host, port, algorithm, public_key, fingerprint)
     values ($1, '10.20.30.40', 22, 'ssh-ed25519', 'AAAA', 'SHA256:x')`,
    [host],
  );
  await pool.query(
    `insert into session_events (session_id, org_id, event) select id, org_id, 'connected' from sessions where id = $1`,
    [rows[0]?.id],
  );
  return rows[0]?.id ?? "";
}
