/** A visited page (docs/contract/console.md, "Tabs"). */
export interface Tab {
  /** Path below `/ui`, without query. No two tabs have the same. */
  readonly path: string;
  /** Path and query last shown, for example with the filters of a list. */
  readonly address: string;
  readonly title: string;
  /** Pinned: it stands first and cannot be closed. */
  readonly affix: boolean;
  /** The page starts afresh each time: its query is not kept. */
  readonly noCache: boolean;
}

/** The tabs in order, and the paths of those whose address is brought back. */
export interface TabStore {
  readonly visited: readonly Tab[];
  readonly cached: readonly string[];
}

/** No page visited yet. */
export const NO_TABS: TabStore = { visited: [], cached: [] };

/** Most tabs; beyond it the one opened first makes room. */
export const MOST_TABS = 40;

function withVisited(visited: readonly Tab[]): TabStore {
  return { visited, cached: visited.filter(({ noCache }) => !noCache).map(({ path }) => path) };
}

function withinLimit(visited: readonly Tab[]): readonly Tab[] {
  if (visited.length <= MOST_TABS) return visited;
  const oldest = visited.findIndex(({ affix }) => !affix);
  return oldest < 0 ? visited : visited.toSpliced(oldest, 1);
}

/** Adds a tab at the end, a pinned one after the other pinned ones. A path that has a tab already changes nothing. */
export function addTab(store: TabStore, tab: Tab): TabStore {
  if (store.visited.some(({ path }) => path === tab.path)) return store;
  if (!tab.affix) return withVisited(withinLimit([...store.visited, tab]));
  const pinned = store.visited.filter(({ affix }) => affix);
  return withVisited([...pinned, tab, ...store.visited.filter(({ affix }) => !affix)]);
}

/** Changes what is known of a tab. A path without a tab changes nothing. */
export function updateTab(
  store: TabStore,
  path: string,
  changes: Partial<Pick<Tab, "address" | "title">>,
): TabStore {
  const tab = store.visited.find((candidate) => candidate.path === path);
  if (tab === undefined) return store;
  const next = { ...tab, ...changes };
  if (next.address === tab.address && next.title === tab.title) return store;
  return { ...store, visited: store.visited.map((candidate) => (candidate === tab ? next : candidate)) };
}

/** Closes one tab, unless it is pinned. */
export function closeTab(store: TabStore, path: string): TabStore {
  return withVisited(store.visited.filter((tab) => tab.affix || tab.path !== path));
}

/** Closes the tab of a path and those of the paths below it, unless they are pinned. */
export function closeTabsBelow(store: TabStore, path: string): TabStore {
  const kept = store.visited.filter((tab) => tab.affix || !`${tab.path}/`.startsWith(`${path}/`));
  return kept.length === store.visited.length ? store : withVisited(kept);
}

/** Closes all tabs but this one and the pinned ones. */
export function closeOtherTabs(store: TabStore, path: string): TabStore {
  return withVisited(store.visited.filter((tab) => tab.affix || tab.path === path));
}

/** Closes all tabs but the pinned ones. */
export function closeAllTabs(store: TabStore): TabStore {
  return withVisited(store.visited.filter(({ affix }) => affix));
}

/** Where a tab leads: to where its page was left, or, for one that is not cached, to its beginning. */
export function tabAddress(store: TabStore, tab: Tab): string {
  return store.cached.includes(tab.path) ? tab.address : tab.path;
}

/** Where to go when the page in front was closed: to the last tab that remains, else to the root. */
export function addressAfterClosing(store: TabStore): string {
  const last = store.visited.at(-1);
  return last === undefined ? "/" : tabAddress(store, last);
}
