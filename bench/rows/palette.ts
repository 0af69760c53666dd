import { ApiClient } from "../../e2e/support/api.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { judged, median, type Row } from "../table.ts";

/** Milliseconds in which the palette has to have its answer. */
const limit = 100;

const rootOrganization = "00000000-0000-0000-0000-000000000000";

/** What people type: rare and frequent, nowhere, two words, and Chinese, which trigrams may not know. */
const terms = [
  ["rare", "host-0000042"],
  ["frequent", "host"],
  ["nowhere", "zebra-9"],
  ["two words", "root host-0000042"],
  ["one letter", "h"],
  ["a person", "person-000123"],
  ["four Chinese characters, rare", "凤凰备用"],
  ["two Chinese characters, rare", "凤凰"],
  ["one Chinese character, frequent", "北"],
  ["one Chinese character, nowhere", "龙"],
] as const;

/** The search of the command palette: through everything, and through what somebody is granted by many permissions. */
export async function measurePalette(fixtures: Fixtures): Promise<Row[]> {
  const { admin, product, dataset } = await fixtures.shared();
  const { large, grants, users, sessions } = dataset;
  const { username, password } = grants.holder;
  const holder = await (await ApiClient.signIn(product.url, username, password)).acceptTerms();
  const assets = large.count.toLocaleString("en");
  const everything = `${assets} assets, ${users.users.toLocaleString("en")} users, ${sessions.toLocaleString("en")} sessions`;
  return [
    ...(await measure(admin, rootOrganization, `palette search, ${everything}`, fixtures)),
    ...(await measure(holder, large.id, `palette search, ${assets} assets of one's own`, fixtures)),
  ];
}

async function measure(
  caller: ApiClient,
  organization: string,
  where: string,
  { sizes: { searches } }: Fixtures,
): Promise<Row[]> {
  const times = new Map<string, number[]>(terms.map(([, term]) => [term, []]));
  for (let round = 0; round < searches + 1; round += 1) {
    for (const [name, term] of terms) {
      const milliseconds = await timeOf(caller, organization, term, name.endsWith("nowhere"));
      // The first round warms caches, plans and the compiler up.
      if (round > 0) times.get(term)?.push(milliseconds);
    }
  }
  return terms.map(([name, term]) => {
    const measured = times.get(term) ?? [];
    const worst = percentile(measured, 95);
    return judged(
      `${where}: ${name}`,
      `${median(measured).toFixed(1)} ms, p95 ${worst.toFixed(1)} ms`,
      `< ${limit} ms`,
      worst < limit,
    );
  });
}

const percentile = (values: readonly number[], percent: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil((values.length * percent) / 100) - 1] ?? Number.NaN;

interface Answer {
  readonly groups: readonly { readonly results: readonly unknown[]; readonly incomplete: boolean }[];
}

async function timeOf(
  caller: ApiClient,
  organization: string,
  term: string,
  isNowhere: boolean,
): Promise<number> {
  const started = performance.now();
  const { groups }: Answer = await caller.get(
    `/api/v1/sallyport/search/?oid=${organization}&search=${encodeURIComponent(term)}`,
  );
  const milliseconds = performance.now() - started;
  if (groups.some(({ incomplete }) => incomplete))
    throw new Error(`the search for "${term}" left something out`);
  if (isNowhere && groups.some(({ results }) => results.length > 0)) throw new Error(`"${term}" is found`);
  return milliseconds;
}
