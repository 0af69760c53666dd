import { isRecord } from "../api/api-error.ts";

const KEY = "activeTabs";

/** How long a tab is remembered, in milliseconds. */
const LIFE = 86_400_000;

interface Remembered {
  readonly tab: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** What pages of one kind have in common: their address without ids. */
function pageOf(path: string): string {
  return path.replace(/\/(?:[0-9a-f]{8}-[0-9a-f-]{27}|\d+)(?=\/|$)/gi, "/:id");
}

function read(): Readonly<Record<string, Remembered>> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return isRecord(stored) ? (stored as Record<string, Remembered>) : {};
  } catch {
    return {};
  }
}

/** The tab that was open last on a page of this kind; undefined when that is longer ago than a day. */
export function rememberedTab(path: string): string | undefined {
  const found = read()[pageOf(path)];
  return found !== undefined && found.until > Date.now() ? found.tab : undefined;
}

/** Remembers the tab for pages of this kind; those whose day is over are forgotten. */
export function rememberTab(path: string, tab: string): void {
  const now = Date.now();
  const kept = Object.entries(read()).filter(([, { until }]) => until > now);
  const tabs = { ...Object.fromEntries(kept), [pageOf(path)]: { tab, until: now + LIFE } };
  localStorage.setItem(KEY, JSON.stringify(tabs));
}
