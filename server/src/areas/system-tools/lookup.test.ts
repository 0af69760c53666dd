import { createSocket, type Socket } from "node:dgram";
import dns from "node:dns";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lookup } from "./lookup.ts";
import { straight } from "./way.ts";

/** A name as name servers write it. */
const named = (name: string): Buffer =>
  Buffer.concat([
    ...name.split(".").map((part) => Buffer.from([part.length, ...Buffer.from(part)])),
    Buffer.from([0]),
  ]);

/** What the server knows, by the number of the kind. */
const known: Readonly<Record<number, readonly Buffer[]>> = {
  1: [Buffer.from([192, 0, 2, 7])],
  12: [named("harbor.example")],
  15: [Buffer.concat([Buffer.from([0, 5]), named("mail.example")])],
  16: [Buffer.from([8, ...Buffer.from("v=\u001b[2J x")])],
};

/** An answer of a name server to the one question of a query. */
function answerTo(query: Buffer): Buffer {
  let end = 12;
  while (query[end] !== 0) end += (query[end] ?? 0) + 1;
  const question = query.subarray(12, end + 5);
  const kind = query.readUInt16BE(end + 1);
  const records = known[kind] ?? [];
  // NS: the server gives up.
  const flags = kind === 2 ? 0x8182 : 0x8180;
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(flags, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  const answers = records.map((record) => {
    const fixed = Buffer.alloc(12);
    fixed.writeUInt16BE(0xc00c, 0);
    fixed.writeUInt16BE(kind, 2);
    fixed.writeUInt16BE(1, 4);
    fixed.writeUInt32BE(60, 6);
    fixed.writeUInt16BE(record.length, 10);
    return Buffer.concat([fixed, record]);
  });
  return Buffer.concat([head, question, ...answers]);
}

describe("the lookup of a name", () => {
  const before = dns.getServers();
  let server: Socket;
  let silent: Socket;
  let address: string;
  beforeAll(async () => {
    server = createSocket("udp4", (query, { port, address: from }) => {
      server.send(answerTo(query), port, from);
    });
    silent = createSocket("udp4");
    for (const socket of [server, silent]) await once(socket.bind(0, "127.0.0.1"), "listening");
    address = `127.0.0.1:${server.address().port}`;
    dns.setServers([address]);
  });
  afterAll(() => {
    dns.setServers(before);
    server?.close();
    silent?.close();
  });

  const lines = async (host: unknown, signal = new AbortController().signal): Promise<string[]> => {
    const all: string[] = [];
    for await (const line of lookup(
      { dest_ip: host as string },
      { way: straight([]), allowed: [], page: null, signal },
    ))
      all.push(typeof line === "string" ? line : `${line.key} ${JSON.stringify(line.parameters)}`);
    return all;
  };

  it("tells where the server connects to, and what name servers say, foreign text made harmless", async () => {
    const said = await lines("localhost");
    expect(said[0]).toMatch(/^systemTools\.connectsTo \{"host":"localhost","addresses":"(127\.0\.0\.1|::1)/);
    expect(said.slice(1)).toEqual([
      `systemTools.nameServersSay {"servers":"${address}"}`,
      "A      192.0.2.7",
      "MX     5 mail.example",
      'systemTools.lookupFailed {"kind":"NS","reason":"ESERVFAIL"}',
      "TXT    v= [2J x",
    ]);
  });

  it("tells the names of an address", async () => {
    expect(await lines("192.0.2.7")).toEqual(["PTR    harbor.example"]);
  });

  it.each(["-x", "a b", "", undefined, ["a.example"]])("is none of %j", async (host) => {
    await expect(lines(host)).rejects.toThrow("Enter one address");
  });

  it("waits for no name server once nobody waits for it", async () => {
    dns.setServers([`127.0.0.1:${silent.address().port}`]);
    const left = new AbortController();
    const asked = once(silent, "message");
    const said = lines("192.0.2.7", left.signal);
    await asked;
    left.abort();
    expect(await said).toEqual([]);
    dns.setServers([address]);
  });
});
