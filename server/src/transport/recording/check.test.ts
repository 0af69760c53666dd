import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fixedKeyRing } from "../../engine/secrets/key-ring.ts";
import { createSecretBox } from "../../engine/secrets/secret-box.ts";
import { checkRecording, type RecordingSeal } from "./check.ts";
import { FRAME_HEADER, FRAME_TAG, MAGIC } from "./format.ts";
import type { RecordingPlace } from "./place.ts";
import { RecordingWriter } from "./writer.ts";

let folder = "";
/** The recording as it was written, and what was kept of it. */
let whole: Buffer;
let seal: RecordingSeal;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "checked-"));
  const header = { id: "6f1d3a52-0c1f-4c3e-9a3e-0d4f5b1a7c11", started: "2026-01-02T03:04:05.000Z" };
  const writer = await RecordingWriter.create(
    path.join(folder, "one.rec"),
    { ...header, columns: 80, rows: 24, title: "root@web", charset: "utf-8" },
    createSecretBox(fixedKeyRing(randomBytes(32))),
    { frameBytes: 1 },
  );
  for (const line of ["one\r\n", "two\r\n", "three\r\n", "four\r\n"]) {
    const { size } = await stat(writer.file);
    writer.add("o", Buffer.from(line));
    // Each line is a frame: the next comes once it is written.
    while ((await stat(writer.file)).size === size) await new Promise((resolve) => setImmediate(resolve));
  }
  seal = await writer.close();
  whole = await readFile(writer.file);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Bytes in memory are a place like others. */
const inMemory = (bytes: Buffer): RecordingPlace => ({
  file: "",
  describe: async () => ({ bytes: bytes.length, modified: null }),
  open: async () => ({
    read: async (offset, length) => bytes.subarray(offset, offset + length),
    close: async () => undefined,
  }),
});
const check = (bytes: Buffer) => checkRecording(inMemory(bytes), seal);

/** Where frames begin, and where the last one ends. */
function frameEdges(): number[] {
  const edges: number[] = [];
  let at = MAGIC.length + 4 + whole.readUInt32BE(MAGIC.length);
  while (at < whole.length) {
    edges.push(at);
    at += FRAME_HEADER + whole.readUInt32BE(at + 8) + FRAME_TAG;
  }
  return [...edges, at];
}

test("a recording is as it was written", async () => {
  expect(await check(whole)).toBeNull();
  expect(frameEdges().length).toBeGreaterThan(4);
  expect(frameEdges().at(-1)).toBe(whole.length);
});

test("no byte of it can be another", async () => {
  const unseen: number[] = [];
  for (let at = 0; at < whole.length; at += 1) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
    if ((await check(changed)) === null) unseen.push(at);
  }
  expect(unseen).toEqual([]);
});

test("it cannot end anywhere else", async () => {
  for (let length = 0; length < whole.length; length += 1) {
    expect(await check(whole.subarray(0, length)), `${length}`).not.toBeNull();
  }
  for (const edge of frameEdges().slice(1, -1)) {
    expect(await check(whole.subarray(0, edge)), `${edge}`).toEqual({ what: "truncated" });
  }
  expect(await check(Buffer.concat([whole, Buffer.from("x")]))).toEqual({ what: "extended" });
});

test("its frames cannot change places, be left out or come twice", async () => {
  const edges = frameEdges();
  const start = whole.subarray(0, edges[0]);
  const frames = edges.slice(0, -1).map((edge, index) => whole.subarray(edge, edges[index + 1]));
  for (let one = 0; one < frames.length; one += 1) {
    for (let other = one + 1; other < frames.length; other += 1) {
      const swapped = frames.with(one, frames[other] as Buffer).with(other, frames[one] as Buffer);
      expect(await check(Buffer.concat([start, ...swapped]))).toEqual({ what: "reordered", frame: one });
    }
    expect(await check(Buffer.concat([start, ...frames.toSpliced(one, 1)]))).not.toBeNull();
    const twice = frames.toSpliced(one, 0, frames[one] as Buffer);
    expect(await check(Buffer.concat([start, ...twice]))).not.toBeNull();
  }
});
