import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import {
  asciicastLine,
  type FramePosition,
  fileOf,
  openRecording,
  placeOf,
  type RecordingEnd,
  type RecordingFrame,
  type RecordingKeys,
  type RecordingReader,
  type RecordingSource,
  type ShownEvent,
  shownEvents,
} from "../recording/index.ts";
import { indexFileOf, indexMagic, type RecordKind, sealRecord } from "./index-file.ts";
import {
  type EndScreen,
  type IndexEnd,
  type IndexSummary,
  loadIndex,
  type ReplayIndex,
  type ReplayPart,
  trailerOf,
  withIndexFile,
} from "./replay-index.ts";
import { parseSize, type ScreenLine, ScreenModel } from "./screen-model.ts";
import { screenLine } from "./stream.ts";

/** A part ends once it has this much text, in bytes of the stream: what a player reads to show a moment. */
const partBytes = 512 * 1024;

/** A part that finds no clean end goes on up to this, in bytes. */
const mostPartBytes = 4 * 1024 * 1024;

/** Characters that are handed to the screen before it is waited for: a wait takes a timer, whatever is waited for. */
const highWaterMark = 16 * 1024;

/** How far back a line that grows is looked for. */
const recentLines = 64;

/** What limits a run. */
export interface BuildOptions {
  /** Stops between two parts; what is done so far stays. */
  readonly signal?: AbortSignal;
  /** Whether the session still runs: the last part is closed so that others can read it, and the end is left open. */
  readonly isLive?: boolean;
  /** Called after each part with the bytes of the recording that are covered. */
  readonly onProgress?: (bytes: number) => void;
}

/** A sequence that was begun and not ended: what follows would be read as something else. */
const begun = new RegExp(
  String.raw`${"\u001b"}(?:\[[0-?]*[ -/]*|[ -/]*|[\]PX^_](?:(?!${"\u001b"}\\)[^${"\u0007"}])*)$`,
);

/** The part that is being read. */
class OpenPart {
  readonly from: FramePosition;
  readonly start: EndScreen;
  readonly shown: (event: RecordingFrame["events"][number]) => ShownEvent;
  begins = -1;
  ends = 0;
  bytes = 0;
  lines: ScreenLine[] = [];
  readonly activity = new Map<number, number>();
  #tail = "";

  constructor(from: FramePosition, start: EndScreen, recording: RecordingReader) {
    this.from = from;
    this.start = start;
    this.shown = shownEvents(recording.header);
  }

  take(event: ShownEvent): void {
    if (this.begins < 0) this.begins = event.time;
    this.ends = event.time;
    if (event.text === "") return;
    this.bytes += Buffer.byteLength(asciicastLine(event));
    if (event.code !== "o") return;
    const second = Math.floor(event.time / 1_000_000);
    this.activity.set(second, (this.activity.get(second) ?? 0) + event.text.length);
    this.#tail = (this.#tail + event.text).slice(-4096);
  }

  /** A line that grew takes the place of its beginning. */
  line(line: ScreenLine, before: string): void {
    if (before !== "") {
      const { lines } = this;
      for (let at = lines.length - 1; at >= 0 && at >= lines.length - recentLines; at -= 1) {
        if (lines[at]?.text === before) {
          lines.splice(at, 1);
          break;
        }
      }
    }
    this.lines.push(line);
  }

  /** Whether the part may end here: no character and no sequence lies across. */
  isCleanAfter(frame: RecordingFrame, charset: string): boolean {
    const most = /^utf-?8$/i.test(charset) ? 0x80 : 0x30;
    const isWhole = (kind: "o" | "i") => {
      const last = frame.events.findLast((event) => event.kind === kind)?.data.at(-1);
      return last === undefined || last < most;
    };
    return isWhole("o") && isWhole("i") && !begun.test(this.#tail);
  }
}

/** Writes an index on from where it stands. */
class IndexWriter {
  readonly #handle: FileHandle;
  readonly #key: Buffer;
  #next: { offset: number; number: number };

  constructor(handle: FileHandle, key: Buffer, next: ReplayIndex["next"]) {
    this.#handle = handle;
    this.#key = key;
    this.#next = next;
  }

  async part(open: OpenPart, to: FramePosition, screen: EndScreen): Promise<ReplayPart> {
    const { from, start, activity, ends } = open;
    const begins = Math.max(0, open.begins);
    const bytes = open.bytes + screenLine(begins, start).length;
    const text = await this.#write(
      "text",
      open.lines.map((line) => [line.time, line.text]),
    );
    const place = await this.#write("screen", screen);
    const { columns, rows } = start;
    const part = {
      ...{ from, to, begins, ends, columns, rows, bytes, text },
      screen: place,
      activity: [...activity],
    };
    await this.#write("part", part);
    return part;
  }

