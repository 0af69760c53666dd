import { isRecord } from "../../kit/api/api-error.ts";
import { isPaneLayout } from "./pane-layout.ts";
import type { KeptTab, KeptTabs, TabsState } from "./tabs-state.ts";

/** How a session is taken up again. */
export interface Resumption {
  /** Good for one time. */
  readonly secret: string;
  /** How long the gateway keeps the session. */
  readonly seconds: number;
}

/**
 * Where the secrets are, by the id of the session. They stay in this browser tab, and go with it; docs/contract/terminal.md,
 * section 8.
 */
const secretKey = (sessionId: string): string => `sallyport_resume_${sessionId}`;

/** Where it is kept which tabs are open. */
const TABS_KEY = "sallyport_open_terminals";

function read(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage that is full or off: the session cannot be taken up after the page is loaded anew, and that is all.
  }
}

/** Keeps what takes a session up again. */
export function keepResumption(sessionId: string, { secret, seconds }: Resumption): void {
  write(secretKey(sessionId), { secret, seconds });
}

/** What takes a session up again; undefined where nothing does. */
export function resumptionOf(sessionId: string): Resumption | undefined {
  const kept = read(secretKey(sessionId));
  if (!isRecord(kept)) return undefined;
  const { secret, seconds } = kept;
  return typeof secret === "string" && typeof seconds === "number" ? { secret, seconds } : undefined;
}

/** The session is over, or was given up. */
export function forgetResumption(sessionId: string): void {
  sessionStorage.removeItem(secretKey(sessionId));
}

/** Remembers which tabs have a session that goes on, for the person who has them. */
export function keepTabs(userId: string, { tabs, active, layout }: TabsState): void {
  const kept = tabs.flatMap(({ session, attempt: _, ...tab }): KeptTab[] =>
    session.isKept === true && session.phase !== "closed" && session.sessionId !== undefined
      ? [{ ...tab, sessionId: session.sessionId }]
      : [],
  );
  if (kept.length === 0) sessionStorage.removeItem(TABS_KEY);
  else write(TABS_KEY, { userId, tabs: kept, active, layout });
}

/** The tabs this person had open in this browser tab whose sessions can still be taken up. */
export function readKeptTabs(userId: string): KeptTabs {
  const kept = read(TABS_KEY);
  const tabs =
    isRecord(kept) && kept.userId === userId && Array.isArray(kept.tabs) ? kept.tabs.filter(isKeptTab) : [];
  // A window another one was moved to began with the secrets of all its sessions.
  const known = new Set(tabs.map(({ sessionId }) => secretKey(sessionId)));
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(secretKey("")) && !known.has(key)) sessionStorage.removeItem(key);
  if (!isRecord(kept) || tabs.length === 0) return { tabs: [] };
  return {
    tabs,
    active: typeof kept.active === "string" ? kept.active : undefined,
    layout: isPaneLayout(kept.layout) ? kept.layout : undefined,
  };
}

function isKeptTab(tab: unknown): tab is KeptTab {
  return (
    isRecord(tab) &&
    typeof tab.key === "string" &&
    typeof tab.sessionId === "string" &&
    typeof tab.title === "string" &&
    isRecord(tab.target) &&
    resumptionOf(tab.sessionId) !== undefined
  );
}
