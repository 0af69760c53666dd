import { addTab, NO_TABS, type Tab, type TabStore } from "./tab-store.ts";

/** Where the tabs of one person, organization and work area are kept while the browser's tab lives. */
export function tabStorageKey(username: string, organization: string | undefined, view: string): string {
  return `tabs:${username}:${organization ?? ""}:${view}`;
}

function isTab(value: unknown): value is Tab {
  const tab = value as Partial<Tab> | null;
  return (
    typeof tab === "object" &&
    tab !== null &&
    typeof tab.path === "string" &&
    typeof tab.title === "string" &&
    typeof tab.address === "string" &&
    (tab.address === tab.path || tab.address.startsWith(`${tab.path}?`)) &&
    typeof tab.affix === "boolean" &&
    typeof tab.noCache === "boolean"
  );
}

/** The tabs in a stored text; what is no tab, or is there twice, is passed over. */
export function parseTabs(text: string | null): TabStore {
  try {
    const list: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(list) ? list.filter(isTab).reduce(addTab, NO_TABS) : NO_TABS;
  } catch {
    return NO_TABS;
  }
}

/** The tabs kept under a key. */
export function readTabs(key: string): TabStore {
  return parseTabs(sessionStorage.getItem(key));
}

/** Keeps the tabs over a reload; a full or forbidden storage is no reason to fail. */
export function writeTabs(key: string, store: TabStore): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(store.visited));
  } catch {
    // The tabs last until the page is left.
  }
}
