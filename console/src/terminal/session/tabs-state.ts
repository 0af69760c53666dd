import type { ConnectionTokenRequest } from "../api/types.ts";
import { FILES_METHOD } from "../connect/connect-state.ts";
import {
  dropped,
  hasPane,
  type PaneLayout,
  type PanePath,
  type PaneSide,
  placedBeside,
  withShare,
} from "./pane-layout.ts";
import {
  INITIAL_SESSION,
  isLive,
  nextSession,
  type SessionEvent,
  type SessionState,
} from "./session-state.ts";

/** What is needed to connect again. */
export interface ConnectedTarget {
  assetId: string;
  assetName: string;
  address: string;
  /** Account as shown to the person. */
  accountName: string;
  /** The request without the typed secret, which is never kept. */
  request: ConnectionTokenRequest;
  /** Whether a secret was typed, so that only the gateway or the person can repeat the request. */
  typedSecret: boolean;
  /** Whether the files of the asset can be reached as well. */
  hasFiles: boolean;
  /** Type of the component whose page shows the session; absent where this page does. */
  component?: string | undefined;
  tokenId: string;
}

/** Colors a tab can be given, to tell it from others. */
export const TAB_COLORS = ["red", "orange", "green", "blue", "purple"] as const;

/** One of them. */
export type TabColor = (typeof TAB_COLORS)[number];

/** Where a tab is shown: at a side of another one. */
export interface PanePlace {
  readonly beside: string;
  readonly side: PaneSide;
}

/** One terminal tab. */
export interface TerminalTab {
  key: string;
  /** Name of the asset; duplicates carry a number. */
  title: string;
  /** Set when the person gave the tab a name. */
  renamed?: string;
  /** Set when the person gave it one. */
  color?: TabColor;
  target: ConnectedTarget;
  /** Grows with every new attempt; the terminal opens a socket for each. */
  attempt: number;
  session: SessionState;
}

/** All tabs and the one in front. */
export interface TabsState {
  tabs: readonly TerminalTab[];
  active: string | undefined;
  /** Those that are shown together when one of them is in front; undefined while each is shown alone. */
  layout?: PaneLayout | undefined;
  /** Number of the next tab's key. */
  nextKey: number;
}

/** A tab whose session goes on, from before the page was loaded anew. */
export type KeptTab = Pick<TerminalTab, "key" | "title" | "renamed" | "color" | "target"> & {
  readonly sessionId: string;
};

/** What happens to the tabs. */
export type TabsEvent =
  /** `place`: it is shown there, with the other one. */
  | { type: "opened"; target: ConnectedTarget; place?: PanePlace | undefined }
  | { type: "placed"; key: string; place: PanePlace }
  | { type: "alone"; key: string }
  | { type: "shared"; path: PanePath; share: number }
  | { type: "colored"; key: string; color: TabColor | undefined }
  | { type: "activated"; key: string }
  | { type: "closed"; keys: readonly string[] }
  | { type: "renamed"; key: string; name: string }
  | { type: "moved"; key: string; before: string | undefined }
  | { type: "session"; key: string; attempt: number; event: SessionEvent }
  /** Connected anew: with another token, or in another way. */
  | { type: "restarted"; key: string; target: ConnectedTarget };

/** No tabs yet. */
export const NO_TABS: TabsState = { tabs: [], active: undefined, nextKey: 1 };

/** What is kept of the tabs while the page is loaded anew. */
export interface KeptTabs {
  readonly tabs: readonly KeptTab[];
  readonly active?: string | undefined;
  readonly layout?: PaneLayout | undefined;
}

/** The tabs of a page that was loaded anew. */
export function restoredTabs(kept: KeptTabs): TabsState {
  const tabs = kept.tabs.map(
    ({ sessionId, ...tab }): TerminalTab => ({
      ...tab,
      attempt: 1,
      session: { phase: "reconnecting", sessionId, isKept: true },
    }),
  );
  const keys = tabs.map(({ key }) => key);
  const numbers = keys.map((key) => Number(/\d+$/.exec(key)?.[0] ?? 0));
  return {
    tabs,
    active: keys.find((key) => key === kept.active) ?? keys[0],
    nextKey: Math.max(0, ...numbers) + 1,
    layout: dropped(kept.layout, (key) => keys.includes(key)),
  };
}

/** What is on the tab. */
export function tabTitle(tab: TerminalTab): string {
  return tab.renamed ?? tab.title;
}

/** Whether a tab shows files, and no terminal. */
export const isFilesTab = ({ target }: TerminalTab): boolean =>
  target.request.connect_method === FILES_METHOD;

