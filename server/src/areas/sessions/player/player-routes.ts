import { Readable } from "node:stream";
import { type CallerContext, permission } from "../../../engine/access/index.ts";
import { BadRequest } from "../../../engine/errors.ts";
import { caller, type RouteAnswer, type RouteDeclaration } from "../../../engine/http/index.ts";
import type { RecordingKeys, RecordingPlace } from "../../../transport/recording/index.ts";
import {
  durationOf,
  loadIndex,
  partOffsets,
  type ReplayIndex,
  readStream,
} from "../../../transport/replay-index/index.ts";
import {
  damaged,
  missing,
  type RecordedSession,
  recordAccess,
  recordingOf,
  requireWhole,
  sessionHere,
  verify,
  watched,
} from "../recorded-session.ts";
import { asciicastOf } from "../replay-archive.ts";
import { text } from "../texts.ts";
import { activityOf } from "./activity.ts";
import { parseRange } from "./byte-range.ts";
import { findLines } from "./find-lines.ts";
import { hasOpened, openingOf } from "./opening.ts";
import { indexRecording } from "./recording-indexes.ts";
import { textOf } from "./text-download.ts";

/** How long an opening waits for an index that is being made before it says so, in milliseconds. */
const longestWait = 1000;

/** A recording that can be read, or the answer that says why not. */
type Found =
  | { readonly session: RecordedSession; readonly place: RecordingPlace }
  | { readonly answer: RouteAnswer };

async function find(context: CallerContext, id: string): Promise<Found> {
  const session = await sessionHere(context, id);
  const found = await recordingOf(context, session);
  return "missing" in found ? { answer: missing(context, found.missing) } : { session, place: found.place };
}

const seconds = (microseconds: number): number => microseconds / 1_000_000;

/** The index of a recording, once it is made; before, how far that is. */
async function indexed(
  context: CallerContext,
  { session, place }: { session: RecordedSession; place: RecordingPlace },
): Promise<ReplayIndex | number> {
  const work = indexRecording(place, context.services.secrets);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, longestWait, null);
  });
  const index = await Promise.race([work.done, late]).finally(() => clearTimeout(timer));
  if (index === null) {
    work.done.catch(() => undefined);
    return Math.min(0.99, work.covered() / (await place.describe()).bytes);
  }
  // Somebody followed it while it ran: the next question goes on.
  if (index.end === null) return 0;
  requireWhole(session, index.end.hash);
  return index;
}

/** The index of a recording that has ended, however long it takes. */
async function wholeIndex(place: RecordingPlace, keys: RecordingKeys): Promise<ReplayIndex> {
  const index = await indexRecording(place, keys).done;
  // Somebody followed it while it ran, or was stopped.
  return index.end === null ? await indexRecording(place, keys).done : index;
}

async function open(context: CallerContext, id: string): Promise<RouteAnswer> {
  const found = await find(context, id);
  if ("answer" in found) return found.answer;
  const { session } = found;
  let index: ReplayIndex | number;
  try {
    index = await indexed(context, found);
  } catch (error) {
    return damaged(context, session, error);
  }
  if (typeof index === "number") return { body: { status: "running", progress: index } };
  await recordAccess(context, session, "view");
  const { header, parts, end } = index;
  const offsets = partOffsets(parts);
  return {
    body: {
      session: session.id,
      opening: openingOf(context, session.id),
      started: header.started,
      duration: seconds(durationOf(index)),
      columns: header.columns,
      rows: header.rows,
      is_complete: end?.isComplete === true,
      length: offsets.at(-1),
      parts: parts.map((part, number) => [seconds(part.begins), offsets[number]]),
      activity: activityOf(index),
    },
  };
}

/** The index of a recording the caller has opened. */
async function opened(
  context: CallerContext,
  id: string,
): Promise<
  { session: RecordedSession; place: RecordingPlace; index: ReplayIndex } | { answer: RouteAnswer }
