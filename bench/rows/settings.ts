import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ApiClient } from "../../e2e/support/api.ts";
import { connectionTo } from "../../e2e/support/database.ts";
import { adminPassword, type Product, startProduct } from "../../e2e/support/product.ts";
import { databaseUrlOf } from "../../server/src/testing/database-url.ts";
import { settingCategoryNames } from "../../server/src/testing/setting-categories.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import type { Sizes } from "../sizes.ts";
import { below, inMilliseconds, median, type Row } from "../table.ts";

/** Milliseconds that a settings page may take, and a change on its way to another node. */
const limits = { page: 100, seen: 1_000 };

/** What the pages of the settings take, and how soon a setting that is changed on one node holds on another. */
export async function measureSettings(fixtures: Fixtures): Promise<Row[]> {
  const product = await fixtures.startInstalled();
  try {
    const here = await ApiClient.signIn(product.url, "admin", adminPassword);
    return [await pages(here, fixtures.sizes), await nodes(product, here, fixtures.sizes)];
  } finally {
    await product.dispose();
  }
}

/** Another machine of a cluster: its own processes and data folder, with the database and the key of the first. */
const startNode = (product: Product): Promise<Product> =>
  startProduct({
    environment: {
      SALLYPORT_DATABASE_URL: databaseUrlOf({ connection: connectionTo(product) }),
      SALLYPORT_SECRET_KEY: readFileSync(join(product.dataFolder, "secret.key"), "utf8").trim(),
    },
  });

const address = (category: string) => `/api/v1/settings/setting/?category=${category}`;

/** What a page asks for, of the category that takes longest. */
async function pages(admin: ApiClient, { requests }: Sizes): Promise<Row> {
  let slowest = { name: "", milliseconds: 0 };
  for (const name of settingCategoryNames) {
    const times: number[] = [];
    for (let request = 0; request <= Math.ceil(requests / 6); request += 1) {
      const started = performance.now();
      const { status } = await admin.raw("OPTIONS", address(name));
      if (status !== 200) throw new Error(`the form of ${name} answers ${status}`);
      await admin.get(address(name));
      // The first one warms caches and plans up.
      if (request > 0) times.push(performance.now() - started);
    }
    const milliseconds = median(times);
    if (milliseconds > slowest.milliseconds) slowest = { name, milliseconds };
  }
  const amount = settingCategoryNames.length;
  return below(
    `settings of ${slowest.name}, the slowest of ${amount} categories`,
    slowest.milliseconds,
    limits.page,
  );
}

async function nodes(product: Product, here: ApiClient, sizes: Sizes): Promise<Row> {
  const node = await startNode(product);
  try {
    return await seen(here, await ApiClient.signIn(node.url, "admin", adminPassword), sizes);
  } finally {
    await node.dispose();
  }
}

/** How long after the answer to a change the other node goes by it, at worst. */
async function seen(here: ApiClient, there: ApiClient, { requests }: Sizes): Promise<Row> {
  const key = "SECURITY_PASSWORD_MIN_LENGTH";
  const change = (length: number) => here.patch(address("security_password"), { [key]: length });
  const before: number = (await here.get(address("security_password")))[key];
  const times: number[] = [];
  for (let round = 0; round < requests; round += 1) {
    const length = before + 1 + (round % 2);
    await change(length);
    const changed = performance.now();
    while ((await there.get("/api/v1/settings/public/")).PASSWORD_RULE[key] !== length);
    times.push(performance.now() - changed);
  }
  await change(before);
  const worst = Math.max(...times);
  const row = below("a setting changed on one node, on another, at worst", worst, limits.seen);
  return { ...row, beside: `in the middle ${inMilliseconds(median(times))}` };
}