  async end(summary: IndexSummary): Promise<void> {
    const trailer = trailerOf(this.#next);
    await this.#write("end", summary);
    await this.#handle.write(trailer, 0, trailer.length, this.#next.offset);
    await this.#handle.truncate(this.#next.offset + trailer.length);
  }

  get next(): ReplayIndex["next"] {
    return this.#next;
  }

  async #write(kind: RecordKind, value: unknown) {
    const { offset, number } = this.#next;
    const record = await sealRecord(this.#key, kind, number, value);
    await this.#handle.write(record, 0, record.length, offset);
    this.#next = { offset: offset + record.length, number: number + 1 };
    return { offset, number, length: record.length };
  }
}

/**
 * Makes the index of a recording, or goes on with it: from the last part that is whole to the end of what was recorded.
 * Reads every frame once and so verifies the recording. Broken off at any moment, it goes on from the last part.
 *
 * @returns the index; its end is null when the run was stopped or the session still runs
 * @throws RecordingTampered at the first frame that was changed
 */
export async function buildIndex(
  source: RecordingSource,
  keys: RecordingKeys,
  options: BuildOptions = {},
): Promise<ReplayIndex> {
  const file = fileOf(source);
  const index = await loadIndex(source, keys);
  if (index.end !== null) return index;
  const recording = await openRecording(source, keys);
  try {
    const handle = await openIndex(file, index.parts.length === 0);
    try {
      return await goOn({ source, index, recording, handle }, options);
    } finally {
      await handle.close();
    }
  } finally {
    await recording.close();
  }
}

async function openIndex(file: string, isNew: boolean): Promise<FileHandle> {
  // What is kept elsewhere may have left no folder here.
  if (isNew) await mkdir(dirname(file), { recursive: true });
  const handle = await open(indexFileOf(file), isNew ? "w" : "r+", 0o600);
  if (isNew) await handle.write(indexMagic, 0, indexMagic.length, 0);
  return handle;
}

interface Work {
  readonly source: RecordingSource;
  readonly index: ReplayIndex;
  readonly recording: RecordingReader;
  readonly handle: FileHandle;
}

async function goOn({ source, index, recording, handle }: Work, options: BuildOptions): Promise<ReplayIndex> {
  const { header, key } = index;
  const parts = [...index.parts];
  const writer = new IndexWriter(handle, key, index.next);
  const last = parts.at(-1);
  const begin: EndScreen =
    last === undefined
      ? { columns: header.columns, rows: header.rows, screen: "" }
      : ((await withIndexFile(fileOf(source), key, (read) => read(last.screen))) as EndScreen);
  let position = last?.to ?? recording.start;
  let open = new OpenPart(position, begin, recording);
  const model = new ScreenModel(begin, (line, before) => open.line(line, before));
  const close = async () => {
    await model.settled();
    const screen = { ...model.size, screen: model.snapshot() };
    parts.push(await writer.part(open, position, screen));
    open = new OpenPart(position, screen, recording);
    options.onProgress?.(position.offset);
  };
  // Before it is read: what is written meanwhile makes the index one of another file.
  const { bytes, modified } = await placeOf(source).describe();
  const stopped = () => ({ header, key, parts, end: null, next: writer.next });
  try {
    await model.restore(begin.screen);
    const frames = recording.frames(position);
    for (;;) {
      const step = await frames.next();
      if (step.done === true) {
        if (open.from.sequence < position.sequence) await close();
        if (options.isLive === true) return stopped();
        const end = endOf(step.value, parts, bytes, modified ?? 0);
        await writer.end({ end, parts });
        await handle.datasync();
        return { ...stopped(), end };
      }
      const frame = step.value;
      await showFrame(model, open, frame);
      position = frame.next;
      const isClean = open.bytes >= partBytes && open.isCleanAfter(frame, header.charset);
      if (!isClean && open.bytes < mostPartBytes) continue;
      await close();
      if (options.signal?.aborted === true) return stopped();
    }
  } finally {
    await model.settled();
    model.dispose();
  }
}

async function showFrame(model: ScreenModel, open: OpenPart, frame: RecordingFrame): Promise<void> {
  let text = "";
  let first = 0;
  let time = 0;
  const flush = async () => {
    if (text !== "") model.write(text, time);
    text = "";
    if (model.waiting > highWaterMark) await model.settled();
  };
  for (const recorded of frame.events) {
    const event = open.shown(recorded);
    open.take(event);
    // Lines carry the moment from which they stand there, to a tenth of a second.
    if (text !== "" && event.time - first >= 100_000) await flush();
    if (event.code === "o") {
      if (text === "") first = event.time;
      time = event.time;
      text += event.text;
    } else {
      const size = parseSize(event.text);
      await flush();
      await model.settled();
      if (size !== null) model.resize(size);
    }
  }
  await flush();
}

function endOf(found: RecordingEnd, parts: readonly ReplayPart[], bytes: number, modified: number): IndexEnd {
  return {
    ...{ bytes, modified, hash: found.hash },
    duration: Math.max(found.duration, parts.at(-1)?.ends ?? 0),
    isComplete: found.state === "complete",
  };
}
