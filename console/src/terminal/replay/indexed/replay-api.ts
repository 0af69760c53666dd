import { isRecord } from "../../../kit/api/api-error.ts";
import { api, apiRead } from "../../../kit/api/client.ts";
import { asPage } from "../../../kit/api/resources.ts";
import { parseDate } from "../../../kit/metadata/dates.ts";
import type { CastEvent } from "../timeline.ts";

/** A part of a recording: when it begins, in seconds, and where in the stream of parts, in bytes. */
export type PartPlace = readonly [begins: number, offset: number];

/** What is known of a recording before any of it is read; all times in seconds. */
export interface ReplayIndex {
  /** Shown with each question. */
  readonly opening: string;
  /** Start of the session, ISO 8601. */
  readonly started: string;
  readonly duration: number;
  readonly columns: number;
  readonly rows: number;
  /** Whether the recording has its end. */
  readonly is_complete: boolean;
  /** Bytes of the stream of parts. */
  readonly length: number;
  readonly parts: readonly PartPlace[];
  /** How much was shown in each of equal stretches. */
  readonly activity: readonly number[];
}

/** The index is being made. */
export interface ReplayPreparing {
  readonly status: "running";
  /** How far, 0 to 1. */
  readonly progress: number;
}

/** One part: the screen it begins with, and what happens then. */
export interface ReplayPart {
  readonly columns: number;
  readonly rows: number;
  readonly screen: string;
  readonly events: readonly CastEvent[];
}

/** A line of a recording with the searched text in it. */
export interface ReplayHit {
  readonly time: number;
  readonly text: string;
}

/** Something that happened in the session beside what the screen showed. */
export interface ReplayMark {
  readonly id: string;
  readonly time: number;
  readonly kind: "command" | "held" | "file" | "person" | "pause";
  readonly text: string;
}

const addressOf = (session: string): string => `/api/v1/sallyport/replays/${encodeURIComponent(session)}/`;

/** Address of a recording as a file. */
export const replayFile = (session: string, kind: "asciicast" | "text"): string =>
  `${addressOf(session)}${kind}/`;

/** Opens a recording; this is recorded. */
export function openReplay(session: string, signal?: AbortSignal): Promise<ReplayIndex | ReplayPreparing> {
  return api(addressOf(session), signal === undefined ? {} : { signal });
}

/**
 * The text of a part as what it says.
 *
 * @throws Error when it is not one
 */
export function parsePart(text: string): ReplayPart {
  const [first, ...events] = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as readonly [number, string, unknown]);
  const start = first?.[2];
  if (first?.[1] !== "k" || !isRecord(start)) throw new Error("not a part of a recording");
  return {
    columns: Number(start.columns),
    rows: Number(start.rows),
    screen: String(start.screen),
    events: events.map(([time, kind, data]): CastEvent => [time, kind, String(data)]),
  };
}

/** Reads one part of a recording. */
export function fetchPart(
  session: string,
  index: ReplayIndex,
  part: number,
  signal: AbortSignal,
): Promise<ReplayPart> {
  const from = index.parts[part]?.[1] ?? 0;
  const to = index.parts[part + 1]?.[1] ?? index.length;
  return apiRead(
    `${addressOf(session)}stream/`,
    { query: { opening: index.opening }, headers: { Range: `bytes=${from}-${to - 1}` }, signal },
    async (response) => parsePart(await response.text()),
  );
}

/** Finds a text in a recording, from a moment on. */
export function searchReplay(
  session: string,
  opening: string,
  query: { text: string; from: number },
  signal: AbortSignal,
): Promise<{ hits: ReplayHit[]; next: number | null }> {
  return api(`${addressOf(session)}search/`, { query: { opening, ...query }, signal });
}

/** Most of a kind that are marked. */
const MOST = 1000;
const PAGE = 100;

/** All rows of a list, up to a number; none where the person may not see them, or the server knows no such list. */
async function rowsOf<Row>(path: string, query: Record<string, string>, signal: AbortSignal): Promise<Row[]> {
  const rows: Row[] = [];
  try {
    for (let count = 1; rows.length < Math.min(count, MOST); ) {
      const page = asPage<Row>(
        await api(path, { query: { ...query, limit: PAGE, offset: rows.length }, signal }),
      );
      if (page.results.length === 0) break;
      rows.push(...page.results);
      count = page.count;
    }
  } catch {
    // The recording plays without its marks.
  }
  return rows;
}

interface CommandRow {
  readonly id: string;
  readonly input?: string;
  readonly timestamp?: number;
  readonly risk_level?: { readonly value?: number } | number;
}

interface FileRow {
  readonly id: string;
  readonly filename?: string;
  readonly date_start?: string;
  readonly operate?: { readonly label?: string };
}

interface EventRow {
  readonly id: string;
  readonly event?: string | { readonly value?: string };
  readonly content?: string;
  readonly date_created?: string;
}

/** What of a session's history is marked, and as what: who came and went, and pauses. */
const MARKED: ReadonlyMap<string, "person" | "pause"> = new Map([
  ...(
    [
      "detached",
      "reattached",
      "watch_joined",
      "watch_left",
      "share_joined",
      "share_left",
      "share_removed",
      "share_readonly",
      "share_writable",
      "share_typed",
    ] as const
  ).map((event) => [event, "person"] as const),
  ["paused", "pause"],
  ["resumed", "pause"],
]);

/** Risk levels of commands that waited for somebody's decision. */
const HELD: ReadonlySet<number> = new Set([6, 7, 8]);

/** What else happened in a session, in its order. */
export async function fetchMarks(
  session: string,
  index: ReplayIndex,
  signal: AbortSignal,
): Promise<ReplayMark[]> {
  const began = Date.parse(index.started) / 1000;
  const [commands, files, events] = await Promise.all([
    rowsOf<CommandRow>("/api/v1/terminal/commands/", { session_id: session, order: "timestamp" }, signal),
    rowsOf<FileRow>("/api/v1/audits/ftp-logs/", { session, order: "date_start" }, signal),
    rowsOf<EventRow>("/api/v1/sallyport/session-events/", { session }, signal),
  ]);
  const riskOf = ({ risk_level: level }: CommandRow) =>
    Number(typeof level === "object" ? level.value : level);
  const marks = [
    ...commands.map((row): ReplayMark => {
      const kind = HELD.has(riskOf(row)) ? "held" : "command";
      return { id: row.id, time: Number(row.timestamp) - began, kind, text: row.input ?? "" };
    }),
    ...files.map((row): ReplayMark => {
      const time = (parseDate(row.date_start)?.getTime() ?? Number.NaN) / 1000 - began;
      const text = `${row.operate?.label ?? ""} ${row.filename ?? ""}`.trim();
      return { id: row.id, time, kind: "file", text };
    }),
    ...events.flatMap(({ id, event, content = "", date_created }): ReplayMark[] => {
      const kind = MARKED.get(String(typeof event === "object" ? event.value : event));
      const time = (parseDate(date_created)?.getTime() ?? Number.NaN) / 1000 - began;
      return kind === undefined ? [] : [{ id, time, kind, text: content }];
    }),
  ];
  return marks
    .filter(({ time }) => Number.isFinite(time))
    .map((mark) => ({ ...mark, time: Math.min(Math.max(0, mark.time), index.duration) }))
    .sort((left, right) => left.time - right.time);
}
