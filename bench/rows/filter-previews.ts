import type { ApiClient } from "../../e2e/support/api.ts";
import type { Organization } from "../dataset/dataset.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { below, median, type Row } from "../table.ts";

/** Milliseconds until the form of a rule tells how many fit. */
const limit = 200;

/** How many users or assets a filter fits, as the form of a rule asks while it is written. */
export async function measureFilterPreviews(fixtures: Fixtures): Promise<Row[]> {
  const { admin, dataset } = await fixtures.shared();
  const { large } = dataset;
  const asked = [
    ...Object.entries(assetRules(large)).map(([name, rule]) => ({
      name: `preview of ${large.count.toLocaleString("en")} assets by ${name}`,
      path: previewPath("assets/assets", rule, large.id),
    })),
    ...Object.entries(userRules).map(([name, rule]) => ({
      name: `preview of ${dataset.users.users.toLocaleString("en")} users by ${name}`,
      path: previewPath("users/users", rule, rootOrganization),
    })),
  ];
  const rows: Row[] = [];
  for (const { name, path } of asked) {
    // The first warms caches, plans and the compiler up.
    await timeOf(admin, path);
    const times: number[] = [];
    for (let round = 0; round < fixtures.sizes.searches; round += 1) times.push(await timeOf(admin, path));
    rows.push(below(name, median(times), limit));
  }
  return rows;
}

const rootOrganization = "00000000-0000-0000-0000-000000000000";

const assetRules = ({ tree: { site } }: Organization) => ({
  start: { name: "name", match: "startswith", value: "host-00001" },
  part: { name: "name", match: "contains", value: "7" },
  network: { name: "address", match: "ip_in", value: ["10.0.0.0/8"] },
  expression: { name: "name", match: "regex", value: "[02468]$" },
  "expression with a word boundary": { name: "name", match: "regex", value: "\\b0*\\d[02468]$" },
  node: { name: "nodes", match: "m2m", value: [site] },
  category: { name: "category", match: "in", value: ["host", "database"] },
});

const userRules = {
  part: { name: "username", match: "contains", value: "1" },
  expression: { name: "username", match: "regex", value: "[02468]$" },
  "expression without regard to case": { name: "username", match: "regex", value: "(?i)^PERSON-.*[02468]$" },
  activity: { name: "is_active", match: "exact", value: true },
};

function previewPath(list: string, rule: unknown, organization: string): string {
  const filter = Buffer.from(JSON.stringify({ type: "attrs", attrs: [rule] })).toString("base64");
  return `/api/v1/${list}/?limit=1&oid=${organization}&attr_rules=${encodeURIComponent(filter)}`;
}

async function timeOf(admin: ApiClient, path: string): Promise<number> {
  const started = performance.now();
  await admin.get(path);
  return performance.now() - started;
}
