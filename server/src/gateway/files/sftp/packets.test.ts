import fc from "fast-check";
import { expect, test } from "vitest";
import { PacketBatch } from "./packet-batch.ts";
import { MalformedPacket, PacketReader, packet } from "./packets.ts";

test("packets come out whole however the stream is cut", () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 20 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 64 })),
      (bodies, cuts) => {
        const stream = Buffer.concat(bodies.map((body, index) => packet(200, index, Buffer.from(body))));
        const seen: string[] = [];
        const reader = new PacketReader((type, body) =>
          seen.push(`${type}:${body.subarray(4).toString("hex")}`),
        );
        for (let at = 0; at < stream.length; ) {
          const next = at + (cuts.next().value ?? 1);
          reader.push(stream.subarray(at, next));
          at = next;
        }
        expect(seen).toEqual(bodies.map((body) => `200:${Buffer.from(body).toString("hex")}`));
      },
    ),
  );
  const reader = new PacketReader(() => undefined);
  expect(() => reader.push(Buffer.from([0, 5, 0, 0, 1]))).toThrow(MalformedPacket);
});

test("packets of one turn leave together, in their order, and those of the next one after them", async () => {
  const sent: string[] = [];
  const batch = new PacketBatch((data) => sent.push(data.toString()));
  batch.add(Buffer.from("one "));
  batch.add(Buffer.from("two"));
  expect(sent).toEqual([]);
  await new Promise(setImmediate);
  expect(sent).toEqual(["one two"]);
  batch.add(Buffer.from("three"));
  batch.flush();
  batch.flush();
  await new Promise(setImmediate);
  expect(sent).toEqual(["one two", "three"]);
});

test("a batch does not grow beyond a quarter of a megabyte", () => {
  const sent: number[] = [];
  const batch = new PacketBatch((data) => sent.push(data.length));
  for (let piece = 0; piece < 9; piece += 1) batch.add(Buffer.alloc(64 * 1024));
  expect(sent).toEqual([256 * 1024, 256 * 1024]);
});
