import { sharedLabels } from "../dataset/labels.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { below, median, type Row } from "../table.ts";

const limit = 30;

/** A page of domains, of labels, and of the assets with a label, where there are many of all three. */
export async function measureDomains(fixtures: Fixtures): Promise<Row[]> {
  const { admin, dataset } = await fixtures.shared();
  const { rounds, requests, snapshots } = fixtures.sizes;
  const sizes = snapshots.dataset;
  const { id, count: assets } = dataset.large;
  // With those that many assets have, and the one that all have.
  const labels = sizes.labels + sharedLabels + 1;
  const large = (count: number) => count.toLocaleString("en");
  const questions: readonly (readonly [name: string, path: string, count: number])[] = [
    [`15 of ${large(sizes.domains)} domains`, "domains/?limit=15", sizes.domains],
    [`15 of ${large(sizes.labels)} labels`, "labels/?limit=15", labels],
    ["15 labels, the one of all assets first", "labels/?limit=15&order=-name&fields!=assets", labels],
    ["picker of labels", "labels/?limit=10&search=label-0001:value-7", 1],
    [
      `15 of ${large(assets)} assets, by a label`,
      "assets/?limit=15&labels=label-0001:value-7",
      Math.round((assets * 3) / sizes.labels),
    ],
  ];
  const rows: Row[] = [];
  for (const [name, path, count] of questions) {
    const url = `/api/v1/assets/${path}&oid=${id}`;
    const times: number[] = [];
    for (let request = 0; request < Math.max(4, (rounds * requests) / 5); request += 1) {
      const started = performance.now();
      const page = await admin.get(url);
      times.push(performance.now() - started);
      if (page.count !== count) throw new Error(`${path} counts ${page.count}, not ${count}`);
    }
    // The first one plans and compiles.
    rows.push(below(name, median(times.slice(1)), limit));
  }
  return rows;
}
