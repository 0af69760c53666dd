import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { connectSftp, noAttributes, opened } from "../../testing/sftp.ts";
import { readNames } from "./names.ts";
import { PacketCursor, PacketReader, packet, packetType, statusCode, string, uint32 } from "./packets.ts";
import { codeOf, RemoteFiles } from "./remote-files.ts";

describe("a target that lies", () => {
  /** A target that answers as `answer` says. */
  function lyingTarget(answer: (type: number, id: number, cursor: PacketCursor) => Buffer | null) {
    const misbehaved: Error[] = [];
    const reader = new PacketReader((type, body) => {
      const cursor = new PacketCursor(body);
      if (type === packetType.init) {
        files.receive(packet(packetType.version, null, uint32(3)));
        return;
      }
      const data = answer(type, cursor.uint32(), cursor);
      if (data !== null) files.receive(data);
    });
    const files: RemoteFiles = new RemoteFiles(
      (data) => queueMicrotask(() => reader.push(data)),
      (error) => misbehaved.push(error),
    );
    return { files, misbehaved };
  }
  const handleOf = (id: number) => packet(packetType.handle, id, string("h"));

  test.each(["h", "four", "a handle of many more bytes"])(
    "is written to under its own handle: %s",
    async (own) => {
      const written: { handle: string; offset: number; data: string; rest: number }[] = [];
      const { files } = lyingTarget((type, id, cursor) => {
        if (type === packetType.open) return packet(packetType.handle, id, string(own));
        if (type !== packetType.write) return null;
        const [handle, offset, data] = [cursor.path(), cursor.uint64(), cursor.path()];
        written.push({ handle, offset, data, rest: cursor.rest().length });
        return packet(packetType.status, id, uint32(statusCode.ok), string("done"), string(""));
      });
      const { client } = await connectSftp(files);
      const handle = opened(await client.ask(packetType.open, string("f"), uint32(2 | 8 | 16), noAttributes));
      const write = (at: number, text: string, ...more: Buffer[]) =>
        client.ask(packetType.write, string(handle), uint32(0), uint32(at), string(text), ...more);
      // The last one has bytes after its end, which nobody asked for.
      const replies = await Promise.all([
        write(0, "one"),
        write(3, "two!"),
        write(7, "three", Buffer.from("four")),
      ]);
      expect(replies.map(codeOf)).toEqual([statusCode.ok, statusCode.ok, statusCode.ok]);
      expect(written).toEqual([
        { handle: own, offset: 0, data: "one", rest: 0 },
        { handle: own, offset: 3, data: "two!", rest: 0 },
        { handle: own, offset: 7, data: "three", rest: 0 },
      ]);
    },
  );

  const namesOf = (id: number, ...names: string[]) =>
    packet(
      packetType.name,
      id,
      uint32(names.length),
      ...names.flatMap((name) => [string(name), string("l\x1b[2J"), uint32(0)]),
    );

  test("lists no name that leads elsewhere, and no folder without an end", async () => {
    let more = 0;
    const { files } = lyingTarget((type, id) => {
      if (type === packetType.opendir) return handleOf(id);
      more += 1;
      return more === 1
        ? namesOf(id, "../../.ssh/authorized_keys", "a/b", "", "ok", "nul\0")
        : namesOf(id, "/etc");
    });
    const { client } = await connectSftp(files);
    const handle = opened(await client.ask(packetType.opendir, string(".")));
    const { body } = await client.ask(packetType.readdir, string(handle));
    expect(readNames(new PacketCursor(body))).toMatchObject([{ name: "ok", line: "l?[2J" }]);
    const end = await client.ask(packetType.readdir, string(handle));
    expect(codeOf(end)).toBe(statusCode.failure);
  });

  test("sends no more than was asked for", async () => {
    const { files } = lyingTarget((type, id) =>
      type === packetType.open ? handleOf(id) : packet(packetType.data, id, string(Buffer.alloc(100))),
    );
    const { client } = await connectSftp(files);
    // The size it is asked for behind the client's back is of a kind that was not asked for.
    const reply = await client.ask(packetType.open, string("f"), uint32(1), noAttributes);
    expect(reply.type).toBe(packetType.handle);
    const read = await client.ask(packetType.read, string(opened(reply)), uint32(0), uint32(0), uint32(10));
    expect([packetType.data, statusCode.ok]).not.toContain(
      read.type === packetType.data ? read.type : codeOf(read),
    );
  });

  test.each<[string, (id: number) => Buffer]>([
    ["another id", (id) => packet(packetType.status, id + 7, uint32(0), string(""), string(""))],
    ["another kind", (id) => packet(packetType.data, id, string("x"))],
    ["a packet too long", () => uint32(0x7fff_ffff)],
    ["an empty packet", () => uint32(0)],
    ["names beyond its end", (id) => packet(packetType.name, id, uint32(1_000_000))],
  ])("is cut off, or its answer refused: %s", async (_what, reply) => {
    const { files, misbehaved } = lyingTarget((_type, id) => reply(id));
    const { client } = await connectSftp(files);
    const answer = await client.ask(packetType.readlink, string("link"));
    expect(codeOf(answer)).not.toBe(statusCode.ok);
    expect(misbehaved.length).toBeLessThanOrEqual(1);
  });

  test("brings nothing down, whatever it sends", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.nat(255), async (bytes, type) => {
        const { files } = lyingTarget((_type, id) => packet(type, id, Buffer.from(bytes)));
        const { client, broken } = await connectSftp(files);
        const replies = await Promise.all([
          client.ask(packetType.stat, string("a")),
          client.ask(packetType.realpath, string("b")),
          client.ask(packetType.opendir, string("c")),
        ]);
        expect(replies).toHaveLength(3);
        expect(broken).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});
