import type pg from "pg";
import type { ApiClient } from "../../e2e/support/api.ts";
import type { Grants } from "./dataset.ts";

const memberRole = "00000000-0000-0000-0000-000000000007";

/** Creates the user who is to be granted everything: through the API, which hashes the password. */
export async function createHolder(admin: ApiClient, organization: string): Promise<Grants["holder"]> {
  const holder = { username: "holder", password: "Quiet-Meadow-77" };
  const { id } = await admin.post(`/api/v1/users/users/?oid=${organization}`, {
    name: "Holder",
    email: "holder@example.com",
    password_strategy: "custom",
    ...holder,
  });
  return { id, ...holder };
}

/**
 * Creates permissions, half of them for the holder and half for a group the holder is in; each rack in `numbered_racks`
 * is named by one of them, and each of the first assets in `numbered_assets` by one more.
 */
export async function createPermissions(
  database: pg.Client,
  organization: string,
  holder: Grants["holder"],
  permissions: number,
): Promise<Grants> {
  const run = (text: string, ...values: unknown[]) => database.query(text, values);
  await run(
    `with colleague as (
       insert into users (name, username, email)
       select 'Colleague ' || n, 'colleague-' || n, 'colleague-' || n || '@example.com' from generate_series(1, 24) as n
       returning id
     ) insert into role_bindings (user_id, role_id, scope, org_id) select id, $2::uuid, 'org', $1::uuid from colleague`,
    organization,
    memberRole,
  );
  const team = await run(
    "insert into user_groups (name, org_id) values ('Team', $1) returning id",
    organization,
  );
  const group = team.rows[0].id as string;
  await run(
    `insert into user_group_members (user_id, usergroup_id)
     select id, $1::uuid from users where username like 'colleague-%' or id = $2::uuid`,
    group,
    holder.id,
  );
  await run("create temp table numbered_permissions (n integer primary key, id uuid) on commit drop");
  await run(
    "insert into numbered_permissions select n, gen_random_uuid() from generate_series(0, $1::int - 1) as n",
    permissions,
  );
  await run(
    `insert into asset_permissions (id, org_id, name, accounts)
     select id, $1, 'grant ' || lpad(n::text, 6, '0'), '["root", "@INPUT"]' from numbered_permissions`,
    organization,
  );
  await run(
    `insert into asset_permission_users (permission_id, user_id)
     select id, $1::uuid from numbered_permissions where n % 2 = 0`,
    holder.id,
  );
  await run(
    `insert into asset_permission_user_groups (permission_id, group_id)
     select id, $1::uuid from numbered_permissions where n % 2 = 1`,
    group,
  );
  await run(
    `insert into asset_permission_nodes (permission_id, node_id)
     select p.id, r.id from numbered_racks r join numbered_permissions p on p.n = r.n % $1`,
    permissions,
  );
  await run(
    `insert into asset_permission_assets (permission_id, asset_id)
     select p.id, a.id from numbered_assets a join numbered_permissions p on p.n = (a.n - 1) / 4`,
  );
  const found = await run(
    `select a.id as asset, n.permission_id as permission
     from numbered_assets a join asset_nodes l on l.asset_id = a.id
     join asset_permission_nodes n on n.node_id = l.node_id
     where a.n > 4 * $1::int order by a.n limit 1`,
    permissions,
  );
  return { permissions, holder, group, ...found.rows[0] };
}
