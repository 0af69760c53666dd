import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/database.ts";
import type { ForwardingKind } from "../../../transport/connections/index.ts";
import { roleIds } from "../../roles/index.ts";

/** A permission of a test world; names instead of ids. */
export interface WorldPermission {
  readonly name?: string;
  readonly users?: readonly string[];
  readonly groups?: readonly string[];
  readonly assets?: readonly string[];
  readonly nodes?: readonly string[];
  readonly accounts?: readonly string[];
  readonly actions?: number;
  readonly isActive?: boolean;
  /** Seconds from now. */
  readonly starts?: number;
  readonly expires?: number;
  readonly graceMinutes?: number;
  readonly forwarding?: readonly ForwardingKind[];
}

/** A small organization: a tree, assets in it, people. Rows are written directly; ids are by name. */
export interface World {
  readonly organizationId: string;
  /** Ids by name (assets, users, groups, accounts as `asset/account`) or by node key without the root's. */
  readonly ids: Readonly<Record<string, string>>;
  readonly rootKey: string;
  /** Replaces all permissions by these; answers their ids. */
  permit(...permissions: readonly WorldPermission[]): Promise<string[]>;
}

/** Nodes by path below the root: `web` is at `1`, `web/live` at `1:1`, and one key is a prefix of another's. */
const nodes: readonly (readonly [name: string, key: string])[] = [
  ["web", "1"],
  ["web/live", "1:1"],
  ["store", "2"],
  ["lab", "10"],
];

const assets: readonly (readonly [
  name: string,
  nodes: readonly string[],
  options?: { off?: true; category?: "web" },
])[] = [
  ["front", ["web/live"]],
  ["proxy", ["web"]],
  ["ledger", ["store"]],
  ["bridge", ["web/live", "store"]],
  ["bench", ["lab"]],
  ["asleep", ["store"], { off: true }],
  ["adrift", []],
  ["wiki", ["store"], { category: "web" }],
];

const accounts: readonly (readonly [
  asset: string,
  name: string,
  username: string,
  type: string,
  active: boolean,
])[] = [
  ["front", "admin", "admin", "password", true],
  ["front", "release key", "release", "ssh_key", true],
  ["front", "batch password", "batch", "password", true],
  ["front", "batch key", "batch", "ssh_key", true],
  ["front", "mei local", "mei", "password", true],
  ["front", "retired", "retired", "password", false],
  ["ledger", "owner", "owner", "password", true],
];

/** Makes the world in `organizationId`, whose root node may exist already. */
export async function createWorld(db: Kysely<Database>, organizationId: string): Promise<World> {
  const ids: Record<string, string> = {};
  const insert = async (table: string, name: string, row: Record<string, unknown>): Promise<void> => {
    const id = randomUUID();
    ids[name] = id;
    const columns = { id, ...row };
    await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(columns).map((column) => sql.ref(column)))})
      values (${sql.join(Object.values(columns))})`.execute(db);
  };
  const link = (table: string, row: Record<string, unknown>) =>
    sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
      values (${sql.join(Object.values(row))})`.execute(db);

  const { rows: roots } = await sql<{ id: string; key: string }>`
    select id, key from nodes where org_id = ${organizationId}::uuid and parent_id is null`.execute(db);
  const rootKey = roots[0]?.key ?? "7";
  if (roots[0] === undefined) {
    await insert("nodes", "root", {
      org_id: organizationId,
      key: rootKey,
      value: "World",
      full_value: "/World",
    });
  } else ids.root = roots[0].id;
  for (const [name, key] of nodes) {
    const parent = name.includes("/") ? name.split("/")[0] : "root";
    await insert("nodes", name, {
      org_id: organizationId,
      parent_id: ids[parent ?? "root"],
      key: `${rootKey}:${key}`,
      value: name.split("/").at(-1),
      full_value: `/World/${name}`,
    });
  }
  await sql`insert into platforms (name, category, type) values ('Test host', 'host', 'linux'), ('Test web', 'web', 'website')
    on conflict do nothing`.execute(db);
  const platform = async (name: string): Promise<number> => {
    const { rows } = await sql<{ id: number }>`select id from platforms where name = ${name}`.execute(db);
    return rows[0]?.id ?? 0;
  };
  const [host, web] = [await platform("Test host"), await platform("Test web")];
  for (const [name, nodes, { off, category } = {}] of assets) {
    await insert("assets", name, {
      org_id: organizationId,
      name,
      address: `${name}.example`,
      platform_id: category === "web" ? web : host,
      category: category ?? "host",
      type: category === "web" ? "website" : "linux",
      protocols: JSON.stringify(
        category === "web" ? [{ name: "http", port: 80 }] : [{ name: "ssh", port: 22 }],
      ),
      is_active: off !== true,
    });
    for (const node of nodes) await link("asset_nodes", { asset_id: ids[name], node_id: ids[node] });
  }
  for (const [asset, name, username, type, active] of accounts) {
    await insert("accounts", `${asset}/${name}`, {
      org_id: organizationId,
      asset_id: ids[asset],
      name,
      username,
      secret_type: type,
      is_active: active,
    });
  }
  for (const name of ["mei", "tom"]) {
    const { rows } = await sql<{ id: string }>`select id from users where username = ${name}`.execute(db);
    if (rows[0] !== undefined) ids[name] = rows[0].id;
    else await insert("users", name, { name, username: name, email: `${name}@example.com` });
  }
  await sql`insert into roles (id, name, scope, builtin) values (${roleIds.organizationUser}, 'OrgUser', 'org', true)
    on conflict do nothing`.execute(db);
  await sql`insert into role_bindings (user_id, role_id, scope, org_id)
    select u.id, ${roleIds.organizationUser}, 'org', ${organizationId} from users u where u.username in ('mei', 'tom')
    on conflict do nothing`.execute(db);
  await insert("user_groups", "builders", { org_id: organizationId, name: "builders" });
  await link("user_group_members", { user_id: ids.mei, usergroup_id: ids.builders });

  let count = 0;
  const permitOne = async (permission: WorldPermission): Promise<string> => {
    const name = permission.name ?? `permission ${++count}`;
    await insert("asset_permissions", name, {
      org_id: organizationId,
      name,
      accounts: JSON.stringify(permission.accounts ?? []),
      actions: permission.actions ?? 1,
      is_active: permission.isActive ?? true,
      date_start: new Date(Date.now() + (permission.starts ?? -86_400) * 1000),
      date_expired: new Date(Date.now() + (permission.expires ?? 864_000) * 1000),
      session_grace_minutes: permission.graceMinutes ?? 0,
      forwarding: [...(permission.forwarding ?? [])],
    });
    const permission_id = ids[name];
    for (const user of permission.users ?? [])
      await link("asset_permission_users", { permission_id, user_id: ids[user] });
    for (const group of permission.groups ?? []) {
      await link("asset_permission_user_groups", { permission_id, group_id: ids[group] });
    }
    for (const asset of permission.assets ?? [])
      await link("asset_permission_assets", { permission_id, asset_id: ids[asset] });
    for (const node of permission.nodes ?? [])
      await link("asset_permission_nodes", { permission_id, node_id: ids[node] });
    return permission_id as string;
  };
  return {
    organizationId,
    ids,
    rootKey,
    async permit(...permissions) {
      await sql`delete from asset_permissions where org_id = ${organizationId}::uuid`.execute(db);
      const made: string[] = [];
      for (const permission of permissions) made.push(await permitOne(permission));
      return made;
    },
  };
}
