import { appendFile, mkdtemp, readFile, rm, stat, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRecording, RecordingTampered, RecordingWriter, toAsciicast } from "../recording/index.ts";
import {
  buildIndex,
  indexFileOf,
  loadIndex,
  partOffsets,
  type ReplayIndex,
  readStream,
  shownLines,
} from "./index.ts";
import { ScreenModel } from "./screen-model.ts";

const keys = {
  seal: (text: string, context: string) => Buffer.from(`${context}|${text}`).toString("base64"),
  open: (sealed: string) => Buffer.from(sealed, "base64").toString().split("|")[1] as string,
};
let folder: string;
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "replay-index-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Step = readonly [milliseconds: number, kind: "o" | "r" | "m", data: string | Buffer];

/** Records steps, each in a frame of its own. */
async function record(steps: readonly Step[], options: { charset?: string } = {}) {
  count += 1;
  const file = path.join(folder, `${count}.rec`);
  let now = 0;
  const writer = await RecordingWriter.create(
    file,
    {
      ...{ id: "00000000-0000-4000-8000-000000000001", started: "2026-05-04T10:00:00.000Z" },
      ...{ columns: 40, rows: 10, title: "test", charset: options.charset ?? "utf-8" },
    },
    keys,
    { now: () => now, frameBytes: 1 },
  );
  for (const [milliseconds, kind, data] of steps) {
    now = milliseconds;
    writer.add(kind, Buffer.from(data as string));
  }
  await writer.close();
  return file;
}

async function text(source: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const streamOf = (file: string, index: ReplayIndex, from = 0, to = Number.POSITIVE_INFINITY) =>
  text(readStream(file, keys, index, from, to));

const eventsIn = (stream: string) =>
  stream
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as [number, string, unknown]);

async function linesOf(file: string, index: ReplayIndex): Promise<[number, string][]> {
  const all: [number, string][] = [];
  for await (const lines of shownLines(file, index)) {
    for (const line of lines) all.push([line.time / 1_000_000, line.text]);
  }
  return all;
}

/** What a screen shows after output, drawn from nothing. */
async function screenAfter(
  events: readonly [number, string, unknown][],
  start: { columns: number; rows: number },
) {
  const model = new ScreenModel(start, () => undefined);
  for (const [, code, data] of events) {
    if (code === "o") model.write(data as string, 0);
    if (code === "k") await model.restore((data as { screen: string }).screen);
  }
  await model.settled();
  const snapshot = model.snapshot();
  model.dispose();
  return snapshot;
}

it("a screen tells each line at its moment, however much was written before it is waited for", async () => {
  const told: [number, string][] = [];
  const model = new ScreenModel({ columns: 20, rows: 3 }, ({ time, text }) => told.push([time, text]));
  for (let at = 0; at < 200; at += 1) model.write(`line ${at}\r\n`, at);
  expect([model.waiting > 0, told]).toEqual([true, []]);
  await model.settled();
  expect([model.waiting, told]).toEqual([0, Array.from({ length: 200 }, (_, at) => [at, `line ${at}`])]);
  model.dispose();
});

