import { ApiClient } from "../../e2e/support/api.ts";
import { adminPassword } from "../../e2e/support/product.ts";
import type { Organization } from "../dataset/dataset.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import type { Sizes } from "../sizes.ts";
import { below, inMilliseconds, median, noted, type Row } from "../table.ts";

const path = "/api/v1/assets/nodes/";

interface Item {
  readonly id: string;
  readonly name: string;
  readonly meta: { readonly data: { readonly id: string } };
}

/** Terms people look for, with whether they are found; short (mostly Chinese) ones are beyond the trigram index. */
const searches = [
  ["three and more characters, rare", "rack-1-4-0", 100],
  ["three and more characters, frequent", "room-", 100],
  ["two characters, rare", "凤凰", 150],
  ["two characters, frequent", "北京", 150],
  ["one character, rare", "凤", 150],
  ["one character, in most nodes", "r", 150],
] as const;

/** The tree of an organization with many assets in many nodes: reading, searching and changing it, over HTTP. */
export async function measureTree(fixtures: Fixtures): Promise<Row[]> {
  // Of its own: it moves what others read.
  const { product, dataset } = await fixtures.startDataset();
  try {
    const admin = await ApiClient.signIn(product.url, "admin", adminPassword);
    return await measureIn(admin, dataset.large, fixtures.sizes);
  } finally {
    await product.dispose();
  }
}

async function measureIn(
  admin: ApiClient,
  organization: Organization,
  { rounds, requests }: Sizes,
): Promise<Row[]> {
  const { rootKey, wide, nodes } = organization.tree;
  const tree = new Tree(admin, organization);
  const size = `${organization.count.toLocaleString("en")} assets in ${nodes.toLocaleString("en")} nodes`;

  const first = await tree.time(requests, "", (items) => items.length === 11);
  const level = await tree.time(requests, `key=${rootKey}:0`, (items) => items.length === wide);
  const whole = await tree.time(rounds, "all=all", (items) => items.length === nodes);
  const rows = [
    below(`tree: first level of ${size}`, first, 30),
    below(`tree: level with ${wide.toLocaleString("en")} children`, level, 50),
    noted("tree: all levels in one answer", inMilliseconds(whole)),
  ];
  for (const [name, term, limit] of searches) {
    const query = `all=all&search=${encodeURIComponent(term)}`;
    const found = await tree.time(Math.min(requests, 20), query, (items) => items.length > 1);
    rows.push(below(`tree: search, ${name}`, found, limit));
  }
  return [...rows, ...(await tree.changes(rounds))];
}

class Tree {
  readonly #admin: ApiClient;
  readonly #organization: Organization;

  constructor(admin: ApiClient, organization: Organization) {
    this.#admin = admin;
    this.#organization = organization;
  }

  async items(query: string): Promise<Item[]> {
    return this.#admin.get(`${path}children/tree/?assets=0&oid=${this.#organization.id}&${query}`);
  }

  /** The median of so many calls, after one that warms up. */
  async time(calls: number, query: string, isRight: (items: readonly Item[]) => boolean): Promise<number> {
    const times: number[] = [];
    for (let call = 0; call < calls + 1; call += 1) {
      const started = performance.now();
      const items = await this.items(query);
      if (call > 0) times.push(performance.now() - started);
      if (!isRight(items)) throw new Error(`the tree answers ${items.length} items to "${query}"`);
    }
    return median(times);
  }

  /** Moves a site with a tenth of all assets to and fro, and puts 1 000 assets into a node and takes them out again. */
  async changes(rounds: number): Promise<Row[]> {
    const { id: organization, count, tree } = this.#organization;
    const root = tree.rootKey;
    const sites = await this.items(`key=${root}`);
    const [moved, target] = [1, 2].map((number) => idOf(sites.find(({ id }) => id === `${root}:${number}`)));
    const [top] = await this.items("");
    const put = async (to: string | undefined, what: string, body: unknown): Promise<void> => {
      const { status } = await this.#admin.raw("PUT", `${path}${to}/${what}/?oid=${organization}`, body);
      if (status !== 200) throw new Error(`${what} answers ${status}`);
    };
    const moves: number[] = [];
    let held = 0;
    for (let round = 0; round < rounds; round += 1) {
      for (const to of [target, idOf(top)]) {
        const started = performance.now();
        await put(to, "children/add", { nodes: [moved] });
        moves.push(performance.now() - started);
        const items = await this.items("");
        held = amountOf(items.find(({ meta }) => meta.data.id === moved)) || held;
        if (amountOf(items[0]) !== count) throw new Error(`the root counts ${items[0]?.name}, not ${count}`);
      }
    }
    const assets: { id: string }[] = (
      await Promise.all(
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((page) =>
          this.#admin.get(
            `/api/v1/assets/assets/?oid=${organization}&node_id=${target}&limit=100&offset=${page * 100}&fields_size=mini`,
          ),
        ),
      )
    ).flatMap(({ results }) => results);
    const body = { assets: assets.map(({ id }) => id) };
    const [added, removed]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      for (const [verb, times] of [
        ["add", added],
        ["remove", removed],
      ] as const) {
        const started = performance.now();
        await put(moved, `assets/${verb}`, body);
        times.push(performance.now() - started);
      }
    }
    const many = body.assets.length.toLocaleString("en");
    return [
      below(`tree: move of a subtree with ${held.toLocaleString("en")} assets`, median(moves), 1_000),
      noted(`tree: ${many} assets into a node`, inMilliseconds(median(added))),
      noted(`tree: ${many} assets out of a node`, inMilliseconds(median(removed))),
    ];
  }
}

const idOf = (item: Item | undefined): string | undefined => item?.meta.data.id;

/** How many assets the name of an item tells. */
const amountOf = (item: Item | undefined): number => Number(/\((\d+)\)$/.exec(item?.name ?? "")?.[1] ?? 0);
