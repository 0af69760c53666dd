import { log } from "../../../engine/log.ts";
import type { Services } from "../../../engine/services.ts";
import { createYield } from "../../../engine/yield-to-event-loop.ts";
import type { KeyServices } from "../server-keys.ts";
import { type OpenChunk, openChunk } from "./chunks.ts";
import { folded, type Snippet, snippetOf } from "./fold.ts";
import { type MomentKeys, momentKeys } from "./moment-key.ts";
import {
  type Candidate,
  type FoundSession,
  findCandidates,
  readCommands,
  readSessions,
  readTexts,
  type TypedCommand,
} from "./query.ts";
import { askedHashes } from "./signature.ts";
import type { Position, Wanted } from "./wanted.ts";

/** Sessions in one answer. */
const mostSessions = 20;

/** Hits of one session in an answer; the player finds the others. */
const mostHits = 5;

/** How long one answer looks for hits, in milliseconds; the next goes on. */
const longest = 200;

/** Chunks that are opened at a time: at first few, as what is common is found at once. */
const [fewest, most] = [8, 32];

/** How far a command may be from the line that shows it, in milliseconds: it is executed when it was typed. */
const nearby = 60_000;

/** Where the next session begins in the order of all chunks. */
const behindAll = -999_999_999;

/** A line with the text. */
export interface Hit extends Snippet {
  /** Seconds since the start of the session. */
  readonly time: number;
  readonly is_typed: boolean;
}

/** A session with its first hits. */
export interface FoundMoments {
  readonly session: FoundSession;
  readonly hits: readonly Hit[];
  /** Whether there may be more of them. */
  readonly has_more: boolean;
}

/** One answer of a search. */
export interface MomentsAnswer {
  readonly found: readonly FoundMoments[];
  /** Where the search goes on; null when all was looked through. */
  readonly next: Position | null;
}

/** Whether a position comes after another one: newest sessions are first. */
function isBehind(one: Position, other: Position): boolean {
  if (one.started !== other.started) return one.started < other.started;
  return one.session === other.session ? one.place < other.place : one.session < other.session;
}

/** The hits of one session while they are collected. */
interface Collected {
  readonly hits: Hit[];
  hasMore: boolean;
}

/** What one search has found so far, and where it stands. */
class Search {
  readonly collected = new Map<string, Collected>();
  /** Behind it nothing was looked at. */
  position: Position | null;
  readonly #wanted: Wanted;

  constructor(wanted: Wanted, position: Position | null) {
    this.#wanted = wanted;
    this.position = position;
  }

  /** Whether nothing of this session is needed any more. */
  isFull(session: string): boolean {
    return (this.collected.get(session)?.hits.length ?? 0) >= mostHits;
  }

  /** Nothing else is to be looked at up to here. */
  reach(end: Position): void {
    if (this.position === null || !isBehind(this.position, end)) this.position = end;
  }