describe("the index of a recording", () => {
  const long = (begin: number, amount: number): Step[] =>
    Array.from({ length: amount }, (_, at) => [
      begin + at * 100,
      "o",
      `\u001b[3${at % 8}m${String(at).padStart(6, "0")} ${"x世".repeat(4_000)}\u001b[0m\r\n`,
    ]);

  it("plays as the recording does, from every part", async () => {
    const file = await record([
      ...long(0, 120),
      [20_000, "o", "\u001b[?1049h\u001b[2;5r\u001b[?25l\u001b[7mvim"],
      ...long(30_000, 120),
    ]);
    const index = await buildIndex(file, keys);
    expect(index.end).toMatchObject({ isComplete: true });
    expect(index.parts.length).toBeGreaterThan(4);
    const stream = eventsIn(await streamOf(file, index));
    const recording = await openRecording(file, keys);
    const whole = eventsIn(await text(toAsciicast(recording))).slice(1);
    await recording.close();
    expect(stream.filter(([, code]) => code !== "k")).toEqual(whole);
    const expected = await screenAfter(whole, { columns: 40, rows: 10 });
    const offsets = partOffsets(index.parts);
    for (const offset of [offsets[1], offsets.at(-2)]) {
      const rest = eventsIn(await streamOf(file, index, offset));
      expect(rest[0]?.[1]).toBe("k");
      expect(await screenAfter(rest, { columns: 40, rows: 10 })).toBe(expected);
    }
  });

  it("answers any range as the same bytes of the whole", async () => {
    const file = await record(long(0, 100));
    const index = await buildIndex(file, keys);
    const whole = Buffer.from(await streamOf(file, index));
    expect(whole.length).toBe(partOffsets(index.parts).at(-1));
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length), fc.nat(200_000), async (from, length) => {
        const range = await streamOf(file, index, from, from + length);
        expect(range).toBe(whole.subarray(from, from + length).toString());
      }),
      { numRuns: 8 },
    );
  });

  it("goes on where it was left: stopped, killed in the middle of a record, and followed", async () => {
    const file = await record(long(0, 70));
    const whole = await buildIndex(file, keys);
    const stop = new AbortController();
    await rm(indexFileOf(file));
    const some = await buildIndex(file, keys, { signal: stop.signal, onProgress: () => stop.abort() });
    expect([some.parts.length, some.end]).toEqual([1, null]);
    await appendFile(indexFileOf(file), Buffer.from([1, 0, 0, 0, 3, 0, 0, 9]));
    const rest = await buildIndex(file, keys);
    expect(rest.parts.map(({ bytes, begins, ends }) => [bytes, begins, ends])).toEqual(
      whole.parts.map(({ bytes, begins, ends }) => [bytes, begins, ends]),
    );
    expect(await streamOf(file, rest)).toBe(await streamOf(file, await loadIndex(file, keys)));
    expect((await loadIndex(file, keys)).end).toEqual(rest.end);
    const { size } = await stat(indexFileOf(file));
    for (const cut of [size - 1, Math.floor(size / 2), 3]) {
      await truncate(indexFileOf(file), cut);
      expect((await buildIndex(file, keys)).parts.length).toBe(whole.parts.length);
    }
  });

  it("is made anew for another file, and refuses what was changed", async () => {
    const file = await record(long(0, 60));
    const first = await buildIndex(file, keys);
    const bytes = await readFile(file);
    const place = Math.floor(bytes.length / 2);
    bytes[place] = (bytes[place] ?? 0) ^ 1;
    await writeFile(file, bytes);
    await expect(buildIndex(file, keys)).rejects.toThrow(RecordingTampered);
    // Even with the times put back, no changed frame is shown.
    await utimes(file, new Date(), new Date(first.end?.modified ?? 0));
    await expect(streamOf(file, { ...first })).rejects.toThrow(RecordingTampered);
    // An index that was changed is no index.
    const other = await record(long(0, 60));
    const made = await buildIndex(other, keys);
    const index = await readFile(indexFileOf(other));
    index[index.length - 3] = (index.at(-3) ?? 0) ^ 1;
    await writeFile(indexFileOf(other), index);
    expect((await loadIndex(other, keys)).end).toBeNull();
    expect((await buildIndex(other, keys)).end).toEqual(made.end);
  });

  it("does not show what the screen showed to who reads the file", async () => {
    const file = await record([[0, "o", "the password is hunter2\r\n"]]);
    await buildIndex(file, keys);
    expect((await readFile(indexFileOf(file))).includes("hunter2")).toBe(false);
  });
});

describe("the lines of a recording", () => {
  const lines = async (...steps: Step[]) => {
    const file = await record(steps);
    return linesOf(file, await buildIndex(file, keys));
  };

  it("are told once, whole, when they stood there", async () => {
    expect(
      await lines(
        [0, "o", "$ "],
        [1000, "o", "l"],
        [2500, "o", "s -la"],
        [3000, "o", "\r\nfile one\r\nfile two\r\n$ "],
      ),
    ).toEqual([
      [2.5, "$ ls -la"],
      [3, "file one"],
      [3, "file two"],
      [3, "$"],
    ]);
  });

  it("hold what stood there for a moment only", async () => {
    const found = await lines(
      [0, "o", "before\r\nseen for an instant\u001b[2J\u001b[Hafter"],
      [10, "o", "\u001b[?1049hin vim\u001b[?1049l"],
    );
    expect(found.map(([, line]) => line)).toEqual(
      expect.arrayContaining(["seen for an instant", "after", expect.stringContaining("in vim")]),
    );
  });

  it("join what the screen's edge broke, in any script", async () => {
    const phrase = `${"a".repeat(35)} 数据库连接失败 データベース`;
    expect((await lines([0, "o", `${phrase}\r\n`])).map(([, line]) => line)).toEqual([phrase]);
  });

  it("let nothing act that reads them", async () => {
    const found = await lines([
      0,
      "o",
      "a\u202eb\u2066c\u0007\u001b]0;title\u0007\u001b]8;;javascript:alert(1)\u0007<img src=x onerror=alert(1)>\u001b]8;;\u0007\u009b31m\r\n",
    ]);
    expect(found).toEqual([[0, expect.stringContaining("<img src=x onerror=alert(1)>")]]);
    expect(found[0]?.[1]).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    expect(found[0]?.[1]).not.toContain("javascript");
  });

  it("are read in the recording's own encoding, also across frames", async () => {
    const bytes = Buffer.from([0xca, 0xfd, 0xbe, 0xdd, 0xbf, 0xe2, 0x0d, 0x0a]);
    const file = await record(
      [
        [0, "o", bytes.subarray(0, 3)],
        [10, "o", bytes.subarray(3)],
      ],
      { charset: "gbk" },
    );
    expect(await linesOf(file, await buildIndex(file, keys))).toEqual([[0.01, "数据库"]]);
  });
});
