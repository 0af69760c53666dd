/** A refusal of the model: which statuses the product may answer instead of doing it. */
export class Refused extends Error {
  readonly statuses: readonly number[];
  constructor(...statuses: number[]) {
    super(`refused with ${statuses.join(" or ")}`);
    this.statuses = statuses;
  }
}

/** What a node is to the model. */
export interface ModelNode {
  readonly id: string;
  readonly parent: string | null;
  readonly key: string;
  readonly value: string;
  readonly nextChild: number;
}

/** A tree as everybody should find it, without any of the product's bookkeeping. */
export interface ShownNode {
  readonly id: string;
  readonly key: string;
  readonly value: string;
  readonly full_value: string;
  readonly amount: number;
}

const longestKey = 64;

/**
 * The node tree of an organization, as plain as it can be: parents, names, and which assets sit where. Everything
 * else (paths, counts, keys of what is below) is worked out anew each time. Contract: docs/contract/assets.md, "Nodes".
 */
export class NodeTreeModel {
  readonly nodes: Map<string, ModelNode>;
  /** Nodes of each asset. */
  readonly assets: Map<string, ReadonlySet<string>>;
  readonly rootId: string;

  constructor(
    rootId: string,
    nodes: Iterable<readonly [string, ModelNode]>,
    assets: Iterable<readonly [string, ReadonlySet<string>]> = [],
  ) {
    this.rootId = rootId;
    this.nodes = new Map(nodes);
    this.assets = new Map(assets);
  }

  /** The same tree, to try something on. */
  copy(): NodeTreeModel {
    return new NodeTreeModel(this.rootId, this.nodes, this.assets);
  }

  node(id: string): ModelNode {
    const node = this.nodes.get(id);
    if (node === undefined) throw new Refused(404, 400);
    return node;
  }

  childrenOf(id: string): ModelNode[] {
    return [...this.nodes.values()].filter(({ parent }) => parent === id);
  }

  /** The node and everything below it. */
  subtree(id: string): ModelNode[] {
    return [this.node(id), ...this.childrenOf(id).flatMap((child) => this.subtree(child.id))];
  }

  pathOf(id: string): string {
    const { parent, value } = this.node(id);
    return `${parent === null ? "" : this.pathOf(parent)}/${value}`;
  }

  /** Makes a child; without a name it is "New node" with the first free number. */
  create(id: string, parent: string, value: string | null): void {
    const names = new Set(this.childrenOf(parent).map((child) => child.value));
    let chosen = value;
    for (let number = 1; chosen === null; number += 1) {
      if (!names.has(`New node ${number}`)) chosen = `New node ${number}`;
    }
    this.nodes.set(id, { id, parent, key: this.#reserveKey(parent, chosen), value: chosen, nextChild: 0 });
  }

  /** Takes the next number below a node, and answers the key. */
  #reserveKey(parent: string, value: string): string {
    const above = this.node(parent);
    if (value.includes("/")) throw new Refused(400);
    if (this.childrenOf(parent).some((child) => child.value === value)) throw new Refused(400);
    const key = `${above.key}:${above.nextChild}`;
    if (key.length > longestKey) throw new Refused(400);
    this.nodes.set(parent, { ...above, nextChild: above.nextChild + 1 });
    return key;
  }

  rename(id: string, value: string): void {
    const node = this.node(id);
    if (node.value === value) return;
    if (node.parent === null || value.includes("/")) throw new Refused(400);
    if (this.childrenOf(node.parent).some((twin) => twin.value === value)) throw new Refused(400);
    this.nodes.set(id, { ...node, value });
  }

  move(id: string, target: string): void {
    const node = this.node(id);
    if (node.parent === target) return;
    const moved = this.subtree(id);
    if (node.parent === null || moved.some((one) => one.id === target)) throw new Refused(400);
    const key = this.#reserveKey(target, node.value);
    for (const one of moved) {
      const renumbered = `${key}${one.key.slice(node.key.length)}`;
      if (renumbered.length > longestKey) throw new Refused(400);
      this.nodes.set(one.id, { ...one, key: renumbered, parent: one.id === id ? target : one.parent });
    }
  }

  delete(id: string): void {
    const gone = new Set(this.subtree(id).map((one) => one.id));
    if (id === this.rootId) throw new Refused(403);
    if ([...this.assets.values()].some((nodes) => [...nodes].some((node) => gone.has(node)))) {
      throw new Refused(403);
    }
    for (const one of gone) this.nodes.delete(one);
  }

  /** Puts an asset into exactly these nodes; into the root when there are none. */
  assign(asset: string, nodes: Iterable<string>): void {
    const chosen = new Set(nodes);
    this.assets.set(asset, chosen.size === 0 ? new Set([this.rootId]) : chosen);
  }

  addTo(node: string, assets: readonly string[]): void {
    for (const asset of assets) this.assign(asset, [...(this.assets.get(asset) ?? []), node]);
  }

  removeFrom(node: string, assets: readonly string[]): void {
    for (const asset of assets) {
      this.assign(
        asset,
        [...(this.assets.get(asset) ?? [])].filter((one) => one !== node),
      );
    }
  }

  /** What everybody should see, by key. */
  shown(): ShownNode[] {
    return [...this.nodes.values()]
      .map(({ id, key, value }) => {
        const below = new Set(this.subtree(id).map((one) => one.id));
        const held = [...this.assets.values()].filter((nodes) => [...nodes].some((node) => below.has(node)));
        return { id, key, value, full_value: this.pathOf(id), amount: held.length };
      })
      .sort(byKey);
  }
}

/** Orders nodes by their key, as text. */
export const byKey = (a: { readonly key: string }, b: { readonly key: string }): number =>
  a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