> {
  const found = await find(context, id);
  if ("answer" in found) return found;
  if (!hasOpened(context, found.session.id)) {
    throw new BadRequest("replay_not_opened", text.replayNotOpened);
  }
  try {
    const index = await loadIndex(found.place, context.services.secrets);
    if (index.end === null) throw new Error("the recording is not the one that was opened");
    requireWhole(found.session, index.end.hash);
    return { ...found, index };
  } catch (error) {
    return { answer: damaged(context, found.session, error) };
  }
}

async function stream(context: CallerContext, id: string, header: string | undefined): Promise<RouteAnswer> {
  const found = await opened(context, id);
  if ("answer" in found) return found.answer;
  const { session, place, index } = found;
  const length = partOffsets(index.parts).at(-1) ?? 0;
  const range = parseRange(header, length);
  if (range === null) return { status: 416, headers: { "content-range": `bytes */${length}` } };
  const source = readStream(place, context.services.secrets, index, range.from, range.to);
  return {
    status: header === undefined ? 200 : 206,
    body: watched(Readable.from(source), session.id),
    type: "application/x-asciicast",
    headers: {
      "accept-ranges": "bytes",
      "content-length": String(range.to - range.from),
      ...(header === undefined ? {} : { "content-range": `bytes ${range.from}-${range.to - 1}/${length}` }),
      "cache-control": "private, no-store",
    },
  };
}

async function search(context: CallerContext, id: string): Promise<RouteAnswer> {
  const wanted = context.query.get("text")?.trim() ?? "";
  const from = Number(context.query.get("from") ?? 0);
  if (wanted === "" || wanted.length > 200) throw new BadRequest("invalid", text.replaySearchText);
  if (!Number.isFinite(from) || from < 0) throw new BadRequest("invalid", text.replaySearchFrom);
  const found = await opened(context, id);
  if ("answer" in found) return found.answer;
  return { body: await findLines(found.place, found.index, wanted, Math.round(from * 1_000_000)) };
}

const kinds = { asciicast: "application/x-asciicast", text: "text/plain; charset=utf-8" } as const;

async function download(context: CallerContext, id: string, kind: keyof typeof kinds): Promise<RouteAnswer> {
  const found = await find(context, id);
  if ("answer" in found) return found.answer;
  const { session, place } = found;
  const { secrets } = context.services;
  let source: AsyncGenerator<Buffer>;
  try {
    await verify(context, session, place);
    source = kind === "text" ? textOf(place, await wholeIndex(place, secrets)) : asciicastOf(place, secrets);
  } catch (error) {
    return damaged(context, session, error);
  }
  await recordAccess(context, session, "download");
  const name = `${session.id}.${kind === "text" ? "txt" : "cast"}`;
  return {
    body: watched(Readable.from(source), session.id),
    type: kinds[kind],
    headers: {
      "content-disposition": `attachment; filename="${name}"`,
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    },
  };
}

const at = "/api/v1/sallyport/replays/:id";

/** What the player asks for beyond the replays of the contract. docs/contract/sessions.md, section 5. */
export const playerRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["GET"],
    path: `${at}/`,
    access: permission("terminal.view_sessionreplay"),
    title: "Replay Index",
    handle: (context, { params }) => open(caller(context), params.id ?? ""),
  },
  {
    methods: ["GET"],
    path: `${at}/stream/`,
    access: permission("terminal.view_sessionreplay"),
    title: "Replay Stream",
    produces: "application/x-asciicast",
    handle: (context, { params, headers }) => stream(caller(context), params.id ?? "", headers.range),
  },
  {
    methods: ["GET"],
    path: `${at}/search/`,
    access: permission("terminal.view_sessionreplay"),
    title: "Replay Search",
    handle: (context, { params }) => search(caller(context), params.id ?? ""),
  },
  {
    methods: ["GET"],
    path: `${at}/asciicast/`,
    access: permission("terminal.download_sessionreplay"),
    title: "Replay Asciicast",
    produces: kinds.asciicast,
    handle: (context, { params }) => download(caller(context), params.id ?? "", "asciicast"),
  },
  {
    methods: ["GET"],
    path: `${at}/text/`,
    access: permission("terminal.download_sessionreplay"),
    title: "Replay Text",
    produces: "text/plain",
    handle: (context, { params }) => download(caller(context), params.id ?? "", "text"),
  },
];
