import pg from "pg";
import type { ApiClient } from "../../e2e/support/api.ts";
import { buildEstates } from "../fixtures/estate.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { below, median, type Row, unmeasured } from "../table.ts";

const limit = 30;

/** What the assets of the estate differ in: how many there are of each. */
const spread = { platforms: [1, 2, 3, 5, 6], domains: 100, labels: 50, nodes: 1_000 } as const;

/** A page of 15 assets by each of the filters, in an organization of many assets that differ in all of them. */
export async function measureAssetFilters(fixtures: Fixtures): Promise<Row[]> {
  if (fixtures.worldMissing !== null)
    return [unmeasured("asset filters", fixtures.worldMissing, `< ${limit} ms`)];
  const world = await fixtures.world();
  const [, count] = fixtures.sizes.assets;
  const [estate] = await buildEstates(world, [count], "assets that differ");
  if (estate === undefined) throw new Error("there is no estate");
  const ids = await spreadOut(world.product.dataFolder, estate.organization);
  const filters = queries(ids);
  const times = new Map<string, number[]>(Object.keys(filters).map((name) => [name, []]));
  for (let round = 0; round < fixtures.sizes.searches + 1; round += 1) {
    for (const [name, query] of Object.entries(filters)) {
      const milliseconds = await timeOf(world.admin, estate.organization, query);
      // The first round warms caches, plans and the compiler up.
      if (round > 0) times.get(name)?.push(milliseconds);
    }
  }
  const where = `15 of ${count.toLocaleString("en")} assets`;
  return Object.keys(filters).map((name) =>
    below(`${where} by ${name}`, median(times.get(name) ?? []), limit),
  );
}

interface Ids {
  readonly domain: string;
  readonly node: string;
  readonly branch: string;
  readonly asset: string;
}

const rules = (attrs: unknown): string =>
  encodeURIComponent(Buffer.from(JSON.stringify({ type: "attrs", attrs })).toString("base64"));

const queries = ({ domain, node, branch, asset }: Ids): Readonly<Record<string, string>> => ({
  nothing: "",
  id: `id=${asset}`,
  name: "name=nobody",
  address: "address=10.0.0.9",
  ips: "ips=10.0.0.9,10.0.1.7,10.0.2.5",
  is_active: "is_active=false",
  "platform (id)": "platform=5",
  "platform (name)": "platform=Windows",
  category: "category=host",
  type: "type=windows",
  "domain (id)": `domain=${domain}`,
  "domain (name)": "domain=domain-17",
  protocols: "protocols=rdp,vnc",
  "labels (pair)": "labels=label-7:value",
  "labels (part)": "labels=label-7",
  label: "label=label-7:value&label=label-8:value",
  domain_enabled: "domain_enabled=true",
  ping_enabled: "ping_enabled=false",
  gather_facts_enabled: "gather_facts_enabled=true",
  change_secret_enabled: "change_secret_enabled=true",
  push_account_enabled: "push_account_enabled=true",
  verify_account_enabled: "verify_account_enabled=true",
  gather_accounts_enabled: "gather_accounts_enabled=true",
  node: `node_id=${node}`,
  "node with everything below": `node_id=${branch}`,
  "node itself": `node_id=${branch}&show_current_asset=1`,
  "attribute rules (network)": `attr_rules=${rules([{ name: "address", match: "ip_in", value: ["10.0.4.0/24"] }])}`,
  "attribute rules (start)": `attr_rules=${rules([{ name: "name", match: "startswith", value: "host-00001" }])}`,
  "attribute rules (nodes)": `attr_rules=${rules([{ name: "nodes", match: "m2m", value: [branch] }])}`,
  search: "search=凤凰备用",
  "order by connectivity": "order=connectivity",
  "order by platform": "order=-platform",
  "order by date_updated": "order=-date_updated",
});

async function timeOf(admin: ApiClient, organization: string, query: string): Promise<number> {
  const started = performance.now();
  await admin.get(`/api/v1/assets/assets/?limit=15&offset=0&oid=${organization}&${query}`);
  return performance.now() - started;
}

/** Gives the assets platforms, domains, labels, and nodes below ten branches of the tree. */
async function spreadOut(dataFolder: string, organization: string): Promise<Ids> {
  const database = new pg.Client({
    host: `${dataFolder}/postgres/socket`,
    user: "sallyport",
    database: "sallyport",
  });
  await database.connect();
  const run = async (text: string, ...values: readonly unknown[]) =>
    (await database.query(text, [...values])).rows;
  try {
    await run("begin");
    await run(
      `insert into domains (org_id, name) select $1, 'domain-' || n from generate_series(1, $2::int) n`,
      organization,
      spread.domains,
    );
    await run(
      `insert into labels (org_id, name, value) select $1, 'label-' || n, 'value' from generate_series(1, $2::int) n`,
      organization,
      spread.labels,
    );
    await run(
      `with numbered as (
         select id, row_number() over (order by name) as n from assets where org_id = $1
       ), domain as (
         select id, row_number() over (order by name) - 1 as n from domains where org_id = $1
       )
       update assets a set is_active = x.n % 50 <> 0, platform_id = p.id, type = p.type,
         domain_id = case when x.n % 3 = 0 then domain.id end,
         protocols = case when x.n % 10 = 0 then '[{"name":"rdp","port":3389}]' else a.protocols end,
         connectivity = (array['-', 'ok', 'err'])[1 + x.n % 3]
       from numbered x
       join domain on domain.n = x.n % $2::int
       join platforms p on p.id = ($3::int[])[1 + x.n % cardinality($3::int[])]
       where a.id = x.id`,
      organization,
      spread.domains,
      spread.platforms,
    );
    await run(
      `insert into asset_labels (asset_id, label_id)
       select a.id, l.id from (select id, row_number() over (order by name) as n from assets where org_id = $1) a
       join (select id, row_number() over (order by name) - 1 as n from labels where org_id = $1) l
         on l.n in (a.n % $2::int, (a.n + 1) % $2::int)`,
      organization,
      spread.labels,
    );
    await run(
      `with branches as (
         insert into nodes (org_id, parent_id, key, value, full_value)
         select r.org_id, r.id, r.key || ':' || n, 'branch ' || n, r.full_value || '/branch ' || n
         from nodes r, generate_series(1, 10) n where r.org_id = $1 and r.parent_id is null
         returning id, org_id, key, full_value
       )
       insert into nodes (org_id, parent_id, key, value, full_value)
       select b.org_id, b.id, b.key || ':' || n, 'leaf ' || n, b.full_value || '/leaf ' || n
       from branches b, generate_series(1, $2::int) n`,
      organization,
      spread.nodes / 10,
    );
    await run(
      `insert into asset_nodes (asset_id, node_id)
       select a.id, l.id from (select id, row_number() over (order by name) as n from assets where org_id = $1) a
       join (select id, row_number() over (order by key) - 1 as n from nodes where org_id = $1 and value like 'leaf%') l
         on l.n = a.n % $2::int`,
      organization,
      spread.nodes,
    );
    await run("commit");
    await run("vacuum analyze");
    const [ids] = await run(
      `select (select id from domains where org_id = $1 and name = 'domain-17') as domain,
         (select id from nodes where org_id = $1 and value = 'leaf 7' order by key limit 1) as node,
         (select id from nodes where org_id = $1 and value = 'branch 3') as branch,
         (select id from assets where org_id = $1 limit 1) as asset`,
      organization,
    );
    return ids;
  } finally {
    await database.end();
  }
}
