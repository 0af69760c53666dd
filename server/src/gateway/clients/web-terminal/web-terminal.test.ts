import type { AddressInfo } from "node:net";
import {
  parseClientFrame,
  parseTerminalAck,
  parseTerminalInit,
  parseTerminalSize,
} from "@sallyport/contract/messages/terminal";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { TerminalClient } from "../../../engine/testing/terminal-client.ts";
import { type GatewayHarness, grantFor, startHarness } from "../../testing/harness.ts";
import { TerminalChannel } from "./channel.ts";
import { originAllowed } from "./origin.ts";
import { TerminalOutput } from "./output.ts";

const nowhere = { port: 1, username: "nobody", password: "secret", privateKey: "" };

describe("frames", () => {
  it("never throw, whatever comes", () => {
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc.record({ id: fc.anything(), type: fc.anything(), data: fc.anything() }).map((value) => {
        try {
          return JSON.stringify(value) ?? "";
        } catch {
          return "";
        }
      }),
    );
    fc.assert(
      fc.property(text, (data) => {
        const parsed = parseClientFrame(data);
        expect("frame" in parsed || "problem" in parsed).toBe(true);
        parseTerminalSize(data);
        parseTerminalInit(data);
        parseTerminalAck(data);
      }),
      { numRuns: 2000 },
    );
  });

  it("bring sizes into range and refuse what is none", () => {
    expect(parseTerminalInit('{"cols":0,"rows":99999,"code":5}')).toEqual({ cols: 1, rows: 1000, code: "" });
    expect(parseTerminalSize('{"cols":80.9,"rows":24}')).toEqual({ cols: 80, rows: 24 });
    for (const data of [
      "",
      "null",
      "[]",
      '{"cols":"80","rows":24}',
      '{"cols":80}',
      '{"cols":1e999,"rows":1}',
    ]) {
      expect(parseTerminalSize(data)).toBeNull();
    }
    for (const data of ['{"bytes":-1}', '{"bytes":1.5}', '{"bytes":"1"}', '{"bytes":1e300}']) {
      expect(parseTerminalAck(data)).toBeNull();
    }
  });
});

describe("origins", () => {
  it("are the host itself, the site, or none", () => {
    const host = "gateway.example:8080";
    expect(originAllowed({ host }, "")).toBe(true);
    expect(originAllowed({ host, origin: "http://gateway.example:8080" }, "")).toBe(true);
    expect(originAllowed({ host, origin: "https://site.example" }, "https://site.example/")).toBe(true);
    for (const origin of [
      "http://evil.example",
      "http://gateway.example",
      "null",
      "file://",
      "https://site.example.evil",
    ]) {
      expect(originAllowed({ host, origin }, "https://site.example")).toBe(false);
    }
  });
});

describe("output", () => {
  function output(acknowledges: boolean) {
    const sent: { data: Buffer; written: () => void }[] = [];
    const holds: boolean[] = [];
    const terminal = new TerminalOutput(
      { send: (data, _options, written) => void sent.push({ data, written }) },
      { acknowledges, hold: (held) => void holds.push(held) },
    );
    return { sent, holds, terminal };
  }

  it("sends at once on an idle line and gathers what follows in the same turn", async () => {
    const { sent, terminal } = output(true);
    for (const text of ["a", "b", "c"]) terminal.write(Buffer.from(text));
    expect(sent.map(({ data }) => data.toString())).toEqual(["a"]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(sent.map(({ data }) => data.toString())).toEqual(["a", "bc"]);
  });

  it("keeps order and every byte for any writes, and what waits is bounded", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 100 })), async (chunks) => {
        const { sent, terminal } = output(true);
        for (const [at, chunk] of chunks.entries()) {
          terminal.write(Buffer.from(chunk));
          if (at % 3 === 0) await new Promise(setImmediate);
        }
        terminal.flush();
        expect(Buffer.concat(sent.map(({ data }) => data))).toEqual(Buffer.concat(chunks));
      }),
      { numRuns: 50 },
    );
  });

  it("holds beyond the window of an acknowledging client, which cannot gain credit", () => {
    const { sent, holds, terminal } = output(true);
    terminal.acknowledge(10_000_000);
    for (let at = 0; at < 9; at += 1) terminal.write(Buffer.alloc(64 * 1024));
    for (const { written } of sent) written();
    expect(holds).toEqual([true]);
    terminal.acknowledge(128 * 1024);
    expect(holds).toEqual([true, false]);
  });

  it("holds on the network of a client that does not acknowledge", () => {
    const { sent, holds, terminal } = output(false);
    for (let at = 0; at < 20; at += 1) terminal.write(Buffer.alloc(64 * 1024));
    expect(holds).toEqual([true]);
    for (const { written } of sent) written();
    expect(holds).toEqual([true, false]);
  });
});

describe("a silent client", () => {
  it("is asked for a sign of life and then given up", async () => {
    const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
    const times = { pingAfter: 100, giveUpAfter: 400, check: 25, closing: 100 };
    let closed = false;
    server.on("connection", (socket) => {
      new TerminalChannel(
        "connection id",
        socket,
        {
          frame: () => undefined,
          binary: () => undefined,
          malformed: () => undefined,
          closed: () => {
            closed = true;
          },
        },
        times,
      );
    });
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const answering = new WebSocket(`ws://127.0.0.1:${port}`);
    let pings = 0;
    answering.on("message", () => {
      pings += 1;
      answering.send('{"id":"connection id","type":"PONG","data":""}');
    });
    await new Promise((resolve) => setTimeout(resolve, 900));
    expect(answering.readyState).toBe(WebSocket.OPEN);
    expect(pings).toBeGreaterThan(2);
    expect(closed).toBe(false);
    answering.removeAllListeners("message");
    await new Promise((resolve) => answering.once("close", resolve));
    await vi.waitFor(() => expect(closed).toBe(true));
    server.close();
  });
});

