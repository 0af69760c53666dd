import { isRecord } from "../../kit/api/api-error.ts";
import type { KeptTab, TerminalTab } from "./tabs-state.ts";

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
export function keepTabs(userId: string, tabs: readonly TerminalTab[]): void {
  const kept = tabs.flatMap(({ session, attempt: _, key: __, ...tab }): KeptTab[] =>
    session.isKept === true && session.phase !== "closed" && session.sessionId !== undefined
      ? [{ ...tab, sessionId: session.sessionId }]
      : [],
  );
  if (kept.length === 0) sessionStorage.removeItem(TABS_KEY);
  else write(TABS_KEY, { userId, tabs: kept });
}

/** The tabs this person had open in this browser tab whose sessions can still be taken up. */
export function readKeptTabs(userId: string): KeptTab[] {
  const kept = read(TABS_KEY);
  if (!isRecord(kept) || kept.userId !== userId || !Array.isArray(kept.tabs)) return [];
  return kept.tabs.filter(
    (tab): tab is KeptTab =>
      isRecord(tab) &&
      typeof tab.sessionId === "string" &&
      typeof tab.title === "string" &&
      isRecord(tab.target) &&
      resumptionOf(tab.sessionId) !== undefined,
  );
}
