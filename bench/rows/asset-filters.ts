import type { ApiClient } from "../../e2e/support/api.ts";
import type { Organization } from "../dataset/dataset.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { below, median, type Row } from "../table.ts";

const limit = 30;

/** A page of 15 assets by each of the filters, in an organization of many assets that differ in all of them. */
export async function measureAssetFilters(fixtures: Fixtures): Promise<Row[]> {
  const { admin, dataset } = await fixtures.shared();
  const { id, count } = dataset.large;
  const filters = queries(dataset.large);
  const times = new Map<string, number[]>(Object.keys(filters).map((name) => [name, []]));
  for (let round = 0; round < fixtures.sizes.searches + 1; round += 1) {
    for (const [name, query] of Object.entries(filters)) {
      const milliseconds = await timeOf(admin, id, query);
      // The first round warms caches, plans and the compiler up.
      if (round > 0) times.get(name)?.push(milliseconds);
    }
  }
  const where = `15 of ${count.toLocaleString("en")} assets`;
  return Object.keys(filters).map((name) =>
    below(`${where} by ${name}`, median(times.get(name) ?? []), limit),
  );
}

const rules = (attrs: unknown): string =>
  encodeURIComponent(Buffer.from(JSON.stringify({ type: "attrs", attrs })).toString("base64"));

const queries = ({
  tree: { site, room },
  samples: { asset, domain },
}: Organization): Readonly<Record<string, string>> => ({
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
  "domain (id)": `domain=${domain.id}`,
  "domain (name)": `domain=${domain.name}`,
  protocols: "protocols=rdp,vnc",
  "labels (pair)": "labels=shared-7:value",
  "labels (part)": "labels=shared-7",
  label: "label=shared-7:value&label=shared-8:value",
  domain_enabled: "domain_enabled=true",
  ping_enabled: "ping_enabled=false",
  gather_facts_enabled: "gather_facts_enabled=true",
  change_secret_enabled: "change_secret_enabled=true",
  push_account_enabled: "push_account_enabled=true",
  verify_account_enabled: "verify_account_enabled=true",
  gather_accounts_enabled: "gather_accounts_enabled=true",
  node: `node_id=${room}`,
  "node with everything below": `node_id=${site}`,
  "node itself": `node_id=${site}&show_current_asset=1`,
  "attribute rules (network)": `attr_rules=${rules([{ name: "address", match: "ip_in", value: ["10.0.4.0/24"] }])}`,
  "attribute rules (start)": `attr_rules=${rules([{ name: "name", match: "startswith", value: "host-00001" }])}`,
  "attribute rules (nodes)": `attr_rules=${rules([{ name: "nodes", match: "m2m", value: [site] }])}`,
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