describe("a terminal WebSocket", () => {
  let harness: GatewayHarness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness?.close());
  const connect = () => TerminalClient.open(harness.clientFor(grantFor(nowhere)));

  it("needs a sign-in, an allowed origin and its path", async () => {
    const options = harness.clientFor(grantFor(nowhere));
    const { origin = "" } = options.headers;
    await expect(TerminalClient.open({ ...options, headers: { origin } })).rejects.toThrow("401");
    const foreign = { ...options.headers, origin: "https://evil.example" };
    await expect(TerminalClient.open({ ...options, headers: foreign })).rejects.toThrow("403");
    await expect(TerminalClient.open({ ...options, url: `${options.url}/x` })).rejects.toThrow("404");
  });

  it("greets with the person and the settings, and chooses the subprotocol", async () => {
    const client = await connect();
    expect(client.connect.user).toMatchObject({ name: "Ada", username: "ada" });
    expect(client.connect.setting).toEqual({ SECURITY_MAX_IDLE_TIME: 30 });
    expect(client.protocol).toBe("sallyport-ack.v1");
    const plain = await TerminalClient.open({ ...harness.clientFor(grantFor(nowhere)), acknowledge: false });
    expect(plain.protocol).toBe("JMS-KOKO");
    client.send("PING");
    expect((await client.frame("PONG")).id).toBe(client.id);
    await client.close();
    await plain.close(true);
  });

  it("answers bad frames with ERROR and goes on, up to a limit", async () => {
    const client = await connect();
    for (const text of ["", "nonsense", "[]", '{"type":"NOPE"}', '{"type":"PING","data":{}}'])
      client.sendRaw(text);
    client.send("TERMINAL_INIT", { cols: 80, rows: 24 }, "another id");
    client.send("TERMINAL_INIT", "not json");
    client.send("TERMINAL_SHARE", {});
    client.sendRaw(Buffer.from("typed before there is a session"));
    client.send("PING");
    await client.frame("PONG");
    expect(client.frames.filter(({ type }) => type === "ERROR")).toHaveLength(8);
    expect(
      client.frames.filter(({ err }) => err === "The message belongs to another connection."),
    ).toHaveLength(1);
    for (let at = 0; at < 100; at += 1) client.sendRaw("{");
    expect(await client.closed).toBe(1008);
  });

  it("ends a frame that is too large, without harm to others", async () => {
    const client = await connect();
    const other = await connect();
    client.sendRaw(Buffer.alloc(1024 * 1024 + 1));
    expect(await client.closed).toBe(1009);
    other.send("PING");
    await other.frame("PONG");
    await other.close();
  });

  it("refuses unknown and used tokens, no token, and other types", async () => {
    const options = harness.clientFor(grantFor(nowhere));
    const open = async (token: string, query: Record<string, string> = {}) => {
      const client = await TerminalClient.open({ ...options, token, query });
      if (Object.keys(query).length === 0) client.init({ cols: 80, rows: 24 });
      const message = await client.frame("TERMINAL_SESSION").catch((error: Error) => error.message);
      await client.closed;
      return message;
    };
    expect(await open(options.token)).toContain("refused the connection");
    expect(await open(options.token)).toBe("This connection token is not valid.");
    expect(await open("")).toContain("no connection token");
    expect(await open("x", { type: "vnc" })).toBe("This type of connection is not supported.");
  });

  it("watches as it opens: once, in order, whatever is sent", async () => {
    const open = async () => {
      const query = { type: "monitor", target_id: "nonsense" };
      const client = await TerminalClient.open({ ...harness.clientFor(grantFor(nowhere)), token: "", query });
      return client;
    };
    const client = await open();
    for (const text of ["not json", '{"type":"NO_SUCH_TYPE"}']) client.sendRaw(text);
    client.send("TERMINAL_INIT", "17");
    client.send("TERMINAL_ACK", "minus one");
    client.send("TERMINAL_DATA", "ls", "another connection");
    client.send("TERMINAL_SHARE", {});
    for (const type of ["TERMINAL_DATA", "TERMINAL_BINARY", "TERMINAL_RESIZE"]) client.send(type, "ignored");
    client.init({ cols: 80, rows: 24 });
    client.init({ cols: 80, rows: 24 });
    await client.closed;
    const types = client.frames.map(({ type }) => type);
    expect(types.filter((type) => type === "ERROR")).toHaveLength(7);
    expect(types.slice(-2)).toEqual(["TERMINAL_ERROR", "CLOSE"]);
    expect(client.frames.at(-2)?.err).toContain("you do not have permission to watch it");
    const noisy = await open();
    for (let count = 0; count < 100; count += 1) noisy.sendRaw("not json");
    expect(await noisy.closed).toBe(1008);
  });

  it("opens once", async () => {
    const client = await connect();
    client.init({ cols: 80, rows: 24 });
    client.init({ cols: 80, rows: 24 });
    expect((await client.frame("ERROR")).err).toBe("This terminal is already open.");
    await client.closed;
  });

  it("never shows a secret in a log or an error", async () => {
    const client = await connect();
    client.init({ cols: 80, rows: 24 });
    await client.closed;
    expect(JSON.stringify(client.frames)).not.toContain(nowhere.password);
  });
});
