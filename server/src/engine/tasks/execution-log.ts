import { type Kysely, sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { EventBus } from "../events/events.ts";
import { log as productLog } from "../log.ts";
import { plainLine } from "./plain-line.ts";
import "./tables.ts";

/** Announces that an execution has said more, or ended; the payload is its id. */
export const executionChannel = "tasks.execution";

/** How a line looks. */
export type LineTone = "plain" | "good" | "bad" | "quiet" | "strong";

/** What an execution says to people. */
export interface ExecutionLog {
  /** Adds a line. Whatever is in it is harmless: see `plainLine`. Never holds a secret. */
  line(text: string, tone?: LineTone): void;
  /** Resolves when everything said so far is stored. */
  flush(): Promise<void>;
}

/** Most characters of one log; what follows is left out, and that is said. */
const mostCharacters = 4_194_304;
/** Kept for the lines that tell how it ended. */
const reserve = 4_096;
/** Milliseconds until what was said is stored and shown. */
const flushDelay = 200;
/** Characters that are stored at once. */
const pieceSize = 16_384;

const colours: Readonly<Record<LineTone, string>> = {
  plain: "",
  good: "\u001b[32m",
  bad: "\u001b[31m",
  quiet: "\u001b[90m",
  strong: "\u001b[1m",
};

/** A log that is being written. */
export interface LogWriter extends ExecutionLog {
  /** From now on the reserve is used too. */
  conclude(): void;
}

/** Where and under what number a log is kept. */
export interface LogPosition {
  readonly db: Kysely<Database>;
  readonly events: EventBus;
  readonly executionId: string;
  /** Said when the log is full. */
  readonly fullText: string;
}

/** Goes on with the log of an execution, which may have one from an earlier attempt. */
export async function openLog(position: LogPosition): Promise<LogWriter> {
  const { db, executionId } = position;
  const last = await db
    .selectFrom("task_logs")
    .select(["position", "content"])
    .where("execution_id", "=", executionId)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return createWriter(position, last === undefined ? 0 : last.position + last.content.length);
}

function createWriter({ db, events, executionId, fullText }: LogPosition, start: number): LogWriter {
  let waiting = "";
  let stored = start;
  let limit = mostCharacters - reserve;
  let isFull = false;
  let timer: NodeJS.Timeout | null = null;
  let work: Promise<void> = Promise.resolve();

  const store = async (): Promise<void> => {
    while (waiting !== "") {
      const piece = firstPiece(waiting);
      await db
        .insertInto("task_logs")
        .values({ execution_id: executionId, position: stored, content: piece })
        .execute();
      waiting = waiting.slice(piece.length);
      stored += piece.length;
      await events.publish(executionChannel, executionId);
    }
  };
  /** One at a time; what cannot be stored is tried again with what is said next. */
  const flush = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    work = work.then(store).catch((error: unknown) => {
      productLog.warn({ err: error, execution: executionId }, "the log of an execution could not be stored");
    });
    return work;
  };
  const add = (text: string): void => {
    waiting += text;
    if (waiting.length >= pieceSize) void flush();
    else timer ??= setTimeout(() => void flush(), flushDelay);
  };
  return {
    line(text, tone = "plain") {
      const colour = colours[tone];
      const line = `${colour}${plainLine(text)}${colour === "" ? "" : "\u001b[0m"}\n`;
      if (stored + waiting.length + line.length <= limit) return add(line);
      if (!isFull) add(`${colours.bad}${plainLine(fullText)}\u001b[0m\n`);
      isFull = true;
    },
    flush,
    conclude() {
      limit = mostCharacters;
    },
  };
}

/** At most `pieceSize` characters, none of them cut in half. */
function firstPiece(text: string): string {
  if (text.length <= pieceSize) return text;
  const isHigh = /[\ud800-\udbff]/.test(text.charAt(pieceSize - 1));
  return text.slice(0, isHigh ? pieceSize - 1 : pieceSize);
}

/** A part of a log, from a position on. */
export interface LogPart {
  readonly text: string;
  /** Where to continue. */
  readonly next: number;
}

/** Reads at most `most` characters of a log from `position` on; nothing more yet: an empty text. */
export async function readLog(
  db: Kysely<Database>,
  executionId: string,
  position: number,
  most: number,
): Promise<LogPart> {
  const rows = await db
    .selectFrom("task_logs")
    .select(["position", "content"])
    .where("execution_id", "=", executionId)
    .where("position", ">=", (query) =>
      query
        .selectFrom("task_logs as before")
        .select(({ fn }) => fn.coalesce(fn.max("before.position"), sql.lit(0)).as("start"))
        .where("before.execution_id", "=", executionId)
        .where("before.position", "<=", position),
    )
    .orderBy("position")
    .limit(2 + Math.ceil(most / 64))
    .execute();
  let text = "";
  let next = position;
  for (const row of rows) {
    const skipped = next - row.position;
    if (skipped < 0 || skipped >= row.content.length) continue;
    const room = most - text.length;
    const part = row.content.slice(skipped, skipped + room);
    // Half a character waits for its other half.
    const whole = part.length === room && /[\ud800-\udbff]$/.test(part) ? part.slice(0, -1) : part;
    text += whole;
    next += whole.length;
    if (text.length >= most - 1) break;
  }
  return { text, next };
}
