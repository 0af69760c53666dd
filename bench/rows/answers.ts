import type { ApiClient } from "../../e2e/support/api.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { below, median, type Row } from "../table.ts";

const limit = 5;

/** What every page asks for before it shows anything. */
const questions = [
  ["metadata of hosts (OPTIONS)", "OPTIONS", "/api/v1/assets/hosts/"],
  ["profile", "GET", "/api/v1/users/profile/"],
  ["public settings", "GET", "/api/v1/settings/public/"],
] as const;

/** The cheapest answer there is, a fixed text: what HTTP alone costs in this client and this server. */
const cheapest = "/robots.txt";

/** Small answers, over HTTP with a signed-in session, beside one that does nothing. */
export async function measureAnswers(fixtures: Fixtures): Promise<Row[]> {
  const { admin } = await fixtures.shared();
  const { rounds, requests } = fixtures.sizes;
  const floor: number[] = [];
  const times = new Map<string, number[]>(questions.map(([name]) => [name, []]));
  for (let round = 0; round < rounds + 1; round += 1) {
    for (let request = 0; request < requests; request += 1) {
      floor.push(await timeOf(admin, "GET", cheapest));
      for (const [name, method, path] of questions) {
        const milliseconds = await timeOf(admin, method, path);
        // The first round warms caches, plans and the compiler up.
        if (round > 0) times.get(name)?.push(milliseconds);
      }
    }
  }
  const beside = { name: "a fixed text", milliseconds: median(floor) };
  return questions.map(([name]) => below(name, median(times.get(name) ?? []), limit, beside));
}

async function timeOf(admin: ApiClient, method: string, path: string): Promise<number> {
  const started = performance.now();
  const { status } = await admin.raw(method, path);
  const milliseconds = performance.now() - started;
  if (status !== 200) throw new Error(`${method} ${path} answers ${status}`);
  return milliseconds;
}
