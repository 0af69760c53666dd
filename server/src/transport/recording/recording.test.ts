import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fixedKeyRing } from "../../engine/secrets/key-ring.ts";
import { createSecretBox } from "../../engine/secrets/secret-box.ts";
import { toAsciicast, toRaw } from "./export.ts";
import { type EventKind, FRAME_HEADER, type RecordingEvent, RecordingTampered } from "./format.ts";
import { recordingPath, resolveRecording } from "./path.ts";
import { openRecording, verifyRecording } from "./reader.ts";
import { recoverRecording } from "./recover.ts";
import { RecordingWriter, type RecordingWriterOptions } from "./writer.ts";

const keys = createSecretBox(fixedKeyRing(randomBytes(32)));
const id = "6f1d3a52-0c1f-4c3e-9a3e-0d4f5b1a7c11";
let folder = "";
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "recording-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const header = (charset = "utf-8") => ({
  id,
  started: "2026-01-02T03:04:05.000Z",
  columns: 80,
  rows: 24,
  title: "root@web",
  charset,
});

function create(options?: RecordingWriterOptions, charset?: string): Promise<RecordingWriter> {
  count += 1;
  return RecordingWriter.create(path.join(folder, `${count}.rec`), header(charset), keys, options);
}

async function write(
  chunks: readonly { kind: EventKind; data: Uint8Array }[],
  options?: RecordingWriterOptions,
  charset?: string,
): Promise<string> {
  const writer = await create(options, charset);
  for (const { kind, data } of chunks) {
    writer.add(kind, Buffer.from(data));
    if (options?.frameBytes === 1) await new Promise(setImmediate);
  }
  await writer.close();
  return writer.file;
}

async function read(file: string): Promise<RecordingEvent[]> {
  const recording = await openRecording(file, keys);
  try {
    const events: RecordingEvent[] = [];
    for await (const event of recording.events()) events.push(event);
    return events;
  } finally {
    await recording.close();
  }
}

async function collect(file: string, how: typeof toRaw): Promise<Buffer> {
  const recording = await openRecording(file, keys);
  try {
    const parts: Buffer[] = [];
    for await (const part of how(recording)) parts.push(part);
    return Buffer.concat(parts);
  } finally {
    await recording.close();
  }
}

const output = (text: string) => ({ kind: "o" as const, data: Buffer.from(text) });
const anyEvent = fc.record({
  kind: fc.constantFrom<EventKind>("o", "i", "r", "m"),
  data: fc.uint8Array({ maxLength: 300 }),
});

