import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type pg from "pg";
import { ApiClient } from "../../e2e/support/api.ts";
import { adminPassword, type Product } from "../../e2e/support/product.ts";
import { withDatabase, withoutOldLog } from "../fixtures/database.ts";
import { createAssets } from "./assets.ts";
import { checkDataset } from "./check.ts";
import type { Dataset, DatasetSizes, Organization, Samples, Users } from "./dataset.ts";
import { createDomains, createLabels } from "./labels.ts";
import { createTree } from "./nodes.ts";
import { createHolder, createPermissions } from "./permissions.ts";
import { createSessions } from "./sessions.ts";
import { createUsers } from "./users.ts";

/** Domains and labels of an organization that is not about them. */
const fewest = { domains: 10, labels: 50 };

/** Fills a running product with the dataset: what needs its rules through the API, everything else by SQL. */
export async function buildDataset(product: Product, sizes: DatasetSizes): Promise<Dataset> {
  const admin = await ApiClient.signIn(product.url, "admin", adminPassword);
  await importLicense(product, admin);
  const host = await admin.post("/api/v1/assets/hosts/?platform=1", {
    name: "copied",
    address: "127.0.0.1",
    platform: { pk: 1 },
    protocols: [{ name: "ssh", port: 22 }],
  });
  const [few, many] = sizes.assets;
  const [small, large] = [
    await createOrganization(admin, `${few} assets`),
    await createOrganization(admin, `${many} assets`),
  ];
  const holder = await createHolder(admin, large);
  return withDatabase(product, (database) =>
    withoutOldLog(database, async () => {
      const inTransaction = transactions(database);
      const dataset = {
        users: await inTransaction<Users>(() => createUsers(database, sizes)),
        small: await inTransaction<Organization>(() => fill(database, host.id, small, few, fewest)),
        ...(await inTransaction(async () => ({
          large: await fill(database, host.id, large, many, sizes),
          grants: await createPermissions(database, large, holder, sizes.permissions),
        }))),
        sessions: sizes.sessions,
      };
      await inTransaction(() => createSessions(database, large, sizes.sessions));
      await admin.delete(`/api/v1/assets/hosts/${host.id}/`);
      await database.query("vacuum analyze");
      await checkDataset(admin, database, [dataset.small, dataset.large]);
      return dataset;
    }),
  );
}

/** Adds an organization of its own kind to a running product that holds assets, one of which is copied. */
export async function addOrganization(
  product: Product,
  admin: ApiClient,
  assetId: string,
  count: number,
): Promise<Organization> {
  const id = await createOrganization(admin, `${count} more assets`);
  return withDatabase(product, async (database) => {
    const added = await transactions(database)(() => fill(database, assetId, id, count, fewest));
    await database.query("vacuum analyze");
    return added;
  });
}

/** Runs work in a transaction each, which is not waited for on the disk. */
function transactions(database: pg.Client) {
  return async <T>(work: () => Promise<T>): Promise<T> => {
    await database.query("begin");
    await database.query("set local synchronous_commit = off");
    await database.query("set local maintenance_work_mem = '256MB'");
    await database.query("set local work_mem = '128MB'");
    const result = await work();
    await database.query("commit");
    return result;
  };
}

async function fill(
  database: pg.Client,
  hostId: string,
  id: string,
  count: number,
  { domains, labels }: Pick<DatasetSizes, "domains" | "labels">,
): Promise<Organization> {
  await createDomains(database, id, domains);
  await createAssets(database, hostId, id, count);
  const tree = await createTree(database, id, count);
  await createLabels(database, id, labels);
  const { rows } = await database.query<Samples>(
    `select a.id as asset, json_build_object('id', d.id, 'name', d.name) as domain
     from numbered_assets a, domains d
     where a.n = 1 and d.org_id = $1 and right(d.name, 1) = '0' order by d.name limit 1`,
    [id],
  );
  const [samples] = rows;
  if (samples === undefined) throw new Error("no assets were created");
  return { id, count, tree, samples };
}

/** Makes the product valid: without a license the console offers the default organization only. */
async function importLicense({ dataFolder }: Product, admin: ApiClient): Promise<void> {
  const main = join(import.meta.dirname, "../../server/dist/main.js");
  const document = execFileSync(
    process.execPath,
    [main, "license", "issue", "--corporation", "Bench", "--days", "400"],
    { env: { ...process.env, SALLYPORT_DATA: dataFolder } },
  );
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(document)]), "license.txt");
  const { status, body } = await admin.raw("POST", "/api/v1/xpack/license/import/", form);
  if (status >= 300 || body.status !== true) throw new Error(`no license: ${JSON.stringify(body)}`);
}

async function createOrganization(admin: ApiClient, name: string): Promise<string> {
  const { id } = await admin.post("/api/v1/orgs/orgs/", { name });
  return id;
}