  /**
   * Looks through a chunk.
   *
   * @returns false when its session has no place in this answer
   */
  take(candidate: Candidate, chunk: OpenChunk | null, commands: readonly TypedCommand[]): boolean {
    const { session, started } = candidate;
    if (chunk !== null && !this.isFull(session)) {
      const hits = hitsIn(chunk, this.#wanted, started / 1000, commands);
      if (hits.length > 0) {
        let kept = this.collected.get(session);
        if (kept === undefined) {
          if (this.collected.size >= mostSessions) return false;
          kept = { hits: [], hasMore: false };
          this.collected.set(session, kept);
        }
        kept.hasMore ||= kept.hits.length + hits.length > mostHits;
        kept.hits.push(...hits.slice(0, mostHits - kept.hits.length));
      }
    }
    const full = this.isFull(session);
    const kept = this.collected.get(session);
    if (full && chunk === null && kept !== undefined) kept.hasMore = true;
    this.position = full ? { started, session, place: behindAll } : candidate;
    return true;
  }
}

/** The lines of a chunk that have the text, one more than are told. */
function hitsIn(chunk: OpenChunk, wanted: Wanted, began: number, commands: readonly TypedCommand[]): Hit[] {
  const plain = folded(chunk.text);
  if (!plain.includes(wanted.text)) return [];
  const lines = chunk.text.split("\n");
  const times = chunk.times();
  const hits: Hit[] = [];
  for (const [at, line] of plain.split("\n").entries()) {
    if (!line.includes(wanted.text)) continue;
    const time = times[at] ?? 0;
    const moment = began + time;
    if ((wanted.from ?? moment) > moment || (wanted.to ?? moment) < moment) continue;
    const isTyped = commands.some(
      ({ command, date_executed }) =>
        Math.abs(date_executed.getTime() - moment) <= nearby &&
        line.includes(folded(command).split("\n")[0]?.trim() ?? ""),
    );
    if (wanted.isTyped && !isTyped) continue;
    const snippet = snippetOf(lines[at] ?? "", wanted.text);
    if (snippet !== null) hits.push({ time: time / 1000, is_typed: isTyped, ...snippet });
    if (hits.length > mostHits) break;
  }
  return hits;
}

/** Looks through candidates while there is time, and always through some; false when any were left. */
async function lookThrough(
  db: Services["db"],
  keys: MomentKeys,
  search: Search,
  found: readonly Candidate[],
  wanted: Wanted,
  until: number,
): Promise<boolean> {
  let size = fewest;
  for (let at = 0; at < found.length; ) {
    if (at > 0 && performance.now() >= until) return false;
    const some = found.slice(at, at + size);
    if (!(await look(db, keys, search, some, wanted))) return false;
    at += some.length;
    size = Math.min(most, size * 2);
  }
  return true;
}

/** A chunk, or null where it was changed: the others are found all the same. */
async function readable(keys: MomentKeys, { session, place }: Candidate, sealed: Buffer) {
  try {
    return await openChunk(keys, session, place, sealed);
  } catch (error) {
    log.warn({ err: error, session }, "what is kept of a recording cannot be read");
    return null;
  }
}

/** Looks through some candidates; false when the answer is full. */
async function look(
  db: Services["db"],
  keys: MomentKeys,
  search: Search,
  some: readonly Candidate[],
  wanted: Wanted,
): Promise<boolean> {
  const needed = some.filter(({ session }) => !search.isFull(session));
  const texts = await readTexts(db, needed);
  const [opened, commands] = await Promise.all([
    Promise.all(
      [...texts].map(
        async ([candidate, sealed]) => [candidate, await readable(keys, candidate, sealed)] as const,
      ),
    ),
    readCommands(db, [...new Set(needed.map(({ session }) => session))], wanted.text),
  ]);
  const chunks = new Map(opened);
  const pause = createYield();
  for (const candidate of some) {
    const chunk = chunks.get(candidate) ?? null;
    if (!search.take(candidate, chunk, commands.get(candidate.session) ?? [])) return false;
    await pause();
  }
  return true;
}

/**
 * Looks for a text in all that recordings showed, newest session first, for a limited time.
 *
 * @param after where an earlier answer ended
 * @param limit milliseconds after which it answers what it has; at least some is always looked through
 */
export async function findMoments(
  services: KeyServices,
  asked: Omit<Wanted, "hashes">,
  after: Position | null,
  limit = longest,
): Promise<MomentsAnswer> {
  const { db } = services;
  const until = performance.now() + limit;
  const keys = await momentKeys(services);
  const wanted: Wanted = { ...asked, hashes: askedHashes(keys.words, asked.text) };
  const search = new Search(wanted, after);
  for (;;) {
    const { found, next: end } = await findCandidates(db, wanted, search.position);
    const isThrough = await lookThrough(db, keys, search, found, wanted, until);
    if (isThrough && end === null) return { found: await told(db, search), next: null };
    if (isThrough) search.reach(end as Position);
    if (!isThrough || performance.now() >= until)
      return { found: await told(db, search), next: search.position };
  }
}

async function told(db: Services["db"], { collected }: Search): Promise<FoundMoments[]> {
  const sessions = new Map((await readSessions(db, [...collected.keys()])).map((row) => [row.id, row]));
  return [...collected].flatMap(([id, { hits, hasMore }]) => {
    const session = sessions.get(id);
    return session === undefined ? [] : [{ session, hits, has_more: hasMore }];
  });
}
