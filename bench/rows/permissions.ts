import { ApiClient } from "../../e2e/support/api.ts";
import { adminPassword } from "../../e2e/support/product.ts";
import type { Dataset } from "../dataset/dataset.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { below, judged, median, noted, type Row } from "../table.ts";

interface Question {
  readonly name: string;
  readonly ask: () => Promise<unknown>;
  /** Milliseconds; only informs without one. */
  readonly limit?: number;
}

/**
 * What one person sees who reaches very much through very many permissions, and what an administrator learns of it:
 * lists, trees, the explanation, the preview of a change.
 */
export async function measurePermissions(fixtures: Fixtures): Promise<Row[]> {
  const { product, dataset } = await fixtures.shared();
  const { large, grants } = dataset;
  const { username, password } = grants.holder;
  const holder = await (await ApiClient.signIn(product.url, username, password)).acceptTerms();
  holder.inOrganization(large.id);
  const admin = (await ApiClient.signIn(product.url, "admin", adminPassword)).inOrganization(large.id);
  const count = large.count.toLocaleString("en");
  const cold = await timeOf(() => firstAssets(holder, large.count));
  const rows = [below(`15 of ${count} granted assets, first time`, cold, 500)];
  for (const { name, ask, limit } of questions(holder, admin, dataset)) {
    const { rounds, requests } = fixtures.sizes;
    await ask();
    const times: number[] = [];
    const repeats = limit === undefined ? 3 : Math.max(3, (rounds * requests) / 10);
    for (let request = 0; request < repeats; request += 1) {
      times.push(await timeOf(ask));
    }
    const milliseconds = median(times);
    rows.push(
      limit === undefined ? noted(name, `${milliseconds.toFixed(0)} ms`) : below(name, milliseconds, limit),
    );
  }
  const effective = await isEffectiveAtOnce(holder, admin, dataset);
  return [
    ...rows,
    judged("a change counts from", effective ? "1 request on" : "more than 1", "1 request on", effective),
  ];
}

async function timeOf(ask: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await ask();
  return performance.now() - started;
}

async function firstAssets(holder: ApiClient, assets: number): Promise<void> {
  const page = await holder.get("/api/v1/perms/users/self/assets/?limit=15&offset=0");
  if (page.count !== assets) throw new Error(`${page.count} of ${assets} assets are granted`);
}

function questions(holder: ApiClient, admin: ApiClient, { large, grants }: Dataset): Question[] {
  const { permissions, asset, group, permission } = grants;
  const { root, room, nodes } = large.tree;
  const self = "/api/v1/perms/users/self/";
  const preview = (body: object) => () => admin.post("/api/v1/sallyport/permissions/preview/", body);
  const draft = { name: "Draft", user_groups: [group], accounts: ["@ALL"] };
  return [
    {
      name: `15 of ${large.count.toLocaleString("en")} granted assets`,
      ask: () => firstAssets(holder, large.count),
      limit: 50,
    },
    {
      name: "granted assets of one node",
      ask: () => holder.get(`${self}nodes/${room}/assets/?limit=15`),
      limit: 50,
    },
    {
      name: `first level of a tree of ${inHundreds(nodes)} nodes`,
      ask: () => holder.get(`${self}nodes/children/tree/`),
      limit: 50,
    },
    {
      name: "accounts of a granted asset",
      ask: () => holder.get(`${self}assets/${asset}/accounts/`),
      limit: 50,
    },
    {
      name: `15 of ${permissions.toLocaleString("en")} permissions`,
      ask: () => admin.get("/api/v1/perms/asset-permissions/?limit=15&offset=0"),
      limit: 30,
    },
    {
      name: "why somebody can connect",
      ask: () =>
        admin.get(
          `/api/v1/sallyport/permissions/explain/?user=${grants.holder.id}&asset=${asset}&account=root`,
        ),
      limit: 50,
    },
    {
      name: "preview of one permission for a group, on a node",
      ask: preview({ ...draft, nodes: [room] }),
      limit: 200,
    },
    {
      name: "preview of a changed permission",
      ask: preview({ id: permission, actions: ["connect"] }),
      limit: 200,
    },
    {
      name: "preview of one permission for a group, on everything",
      ask: preview({ ...draft, nodes: [root] }),
    },
  ];
}

/** Takes one permission away and gives it back, looking at an asset it alone grants each time. */
async function isEffectiveAtOnce(holder: ApiClient, admin: ApiClient, { grants }: Dataset): Promise<boolean> {
  const address = `/api/v1/perms/asset-permissions/${grants.permission}/`;
  const accounts = async () =>
    (await holder.get(`/api/v1/perms/users/self/assets/${grants.asset}/accounts/`)).length as number;
  const before = await accounts();
  await admin.patch(address, { accounts: [] });
  const without = await accounts();
  await admin.patch(address, { accounts: ["root", "@INPUT"] });
  return before > without && (await accounts()) === before;
}

/** A count without the few that are not worth naming. */
const inHundreds = (count: number): string =>
  (count < 100 ? count : Math.floor(count / 100) * 100).toLocaleString("en");
