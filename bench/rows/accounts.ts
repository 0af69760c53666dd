import { ApiClient } from "../../e2e/support/api.ts";
import { adminPassword } from "../../e2e/support/product.ts";
import { addOrganization } from "../dataset/build.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { below, type Row } from "../table.ts";

/** Milliseconds for all assets. */
const limit = 5_000;

/** One template put onto many assets at once: by the accounts' own page, again, and by a permission that names it. */
export async function measureAccounts(fixtures: Fixtures): Promise<Row[]> {
  // Of its own: what the others measure must not grow by these accounts.
  const { product, dataset } = await fixtures.startDataset();
  try {
    const count = fixtures.sizes.imported;
    const signedIn = await ApiClient.signIn(product.url, "admin", adminPassword);
    const organization = await addOrganization(product, signedIn, dataset.large.samples.asset, count);
    return await measureIn(signedIn.inOrganization(organization.id), count);
  } finally {
    await product.dispose();
  }
}

async function measureIn(admin: ApiClient, count: number): Promise<Row[]> {
  const template = async (username: string) =>
    (
      await admin.post("/api/v1/accounts/account-templates/", {
        name: username,
        username,
        secret: "Bench-pass-1",
      })
    ).id as string;
  const [first, second] = [await template("deploy"), await template("backup")];
  const assets = await idsOf(admin, count);
  const bulk = async (state: string, secret: object = {}) => {
    const made = await admin.post("/api/v1/accounts/accounts/bulk/", {
      assets,
      template: first,
      on_invalid: "update",
      ...secret,
    });
    const done = made.filter((item: { state: string }) => item.state === state).length;
    if (done !== count) throw new Error(`${done} of ${count} accounts were ${state}`);
  };
  const many = `${count.toLocaleString("en")} assets`;
  const rows = [
    below(`one template account onto ${many}`, await timeOf(() => bulk("created")), limit),
    below(`the same again onto ${many}`, await timeOf(() => bulk("skipped")), limit),
  ];
  const root = (await admin.get("/api/v1/assets/nodes/?limit=1")).results[0].id as string;
  const grant = { name: "All by template", nodes: [root], accounts: [`%${second}`] };
  const granting = await timeOf(() => admin.post("/api/v1/perms/asset-permissions/", grant));
  const granted = await admin.get("/api/v1/accounts/accounts/?username=backup&limit=1");
  if (granted.count !== count) throw new Error(`${granted.count} of ${count} accounts were made`);
  return [...rows, below(`a permission that makes one on ${many}`, granting, limit)];
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Ids of all assets of the organization, page by page. */
async function idsOf(admin: ApiClient, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const url = `/api/v1/assets/assets/?fields_size=mini&limit=100&offset=${ids.length}&order=name`;
    const { results } = await admin.get(url);
    if (results.length === 0) throw new Error(`there are ${ids.length} assets, not ${count}`);
    ids.push(...results.map((asset: { id: string }) => asset.id));
  }
  return ids;
}
