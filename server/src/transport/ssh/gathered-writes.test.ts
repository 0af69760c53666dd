import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { gatherWrites } from "./gathered-writes.ts";

/** A stream that keeps what reaches it, one entry for what came together. */
function gathering() {
  const arrived: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      arrived.push(chunk.toString());
      done();
    },
    writev: (chunks, done) => {
      arrived.push(chunks.map(({ chunk }) => (chunk as Buffer).toString()).join(""));
      done();
    },
  });
  gatherWrites(stream);
  return { stream, arrived };
}

const turn = () => new Promise(setImmediate);

test("what is written in one turn leaves together, and nothing waits for the next one", async () => {
  const { stream, arrived } = gathering();
  for (const part of ["length ", "body ", "code"]) stream.write(part);
  expect(arrived).toEqual([]);
  await turn();
  expect(arrived).toEqual(["length body code"]);
  stream.write("again");
  await turn();
  expect(arrived).toEqual(["length body code", "again"]);
});

test("an end that follows at once cuts nothing off", async () => {
  const { stream, arrived } = gathering();
  stream.write("last ");
  stream.end("words");
  await turn();
  expect(arrived.join("")).toBe("last words");
  expect(stream.writableFinished).toBe(true);
});

test("a full stream still says so", () => {
  const { stream } = gathering();
  expect(stream.write(Buffer.alloc(stream.writableHighWaterMark))).toBe(false);
});
