import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/database.ts";
import { roleIds } from "../../roles/index.ts";
import type { ModelPermission, ModelWorld } from "./model.ts";

/** The ids under which a model is in the database, by position. */
export interface InstalledModel {
  readonly orgs: readonly string[];
  readonly nodes: readonly string[];
  readonly assets: readonly string[];
  readonly accounts: readonly string[];
  readonly users: readonly string[];
  readonly groups: readonly string[];
  readonly permissions: readonly string[];
  readonly rootKeys: readonly string[];
}

/** Rows of a table, each object of the list one; the columns are those of the first. */
async function insert(db: Kysely<Database>, table: string, rows: readonly Record<string, unknown>[]) {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first).map((column) => sql.ref(column));
  const values = rows.map((row) => sql`(${sql.join(Object.values(row))})`);
  await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values ${sql.join(values)}`.execute(db);
}

const hours = (count: number): Date => new Date(Date.now() + count * 3_600_000);

/** What a stored permission holds beside its links. */
export const permissionColumns = ({ accounts, actions, isActive, starts, expires }: ModelPermission) => ({
  accounts: JSON.stringify(accounts),
  actions,
  is_active: isActive,
  date_start: hours(starts),
  date_expired: hours(expires),
});

let installed = 0;

/** Replaces what a database holds by a model. */
export async function installModel(db: Kysely<Database>, world: ModelWorld): Promise<InstalledModel> {
  installed += 1;
  for (const table of ["asset_permissions", "assets", "nodes", "user_groups", "users"]) {
    await sql`delete from ${sql.table(table)}`.execute(db);
  }
  await sql`insert into platforms (id, name, category, type) values (990, 'Model host', 'host', 'linux') on conflict do nothing`.execute(
    db,
  );
  await sql`insert into roles (id, name, scope, builtin) values (${roleIds.organizationUser}, 'OrgUser', 'org', true) on conflict do nothing`.execute(
    db,
  );
  const fresh = (list: readonly unknown[]): string[] => list.map(() => randomUUID());
  const orgs = fresh([0, 1]);
  await insert(
    db,
    "organizations",
    orgs.map((id) => ({ id, name: `Model ${id}` })),
  );
  const rootKeys = orgs.map((_org, at) => String(1000 + installed * 2 + at));
  const ids = {
    orgs,
    rootKeys,
    nodes: fresh(world.nodes),
    assets: fresh(world.assets),
    accounts: fresh(world.accounts),
    users: fresh(world.users),
    groups: fresh(world.groups),
    permissions: fresh(world.permissions),
  };
  const depth = (key: string): number => (key === "" ? 0 : key.split(":").length);
  const parentOf = ({ org, key }: ModelWorld["nodes"][number]): string | null => {
    if (key === "") return null;
    const above = key.includes(":") ? key.slice(0, key.lastIndexOf(":")) : "";
    return ids.nodes[world.nodes.findIndex((node) => node.org === org && node.key === above)] ?? null;
  };
  for (const level of [0, 1, 2, 3]) {
    await insert(
      db,
      "nodes",
      world.nodes.flatMap((node, at) =>
        depth(node.key) !== level
          ? []
          : [
              {
                id: ids.nodes[at],
                org_id: orgs[node.org],
                parent_id: parentOf(node),
                key: [rootKeys[node.org], node.key].filter((part) => part !== "").join(":"),
                value: `node ${node.key}`,
                full_value: `/${node.key}`,
              },
            ],
      ),
    );
  }
  await insert(
    db,
    "assets",
    world.assets.map(({ org, isActive }, at) => ({
      id: ids.assets[at],
      org_id: orgs[org],
      name: `asset ${at}`,
      address: "192.0.2.1",
      platform_id: 990,
      category: "host",
      type: "linux",
      is_active: isActive,
    })),
  );
  const pairs = <T>(
    list: readonly T[],
    own: readonly string[],
    other: readonly string[],
    of: (one: T) => readonly number[],
  ) => list.flatMap((one, at) => of(one).map((to) => [own[at], other[to]] as const));
  const link = (table: string, own: string, other: string, rows: readonly (readonly unknown[])[]) =>
    insert(
      db,
      table,
      rows.map(([one, to]) => ({ [own]: one, [other]: to })),
    );
  await link(
    "asset_nodes",
    "asset_id",
    "node_id",
    pairs(world.assets, ids.assets, ids.nodes, (one) => one.nodes),
  );
  await insert(
    db,
    "accounts",
    world.accounts.map(({ asset, username, type, isActive }, at) => ({
      id: ids.accounts[at],
      org_id: orgs[world.assets[asset]?.org ?? 0],
      asset_id: ids.assets[asset],
      name: `${username} ${type}`,
      username,
      secret_type: type,
      is_active: isActive,
    })),
  );
  await insert(
    db,
    "users",
    world.users.map(({ username }, at) => ({
      id: ids.users[at],
      name: username,
      username,
      email: `${username}@example.com`,
    })),
  );
  await insert(
    db,
    "role_bindings",
    world.users.flatMap((user, at) =>
      user.orgs.map((org) => ({
        user_id: ids.users[at],
        role_id: roleIds.organizationUser,
        scope: "org",
        org_id: orgs[org],
      })),
    ),
  );
  await insert(
    db,
    "user_groups",
    world.groups.map(({ org }, at) => ({ id: ids.groups[at], org_id: orgs[org], name: `group ${at}` })),
  );
  await link(
    "user_group_members",
    "usergroup_id",
    "user_id",
    pairs(world.groups, ids.groups, ids.users, (one) => one.members),
  );
  await insert(
    db,
    "asset_permissions",
    world.permissions.map((permission, at) => ({
      id: ids.permissions[at],
      org_id: orgs[permission.org],
      name: `permission ${at}`,
      ...permissionColumns(permission),
    })),
  );
  const own = ids.permissions;
  const { permissions } = world;
  await link(
    "asset_permission_users",
    "permission_id",
    "user_id",
    pairs(permissions, own, ids.users, (one) => one.users),
  );
  await link(
    "asset_permission_user_groups",
    "permission_id",
    "group_id",
    pairs(permissions, own, ids.groups, (one) => one.groups),
  );
  await link(
    "asset_permission_assets",
    "permission_id",
    "asset_id",
    pairs(permissions, own, ids.assets, (one) => one.assets),
  );
  await link(
    "asset_permission_nodes",
    "permission_id",
    "node_id",
    pairs(permissions, own, ids.nodes, (one) => one.nodes),
  );
  return ids;
}
