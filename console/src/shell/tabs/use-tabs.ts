import { useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate, useNavigationType } from "react-router";
import { refreshData } from "../../kit/api/resources.ts";
import { closedTabPath } from "../../kit/close-tab-state.ts";
import { confirm, nameSummary } from "../../kit/dialogs.tsx";
import { dropEntriesOn, hasKeptEntries } from "../../kit/form/kept-entries.ts";
import { REFRESH } from "../../kit/page-refresh.ts";
import { connectPageTitles } from "../../kit/page-titles.ts";
import { isStartPage } from "../../kit/start-pages.ts";
import { TAB_SWITCH } from "../../kit/tab-switch.ts";
import { whenIdle } from "../../kit/when-idle.ts";
import type { RouteEntry } from "../routes/route-entry.ts";
import { type View, viewOfPath } from "../views.ts";
import { readTabs, writeTabs } from "./tab-storage.ts";
import {
  addressAfterClosing,
  addTab,
  closeAllTabs,
  closeOtherTabs,
  closeTab,
  closeTabsBelow,
  NO_TABS,
  type Tab,
  type TabStore,
  tabAddress,
  updateTab,
} from "./tab-store.ts";

/** What the tabs need to know of the console. */
export interface TabsOptions {
  /** Where the tabs are kept; another key means other tabs. */
  readonly storageKey: string;
  /** The work area whose pages are in the tabs. */
  readonly view: View;
  /** Every screen the person may open. */
  readonly screens: readonly RouteEntry[];
  /** The screen at a path. */
  readonly screenAt: (path: string) => RouteEntry | undefined;
}

/** The tabs, and what can be done with them. */
export interface TabsControl {
  readonly tabs: readonly Tab[];
  /** Path of the page in front. */
  readonly active: string;
  /** Grows when the page in front has to be drawn again. */
  readonly refreshes: number;
  open(tab: Tab): void;
  refresh(tab: Tab): void;
  close(tab: Tab): void;
  closeOthers(tab: Tab): void;
  closeAll(): void;
}

/** What is done once a navigation has really happened: a page with unsaved changes may hold it back. */
interface Intent {
  readonly id: string;
  readonly apply: () => void;
}

function intentOf(state: unknown): unknown {
  return (state as { intent?: unknown } | null)?.intent;
}

/** Keeps the tabs in step with the address, the titles pages announce, and the browser's session storage. */
export function useTabs({ storageKey, view, screens, screenAt }: TabsOptions): TabsControl {
  const { t } = useTranslation(["routes", "kit", "tabs"]);
  const client = useQueryClient();
  const navigate = useNavigate();
  const location = useLocation();
  const isReturn = useNavigationType() === "POP";
  const { pathname, search, state } = location;

  const tabOf = (entry: RouteEntry, path: string, query: string): Tab => ({
    path,
    address: `${path}${query}`,
    title: t(entry.title),
    affix: isStartPage(path),
    noCache: isStartPage(path),
  });
  /** The stored tabs of screens that are still open to the person, with titles in the present language. */
  const load = (key: string) => {
    const pinned = screens
      .filter((entry) => entry.view === view && isStartPage(entry.path))
      .map((entry) => tabOf(entry, entry.path, ""));
    const kept = readTabs(key).visited.flatMap((tab) => {
      const entry = screenAt(tab.path);
      if (entry === undefined || !screens.includes(entry)) return [];
      return [entry.path === tab.path ? { ...tab, title: t(entry.title) } : tab];
    });
    return { key, store: [...pinned, ...kept].reduce(addTab, NO_TABS) };
  };

  const [held, setHeld] = useState(() => load(storageKey));
  if (held.key !== storageKey) setHeld(load(storageKey));
  const change = (next: (store: TabStore) => TabStore) =>
    setHeld((now) => {
      const store = next(now.store);
      return store === now.store ? now : { ...now, store };
    });

  const [refreshes, setRefreshes] = useState(0);
  const intent = useRef<Intent>(undefined);
  const number = useRef(0);
  const go = (to: string, apply: () => void, more: { replace?: boolean; state?: object } = {}) => {
    number.current += 1;
    intent.current = { id: `${Date.now()}-${number.current}`, apply };
    void navigate(to, { ...more, state: { ...more.state, intent: intent.current.id } });
  };

  // Before the effects of the page itself, which announces its title in one.
  useLayoutEffect(() =>
    connectPageTitles((path, title) => change((store) => updateTab(store, path, { title }))),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a tab is added when the address changes, by what holds then
  useLayoutEffect(() => {
    const due = intent.current;
    intent.current = undefined;
    if (due !== undefined && intentOf(state) === due.id) due.apply();
    // Coming back to where a saved form once led says nothing about a form opened since.
    const done = isReturn ? undefined : closedTabPath(state);
    if (done !== undefined && done !== pathname) change((store) => closeTabsBelow(store, done));
    const entry = screenAt(pathname);
    const elsewhere = viewOfPath(pathname) ?? view;
    if (entry === undefined || !screens.includes(entry) || elsewhere !== view) return;
    change((store) =>
      updateTab(addTab(store, tabOf(entry, pathname, search)), pathname, { address: `${pathname}${search}` }),
    );
  }, [location, storageKey, screens]);
  // Once the page is drawn, and at the latest when it is left.
  useLayoutEffect(() => {
    const write = () => writeTabs(held.key, held.store);
    whenIdle(write);
    window.addEventListener("pagehide", write);
    return () => window.removeEventListener("pagehide", write);
  }, [held]);

  /** Closes at once, or once the person agrees to lose what they entered in tabs behind the one in front. */
  const closeBy = (next: (store: TabStore) => TabStore, fallback?: Tab) => {
    const after = next(held.store);
    const lost = held.store.visited.filter((tab) => !after.visited.includes(tab) && hasKeptEntries(tab.path));
    if (lost.length === 0) return closeNow(next, after, fallback);
    confirm({
      title: t("kit:form.leaveTitle"),
      content: t("tabs:entriesLost", { names: nameSummary(lost.map(({ title }) => title)) }),
      confirmText: t("kit:form.leave"),
      danger: true,
      onConfirm: () => {
        for (const { path } of lost) dropEntriesOn(path);
        closeNow(next, after, fallback);
      },
    });
  };
  const closeNow = (next: (store: TabStore) => TabStore, after: TabStore, fallback?: Tab) => {
    const inFront = ({ path }: Tab) => path === pathname;
    if (!held.store.visited.some(inFront) || after.visited.some(inFront)) return change(next);
    const remaining = after.visited.find(({ path }) => path === fallback?.path);
    const to = remaining === undefined ? addressAfterClosing(after) : tabAddress(after, remaining);
    go(to, () => change(next));
  };
  return {
    tabs: held.store.visited,
    active: pathname,
    refreshes,
    open: (tab) => void navigate(tabAddress(held.store, tab), { state: TAB_SWITCH }),
    refresh: (tab) => {
      const to = tab.path === pathname ? `${pathname}${search}` : tabAddress(held.store, tab);
      const redraw = () => {
        setRefreshes((count) => count + 1);
        void refreshData(client);
      };
      go(to, redraw, { replace: tab.path === pathname, state: REFRESH });
    },
    close: (tab) => closeBy((store) => closeTab(store, tab.path)),
    closeOthers: (tab) => closeBy((store) => closeOtherTabs(store, tab.path), tab),
    closeAll: () => closeBy(closeAllTabs),
  };
}
