import type { ApiClient } from "../../e2e/support/api.ts";
import type { Organization } from "../dataset/dataset.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { below, judged, median, type Row } from "../table.ts";

const limit = 15;
const path = "/api/v1/assets/hosts/?limit=15&offset=0&display=1&draw=1";

/**
 * A list page of 15 hosts, over HTTP with a signed-in session, while the table holds few and many assets. The
 * two sizes are two organizations of one product, asked in turn, so that both meet the same machine.
 */
export async function measureLists(fixtures: Fixtures): Promise<Row[]> {
  const { admin, dataset } = await fixtures.shared();
  const organizations = [dataset.small, dataset.large] as const;
  const { rounds, requests } = fixtures.sizes;
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds + 1; round += 1) {
    for (let request = 0; request < requests; request += 1) {
      for (const index of [0, 1] as const) {
        const milliseconds = await timeOf(admin, organizations[index]);
        // The first round warms caches, plans and the compiler up.
        if (round > 0) times[index].push(milliseconds);
      }
    }
  }
  const [few, many] = [median(times[0]), median(times[1])];
  const [small, large] = organizations.map(({ count }) => `15 of ${count.toLocaleString("en")} hosts`) as [
    string,
    string,
  ];
  return [
    below(small, few, limit),
    below(large, many, limit, { name: small, milliseconds: few }),
    judged("cost of the larger list", `${(many / few).toFixed(2)} ×`, "<= 2 ×", many / few <= 2),
  ];
}

async function timeOf(admin: ApiClient, { id, count }: Organization): Promise<number> {
  const started = performance.now();
  const page = await admin.get(`${path}&oid=${id}`);
  const milliseconds = performance.now() - started;
  if (page.count !== count || page.results.length !== Math.min(15, count)) {
    throw new Error(`the list answers ${page.results.length} of ${page.count} rows, not of ${count}`);
  }
  return milliseconds;
}
