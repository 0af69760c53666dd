import { api } from "../../../kit/api/client.ts";

const MOMENTS_URL = "/api/v1/sallyport/moments/";

/** What is looked for in recordings: the text, and what narrows it. Empty: not narrowed. */
export interface MomentsQuery {
  readonly text: string;
  readonly user: string;
  readonly asset: string;
  readonly account: string;
  /** `shown` and `typed`; empty for both. */
  readonly kind: string;
  readonly date_from: string;
  readonly date_to: string;
}

/** A line with the text. */
export interface MomentHit {
  /** Seconds since the start of the session. */
  readonly time: number;
  readonly text: string;
  /** Where in the text what was found begins and ends. */
  readonly from: number;
  readonly to: number;
  readonly is_typed: boolean;
}

/** A session with its first hits. */
export interface FoundSession {
  readonly session: string;
  readonly user: string;
  readonly asset: string;
  readonly account: string;
  readonly date_start: string;
  readonly hits: readonly MomentHit[];
  readonly has_more: boolean;
}

/** One answer of the search. */
export interface MomentsPage {
  readonly results: readonly FoundSession[];
  /** Where the next answer goes on; null at the end. */
  readonly next: string | null;
  /** How far back everything was looked through. */
  readonly searched_to: string | null;
}

/** How much of the recordings is found. */
export interface MomentsState {
  readonly is_enabled: boolean;
  readonly recordings: number;
  readonly indexed: number;
  readonly unreadable: number;
}

/** Looks for a text in all recordings; this is recorded. */
export const findMoments = (query: MomentsQuery, after: string, signal: AbortSignal): Promise<MomentsPage> =>
  api(MOMENTS_URL, { query: { ...query, after }, signal });

/** How much of the recordings is found. */
export const momentsState = (signal: AbortSignal): Promise<MomentsState> =>
  api(`${MOMENTS_URL}state/`, { signal });

/** One session for each that is in several answers, with all of its hits. */
export function mergedSessions(pages: readonly MomentsPage[]): FoundSession[] {
  const sessions = new Map<string, FoundSession>();
  for (const found of pages.flatMap(({ results }) => results)) {
    const before = sessions.get(found.session);
    sessions.set(found.session, { ...found, hits: [...(before?.hits ?? []), ...found.hits] });
  }
  return [...sessions.values()];
}

/** The player, at the second of a hit. */
export const hitPath = (session: string, time: number): string =>
  `/luna/replay/${encodeURIComponent(session)}?at=${Math.floor(time)}`;

/** Seconds as a clock shows them: `h:mm:ss`. */
export function clockText(time: number): string {
  const seconds = Math.floor(time);
  const two = (value: number) => String(value % 60).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60))}:${two(seconds)}`;
}