/** Whether a tab shows the page of a component. */
export const isComponentTab = ({ target }: TerminalTab): boolean => target.component !== undefined;

/** Whether a tab has a terminal of this page. */
export const isTerminalTab = (tab: TerminalTab): boolean => !isFilesTab(tab) && !isComponentTab(tab);

/** The tabs whose closing would end a session. */
export function liveTabs(tabs: readonly TerminalTab[]): TerminalTab[] {
  return tabs.filter((tab) => isLive(tab.session.phase));
}

function freeTitle(name: string, tabs: readonly TerminalTab[]): string {
  const taken = new Set(tabs.map((tab) => tab.title));
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name} (${number})`)) number += 1;
  return `${name} (${number})`;
}

function withoutTabs(state: TabsState, keys: readonly string[]): TabsState {
  const tabs = state.tabs.filter((tab) => !keys.includes(tab.key));
  const layout = dropped(state.layout, (key) => !keys.includes(key));
  if (tabs.some((tab) => tab.key === state.active)) return { ...state, tabs, layout };
  const place = state.tabs.findIndex((tab) => tab.key === state.active);
  const after = state.tabs.slice(place + 1).find((tab) => tabs.includes(tab));
  const before = state.tabs.slice(0, Math.max(place, 0)).findLast((tab) => tabs.includes(tab));
  return { ...state, tabs, layout, active: (after ?? before)?.key };
}

function changed(state: TabsState, key: string, change: (tab: TerminalTab) => TerminalTab): TabsState {
  return { ...state, tabs: state.tabs.map((tab) => (tab.key === key ? change(tab) : tab)) };
}

function moved(state: TabsState, key: string, before: string | undefined): TabsState {
  const tab = state.tabs.find((entry) => entry.key === key);
  if (tab === undefined || key === before) return state;
  const rest = state.tabs.filter((entry) => entry !== tab);
  const place = rest.findIndex((entry) => entry.key === before);
  return { ...state, tabs: rest.toSpliced(place < 0 ? rest.length : place, 0, tab) };
}

/** Shows a tab at a side of another one, which brings both to the front. */
function placed(state: TabsState, key: string, { beside, side }: PanePlace): TabsState {
  const isThere = (one: string) => state.tabs.some((tab) => tab.key === one);
  if (key === beside || !isThere(key) || !isThere(beside)) return state;
  const others = dropped(state.layout, (one) => one !== key);
  // A terminal that was shown alone begins a group of its own.
  const base = others !== undefined && hasPane(others, beside) ? others : { key: beside };
  return { ...state, active: key, layout: placedBeside(base, beside, { key, side }) };
}

/** The tabs after an event. Events about tabs or attempts that are gone change nothing. */
export function nextTabs(state: TabsState, event: TabsEvent): TabsState {
  switch (event.type) {
    case "opened": {
      const key = `tab-${state.nextKey}`;
      const tab: TerminalTab = {
        key,
        title: freeTitle(event.target.assetName, state.tabs),
        target: event.target,
        attempt: 1,
        session: INITIAL_SESSION,
      };
      const next = { ...state, tabs: [...state.tabs, tab], active: key, nextKey: state.nextKey + 1 };
      return event.place === undefined ? next : placed(next, key, event.place);
    }
    case "placed":
      return placed(state, event.key, event.place);
    case "alone":
      return { ...state, layout: dropped(state.layout, (key) => key !== event.key) };
    case "shared":
      return { ...state, layout: withShare(state.layout, event.path, event.share) };
    case "colored":
      return changed(state, event.key, ({ color: _, ...tab }) =>
        event.color === undefined ? tab : { ...tab, color: event.color },
      );
    case "activated":
      return state.tabs.some((tab) => tab.key === event.key) ? { ...state, active: event.key } : state;
    case "closed":
      return withoutTabs(state, event.keys);
    case "renamed": {
      const name = event.name.trim();
      return changed(state, event.key, ({ renamed: _, ...tab }) =>
        name === "" ? tab : { ...tab, renamed: name },
      );
    }
    case "moved":
      return moved(state, event.key, event.before);
    case "session":
      return changed(state, event.key, (tab) => {
        if (tab.attempt !== event.attempt) return tab;
        const session = nextSession(tab.session, event.event);
        return session === tab.session ? tab : { ...tab, session };
      });
    case "restarted":
      return changed(state, event.key, (tab) => ({
        ...tab,
        attempt: tab.attempt + 1,
        target: event.target,
        session: INITIAL_SESSION,
      }));
  }
}
