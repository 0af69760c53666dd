import pg from "pg";
import type { ApiClient } from "../../e2e/support/api.ts";
import type { World } from "../../e2e/support/world.ts";
import type { Sizes } from "../sizes.ts";
import { median, type Row } from "../table.ts";

const path = "/api/v1/assets/hosts/?limit=15&offset=0&display=1&draw=1";

/**
 * A list page of 15 hosts, over HTTP with a signed-in session, while the table holds few and many assets. The
 * two sizes are two organizations of one product, asked in turn, so that both meet the same machine.
 */
export async function measureLists(world: World, sizes: Sizes): Promise<Row[]> {
  const [small, large] = sizes.assets;
  const organizations = await Promise.all(
    sizes.assets.map((count) => createOrganization(world.admin, count)),
  );
  const database = new pg.Client({
    host: `${world.product.dataFolder}/postgres/socket`,
    user: "sallyport",
    database: "sallyport",
  });
  await database.connect();
  try {
    for (const [index, count] of sizes.assets.entries()) {
      await fill(database, world.hostId, organizations[index] ?? "", count);
    }
    await database.query("vacuum analyze");
  } finally {
    await database.end();
  }
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < sizes.rounds + 1; round += 1) {
    for (let request = 0; request < sizes.requests; request += 1) {
      for (const index of [0, 1] as const) {
        const milliseconds = await timeOf(world.admin, organizations[index] ?? "", sizes.assets[index]);
        // The first round warms caches, plans and the compiler up.
        if (round > 0) times[index].push(milliseconds);
      }
    }
  }
  const [few, many] = [median(times[0]), median(times[1])];
  const name = (count: number) => `15 of ${count.toLocaleString("en")} hosts`;
  return [
    { name: name(small), value: `${few.toFixed(1)} ms`, target: "< 15 ms", met: few < 15 },
    { name: name(large), value: `${many.toFixed(1)} ms`, target: "< 15 ms", met: many < 15 },
    {
      name: "cost of the larger list",
      value: `${(many / few).toFixed(2)} ×`,
      target: "<= 2 ×",
      met: many / few <= 2,
    },
  ];
}

async function createOrganization(admin: ApiClient, count: number): Promise<string> {
  const { id } = await admin.post("/api/v1/orgs/orgs/", { name: `${count} assets` });
  return id;
}

/** Copies one host until the organization has `count`, each below its root node. */
async function fill(database: pg.Client, hostId: string, organization: string, count: number): Promise<void> {
  const { rows } = await database.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_name = 'assets' and is_generated = 'NEVER' and column_name not in ('id', 'org_id', 'name', 'address')`,
  );
  const copied = rows.map(({ name }) => `"${name}"`).join(", ");
  await database.query("begin");
  await database.query(
    `insert into assets (org_id, name, address, ${copied})
     select $1, 'host-' || lpad(n::text, 7, '0'), '10.' || (n / 65536) || '.' || (n / 256 % 256) || '.' || (n % 256), ${copied}
     from assets, generate_series(1, $3::int) as n where id = $2`,
    [organization, hostId, count],
  );
  await database.query(
    `insert into asset_nodes (asset_id, node_id)
     select a.id, n.id from assets a join nodes n on n.org_id = a.org_id and n.parent_id is null where a.org_id = $1`,
    [organization],
  );
  await database.query("commit");
}

async function timeOf(admin: ApiClient, organization: string, count: number): Promise<number> {
  const started = performance.now();
  const page = await admin.get(`${path}&oid=${organization}`);
  const milliseconds = performance.now() - started;
  if (page.count !== count || page.results.length !== Math.min(15, count)) {
    throw new Error(`the list answers ${page.results.length} of ${page.count} rows, not of ${count}`);
  }
  return milliseconds;
}
