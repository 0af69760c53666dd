import type { ApiClient } from "../../e2e/support/api.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { below, median, type Row } from "../table.ts";

const limit = 150;
const path = "/api/v1/assets/hosts/?limit=15&offset=0&display=1&draw=1";

/**
 * What people type, in Chinese: a character, two, or more.
 * Each length once with a term that is rare and once with one that is not, because the first makes a page expensive to
 * find and the second a count expensive to make; and a term that is nowhere.
 */
const terms = [
  ["three and more characters, rare", "凤凰备用"],
  ["three and more characters, frequent", "数据库"],
  ["two characters, rare", "凤凰"],
  ["two characters, frequent", "北京"],
  ["one character, rare", "凤"],
  ["one character, frequent", "北"],
  ["one character, nowhere", "龙"],
] as const;

/** The first page and the count of a search in the larger organization, beside the same page without a search. */
export async function measureSearch(fixtures: Fixtures): Promise<Row[]> {
  const { admin, dataset } = await fixtures.shared();
  const { id: organization, count } = dataset.large;
  const { searches } = fixtures.sizes;
  const plain: number[] = [];
  const times = new Map<string, number[]>(terms.map(([, term]) => [term, []]));
  for (let round = 0; round < searches + 1; round += 1) {
    plain.push(await timeOf(admin, organization, "", () => true));
    for (const [name, term] of terms) {
      const isRight = name.endsWith("nowhere")
        ? (found: number) => found === 0
        : (found: number) => found > 0;
      const milliseconds = await timeOf(admin, organization, term, isRight);
      // The first round warms caches, plans and the compiler up.
      if (round > 0) times.get(term)?.push(milliseconds);
    }
  }
  const beside = { name: "without search", milliseconds: median(plain) };
  const where = count.toLocaleString("en");
  return terms.map(([name, term]) =>
    below(`search in ${where} hosts: ${name}`, median(times.get(term) ?? []), limit, beside),
  );
}

async function timeOf(
  admin: ApiClient,
  organization: string,
  term: string,
  isRight: (found: number) => boolean,
): Promise<number> {
  const started = performance.now();
  const page = await admin.get(`${path}&oid=${organization}&search=${encodeURIComponent(term)}`);
  const milliseconds = performance.now() - started;
  if (!isRight(page.count)) throw new Error(`the search for "${term}" finds ${page.count}`);
  return milliseconds;
}
