import { sql } from "kysely";
import { test } from "vitest";
import { createTestProduct } from "../../testing/product.ts";
import { effectiveAccounts } from "./effective-permissions.ts";
import { permittedAssets } from "./permitted-assets.ts";
import { permissionScope } from "./valid-permissions.ts";

const org = "00000000-0000-0000-0000-000000000002";
test("scale", { timeout: 600_000 }, async () => {
  const p = await createTestProduct();
  const { db } = p.database;
  const big = await p.createUser({ username: "big", name: "big" });
  const small = await p.createUser({ username: "small", name: "small" });
  const {
    rows: [root],
  } = await sql<{
    id: string;
    key: string;
  }>`select id, key from nodes where org_id=${org} and parent_id is null`.execute(db);
  await sql`insert into nodes (org_id, parent_id, key, value, full_value) select ${org}, ${root!.id}::uuid, ${root!.key} || ':' || (100+i), 'n'||i, '/d/n'||i from generate_series(1,100) i`.execute(
    db,
  );
  await sql`insert into nodes (org_id, parent_id, key, value, full_value) select ${org}, n.id, n.key || ':' || i, 'm'||i, n.full_value||'/m'||i from nodes n, generate_series(1,99) i where n.parent_id=${root!.id}::uuid`.execute(
    db,
  );
  const {
    rows: [plat],
  } = await sql<{
    id: number;
    type: string;
  }>`select id, type from platforms where category='host' order by id limit 1`.execute(db);
  const t0 = Date.now();
  await sql`insert into assets (org_id, name, address, platform_id, category, type, protocols) select ${org}, 'asset-'||lpad(i::text,6,'0'), '10.0.'||(i/256)||'.'||(i%256), ${plat!.id}, 'host', ${plat!.type}, '[{"name":"ssh","port":22}]' from generate_series(1,100000) i`.execute(
    db,
  );
  await sql`insert into asset_nodes (asset_id, node_id) select a.id, n.id from (select id, row_number() over (order by name) - 1 as i from assets) a join (select id, row_number() over (order by key) - 1 as i from nodes where key like ${root!.key + ":%:%"}) n on n.i = a.i % 9900`.execute(
    db,
  );
  await sql`insert into accounts (org_id, asset_id, name, username) select org_id, id, 'root', 'root' from assets`.execute(
    db,
  );
  console.log("filled", Date.now() - t0);
  await sql`insert into asset_permissions (org_id, name, accounts) select ${org}, 'p'||i, '["@ALL"]' from generate_series(1,5000) i`.execute(
    db,
  );
  await sql`insert into asset_permission_users (permission_id, user_id) select id, ${big.id}::uuid from asset_permissions`.execute(
    db,
  );
  await sql`insert into asset_permission_nodes (permission_id, node_id) select distinct pp.id, n.id from (select id, row_number() over (order by name)-1 as i from asset_permissions) pp join (select id, row_number() over (order by key)-1 as i from nodes where key like ${root!.key + ":%"}) n on n.i % 5000 = pp.i`.execute(
    db,
  );
  await sql`insert into asset_permission_assets (permission_id, asset_id) select pp.id, a.id from (select id, row_number() over (order by name)-1 as i from asset_permissions) pp join (select id, row_number() over (order by name)-1 as i from assets) a on a.i % 5000 = pp.i where a.i < 20000`.execute(
    db,
  );
  await sql`insert into asset_permissions (org_id, name, accounts) values (${org}, 'small', '["@ALL"]')`.execute(
    db,
  );
  await sql`insert into asset_permission_users (permission_id, user_id) select id, ${small.id}::uuid from asset_permissions where name='small'`.execute(
    db,
  );
  await sql`insert into asset_permission_nodes (permission_id, node_id) select p.id, (select id from nodes where key=${root!.key + ":150"}) from asset_permissions p where name='small'`.execute(
    db,
  );
  await sql`analyze`.execute(db);
  const time = async (name: string, f: () => Promise<unknown>) => {
    const times: number[] = [];
    let last: any;
    for (let i = 0; i < 7; i++) {
      const s = performance.now();
      last = await f();
      times.push(performance.now() - s);
    }
    times.sort((a, b) => a - b);
    const body = last?.body;
    console.log(
      name,
      "median",
      times[3]!.toFixed(1),
      "min",
      times[0]!.toFixed(1),
      "max",
      times[6]!.toFixed(1),
      JSON.stringify(body?.count ?? body?.length ?? last?.length ?? ""),
    );
  };
  for (const who of [big, small]) {
    console.log("== ", who.username);
    const c = await p.signIn(who.id);
    await time("assets?limit=15 first", () => {
      (globalThis as any).x = 1;
      return c.call("GET", "perms/users/my/assets/?limit=15");
    });
    await time("assets?limit=15", () => c.call("GET", "perms/users/my/assets/?limit=15"));
    await time("assets?limit=15&offset=5000", () =>
      c.call("GET", "perms/users/my/assets/?limit=15&offset=5000"),
    );
    await time("assets?limit=15&search=asset-0500", () =>
      c.call("GET", "perms/users/my/assets/?limit=15&search=asset-0500"),
    );
    await time("children-with-assets top", () =>
      c.call("GET", "perms/users/my/nodes/children-with-assets/tree/"),
    );
    await time("children key 150", () =>
      c.call("GET", `perms/users/my/nodes/children-with-assets/tree/?key=${root!.key}:150`),
    );
    await time("assets/tree search", () => c.call("GET", "perms/users/my/assets/tree/?search=asset-0500"));
    await time("whole tree nodes", () => c.call("GET", "perms/users/my/nodes/tree/"));
    const {
      rows: [a],
    } = await sql<{
      id: string;
    }>`select id from assets t where t.id in (${permittedAssets(await permissionScope(db, who.id, org))}) limit 1`.execute(
      db,
    );
    await time("accounts of asset", () => c.call("GET", `perms/users/my/assets/${a!.id}/accounts/`));
    await time("effectiveAccounts", () => effectiveAccounts(db, who, a!.id));
  }
  const admin = p.administrator;
  await time("permission list limit=15", () => admin.call("GET", "perms/asset-permissions/?limit=15"));
  await time("permission list asset_id", async () =>
    admin.call("GET", `perms/asset-permissions/?limit=15&user_id=${big.id}`),
  );
  await p.close();
});