describe("a recording", () => {
  it("gives back any events in any chunking", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyEvent, { maxLength: 40 }),
        fc.constantFrom(1, 100, 65536),
        async (events, frameBytes) => {
          const file = await write(events, { frameBytes });
          const found = await read(file);
          expect(found.map(({ kind, data }) => [kind, data.toString("hex")])).toEqual(
            events.map(({ kind, data }) => [kind, Buffer.from(data).toString("hex")]),
          );
          expect(found.every((event, at) => at === 0 || event.time >= (found[at - 1]?.time ?? 0))).toBe(true);
          expect(await verifyRecording(file, keys)).toMatchObject({ state: "complete" });
        },
      ),
      { numRuns: 60 },
    );
  });

  it("shows any flipped byte", async () => {
    const file = await write(
      [output("hello "), output("world"), { kind: "r", data: Buffer.from("100x30") }],
      { frameBytes: 1 },
    );
    const original = await readFile(file);
    const changed = path.join(folder, "changed.rec");
    await fc.assert(
      fc.asyncProperty(fc.nat(original.length - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        const bytes = Buffer.from(original);
        bytes[at] = (bytes[at] ?? 0) ^ mask;
        await writeFile(changed, bytes);
        await expect(verifyRecording(changed, keys)).rejects.toBeInstanceOf(RecordingTampered);
      }),
      { numRuns: 400 },
    );
  });

  it("shows removed, doubled and reordered frames, and frames of another recording", async () => {
    const file = await write([output("one"), output("two"), output("three")], { frameBytes: 1 });
    const bytes = await readFile(file);
    const frames: Buffer[] = [];
    let at = 12 + bytes.readUInt32BE(8);
    const head = bytes.subarray(0, at);
    while (at < bytes.length) {
      const size = FRAME_HEADER + bytes.readUInt32BE(at + 8) + 16;
      frames.push(bytes.subarray(at, at + size));
      at += size;
    }
    expect(frames.length).toBeGreaterThanOrEqual(3);
    const [first, second, ...rest] = frames as [Buffer, Buffer, ...Buffer[]];
    const changed = path.join(folder, "frames.rec");
    for (const order of [
      [second, ...rest],
      [first, first, second, ...rest],
      [second, first, ...rest],
      [...frames, first],
    ]) {
      await writeFile(changed, Buffer.concat([head, ...order]));
      await expect(verifyRecording(changed, keys)).rejects.toBeInstanceOf(RecordingTampered);
    }
    // Without its last frame it can only be seen as unfinished; the hash kept with the session tells.
    const whole = await verifyRecording(file, keys);
    await writeFile(changed, Buffer.concat([head, ...frames.slice(0, -1)]));
    const cut = await verifyRecording(changed, keys);
    expect(cut.state).toBe("unfinished");
    expect(cut.hash).not.toBe(whole.hash);
  });

  it("does not open with the key of another installation", async () => {
    const file = await write([output("x")]);
    await expect(openRecording(file, createSecretBox(fixedKeyRing(randomBytes(32))))).rejects.toBeInstanceOf(
      RecordingTampered,
    );
  });

  it("keeps neither output nor its key in clear", async () => {
    const file = await write([output("a very recognisable secret")]);
    expect((await readFile(file)).includes("recognisable")).toBe(false);
  });

  it("tolerates a torn end at every length, and recovers", async () => {
    const file = await write([output("one"), output("two"), output("three")], { frameBytes: 1 });
    const bytes = await readFile(file);
    const start = 12 + bytes.readUInt32BE(8);
    for (let length = start; length < bytes.length; length += 7) {
      const torn = path.join(folder, "torn.rec");
      await writeFile(
        torn,
        Buffer.concat([bytes.subarray(0, length), Buffer.alloc(length % 2 === 0 ? 0 : 3)]),
      );
      await truncate(torn, length);
      const before = await collect(torn, toRaw);
      expect("onetwothree".startsWith(before.toString())).toBe(true);
      const summary = await recoverRecording(torn, keys);
      expect(await verifyRecording(torn, keys)).toMatchObject({
        state: "complete",
        hash: summary.hash,
        bytes: summary.bytes,
      });
      expect(await collect(torn, toRaw)).toEqual(before);
    }
  });

  it("takes a tail of zeros as torn and other bytes as changed", async () => {
    const file = await write([output("one")]);
    const bytes = await readFile(file);
    const { bytes: whole } = await verifyRecording(file, keys);
    expect(whole).toBe(bytes.length);
    const writer = await create();
    writer.add("o", Buffer.from("kept"));
    await new Promise((resolve) => setTimeout(resolve, 1300));
    const live = await readFile(writer.file);
    const crashed = path.join(folder, "crashed.rec");
    await writeFile(crashed, Buffer.concat([live, Buffer.alloc(5000)]));
    expect((await recoverRecording(crashed, keys)).bytes).toBeGreaterThan(live.length);
    expect((await collect(crashed, toRaw)).toString()).toBe("kept");
    await writeFile(crashed, Buffer.concat([live, Buffer.alloc(5000), Buffer.from([1])]));
    await expect(recoverRecording(crashed, keys)).rejects.toBeInstanceOf(RecordingTampered);
    await writer.discard();
    await expect(readFile(writer.file)).rejects.toThrow();
  });

  it("is on disk after a second without being closed", async () => {
    const writer = await create();
    writer.add("o", Buffer.from("typed"));
    await new Promise((resolve) => setTimeout(resolve, 1300));
    expect((await collect(writer.file, toRaw)).toString()).toBe("typed");
    expect(await verifyRecording(writer.file, keys)).toMatchObject({ state: "unfinished" });
    await writer.close();
  });

  it("tells when the disk falls behind and when it cannot be written", async () => {
    const pressure: boolean[] = [];
    const writer = await create({ pressureBytes: 100_000, onPressure: (behind) => pressure.push(behind) });
    for (let at = 0; at < 10; at += 1) writer.add("o", randomBytes(50_000));
    await writer.close();
    expect(pressure).toEqual([true, false]);
  });

  it("exports asciicast with characters across events and bytes that are none", async () => {
    const ja = Buffer.from("日本");
    const file = await write([
      { kind: "o", data: ja.subarray(0, 2) },
      { kind: "o", data: ja.subarray(2, 4) },
      { kind: "r", data: Buffer.from("132x43") },
      { kind: "i", data: Buffer.from("password") },
      { kind: "o", data: Buffer.concat([ja.subarray(4), Buffer.from([0xff]), Buffer.from("!")]) },
      { kind: "m", data: Buffer.from("bye") },
      { kind: "o", data: ja.subarray(0, 1) },
    ]);
    const lines = (await collect(file, toAsciicast)).toString().trimEnd().split("\n");
    const [head, ...events] = lines.map((text) => JSON.parse(text) as unknown);
    expect(head).toMatchObject({
      version: 2,
      width: 80,
      height: 24,
      timestamp: 1767323045,
      title: "root@web",
    });
    const rows = events as [number, string, string][];
    expect(rows.map(([, kind]) => kind)).toEqual(["o", "r", "o", "o", "o"]);
    expect(rows.map(([, , text]) => text)).toEqual(["日", "132x43", "本\ufffd!", "bye", "\ufffd"]);
  });

  it("exports other charsets as UTF-8", async () => {
    const file = await write([{ kind: "o", data: Buffer.from([0xc4, 0xe3, 0xba, 0xc3]) }], {}, "gbk");
    expect((await collect(file, toAsciicast)).toString()).toContain("你好");
  });

  it("keeps to its folder", () => {
    expect(recordingPath(id, new Date("2026-01-02T23:59:59Z"))).toBe(`recordings/2026-01-02/${id}.rec`);
    expect(() => recordingPath("../../etc/passwd", new Date())).toThrow(RangeError);
    expect(() => resolveRecording(folder, "recordings/../../x")).toThrow(RangeError);
    expect(resolveRecording("/data", "recordings/2026-01-02/a.rec")).toBe(
      "/data/recordings/2026-01-02/a.rec",
    );
  });
});

describe.skipIf(process.platform !== "linux")("a full disk", () => {
  it("is reported once and closes with the error", async () => {
    const { symlink } = await import("node:fs/promises");
    const file = path.join(folder, "full.rec");
    await symlink("/dev/full", file);
    await expect(RecordingWriter.create(file, header(), keys)).rejects.toThrow(/EEXIST|ENOSPC/);
  });
});
