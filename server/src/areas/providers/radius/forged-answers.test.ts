import { createHash, createHmac } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { askRadius } from "./ask-radius.ts";
import { attributeTypes, encodeRequest, type PasswordProtocol, readAnswer } from "./packet.ts";

const secret = Buffer.from("Shared-secret-of-a-test-9");
const accept = 2;
const reject = 3;
const challenge = 11;

interface Forgery {
  readonly code?: number;
  readonly identifier?: (real: number) => number;
  readonly secret?: Buffer;
  /** Authenticator of the request that is answered; by default the one that was asked. */
  readonly authenticator?: Buffer;
  /** Null: none. */
  readonly signature?: "right" | "wrong" | null | "twice" | "short";
  readonly attributes?: readonly (readonly [number, Buffer])[];
}

/** An answer to a request as a server makes it, or as somebody else does. */
function answerTo(request: Buffer, forgery: Forgery = {}): Buffer {
  const { code = accept, identifier = (real) => real, secret: key = secret } = forgery;
  const { signature = "right", attributes = [] } = forgery;
  const authenticator = forgery.authenticator ?? request.subarray(4, 20);
  const length = signature === "short" ? 8 : 16;
  const count = signature === null ? 0 : signature === "twice" ? 2 : 1;
  const signatures = Array.from({ length: count }, () => [80, Buffer.alloc(length)] as const);
  const body = Buffer.concat(
    [...signatures, ...attributes].map(([type, value]) =>
      Buffer.concat([Buffer.from([type, value.length + 2]), value]),
    ),
  );
  const packet = Buffer.concat([
    Buffer.from([code, identifier(request.readUInt8(1)), 0, 0]),
    authenticator,
    body,
  ]);
  packet.writeUInt16BE(packet.length, 2);
  if (count > 0) {
    const right = createHmac("md5", key).update(packet).digest();
    if (signature === "wrong") right.writeUInt8(right.readUInt8(0) ^ 1, 0);
    right.copy(packet, 22, 0, length);
  }
  createHash("md5").update(packet).update(key).digest().copy(packet, 4);
  return packet;
}

describe("an answer of a RADIUS server", () => {
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.close();
  });

  async function listen(address: string): Promise<Socket> {
    const socket = createSocket("udp4");
    sockets.push(socket);
    socket.bind(0, address);
    await once(socket, "listening");
    return socket;
  }

  /** A server that answers a request with these packets, in their order. */
  async function startServer(answers: (request: Buffer) => readonly Buffer[]) {
    const socket = await listen("127.0.0.1");
    const asked: Buffer[] = [];
    socket.on("message", (request, { port, address }) => {
      asked.push(request);
      for (const answer of answers(request)) socket.send(answer, port, address);
    });
    return { port: socket.address().port, asked };
  }

  const ask = (
    port: number,
    more: { timeout?: number; retries?: number; host?: string } = {},
    protocol: PasswordProtocol = "pap",
  ) =>
    askRadius(
      {
        server: { host: "127.0.0.1", port, secret, timeout: 150, retries: 0, ...more },
        protocol,
        nasIdentifier: "gate",
      },
      { username: "ada", password: "Ada-secret-1", remoteAddress: "192.0.2.1" },
    );

  it.each<[string, Forgery, string]>([
    ["by another secret", { secret: Buffer.from("guess") }, "authenticator"],
    ["to another request", { authenticator: Buffer.alloc(16, 7) }, "authenticator"],
    ["with another number", { identifier: (real) => (real + 1) % 256 }, "identifier"],
    ["without Message-Authenticator", { signature: null }, "message-authenticator"],
    ["with a wrong Message-Authenticator", { signature: "wrong" }, "message-authenticator"],
    ["with two of them", { signature: "twice" }, "message-authenticator"],
    ["with a short one", { signature: "short" }, "message-authenticator"],
    ["of a kind that is none", { code: 5 }, "malformed"],
  ])("is dropped %s, and the true one behind it counts", async (_what, forgery, check) => {
    const forging = await startServer((request) => [
      answerTo(request, forgery),
      answerTo(request, { code: reject }),
    ]);
    expect(await ask(forging.port, { timeout: 10_000 })).toEqual({ kind: "reject", said: "", reason: null });
    const alone = await startServer((request) => [answerTo(request, forgery)]);
    await expect(ask(alone.port)).rejects.toMatchObject({ problem: "false_answers", detail: check });
  });

  it("that was signed as an acceptance is none when its kind was changed on the way", async () => {
    const { port } = await startServer((request) => {
      const turned = answerTo(request, { code: reject });
      turned.writeUInt8(accept, 0);
      return [turned];
    });
    await expect(ask(port)).rejects.toMatchObject({ problem: "false_answers" });
  });

  it("from another address or port is not even read", async () => {
    const [elsewhere, otherPort] = [await listen("127.0.0.2"), await listen("127.0.0.1")];
    const silent = createSocket("udp4");
    sockets.push(silent);
    silent.bind(0, "127.0.0.1");
    await once(silent, "listening");
    silent.on("message", (request, { port, address }) => {
      for (const socket of [elsewhere, otherPort]) socket.send(answerTo(request), port, address);
    });
    await expect(ask(silent.address().port)).rejects.toMatchObject({ problem: "away" });
  });

  it("to MS-CHAPv2 is an acceptance only with the proof that the server knows the password", async () => {
    const guess = Buffer.from(`\0\0\x01\x37\x1a\x2d\0S=${"A".repeat(40)}`, "latin1");
    for (const attributes of [[], [[26, guess]]] as const) {
      const { port } = await startServer((request) => [answerTo(request, { attributes })]);
      await expect(ask(port, {}, "mschapv2")).rejects.toMatchObject({
        problem: "false_answers",
        detail: "MS-CHAP2-Success",
      });
    }
    const no = await startServer((request) => [answerTo(request, { code: reject })]);
    expect((await ask(no.port, {}, "mschapv2")).kind).toBe("reject");
  });

  it.each([
    ["E=646 R=0", "restrictedHours"],
    ["E=647 R=0 C=00112233445566778899aabbccddeeff V=3 M=Account locked out", "accountDisabled"],
    ["E=648 R=0 C=00112233445566778899aabbccddeeff V=3 M=Password expired", "passwordExpired"],
    ["E=0000000649 R=1 V=3", "noDialIn"],
    ["E=691 R=1 C=00112233445566778899aabbccddeeff V=3 M=Authentication failed", null],
    ["E=6480 R=0", null],
    ["M=E=648 R=0", null],
    ["", null],
  ])("to MS-CHAPv2 says why it is a refusal: %s", async (said, reason) => {
    const content = Buffer.from(`\x07${said}`, "latin1");
    const error = Buffer.concat([Buffer.from([0, 0, 1, 55, 2, content.length + 2]), content]);
    const { port } = await startServer((request) => [
      answerTo(request, { code: reject, attributes: [[26, error]] }),
    ]);
    expect(await ask(port, {}, "mschapv2")).toEqual({ kind: "reject", said: "", reason });
    // Not by an attribute of somebody else's.
    error.writeUInt32BE(9);
    expect(await ask(port, {}, "mschapv2")).toEqual({ kind: "reject", said: "", reason: null });
  });

  it("is waited for again with the same bytes, and counts though it comes late", async () => {
    let requests = 0;
    const late = await startServer((request) => {
      requests += 1;
      return requests < 3 ? [] : [answerTo(request)];
    });
    expect(await ask(late.port, { retries: 3 })).toMatchObject({ kind: "accept" });
    expect(new Set(late.asked.map((packet) => packet.toString("hex"))).size).toBe(1);
    expect(late.asked).toHaveLength(3);
  });

  it("that cannot come is told at once: nothing listens there, or nobody has that name", async () => {
    const socket = await listen("127.0.0.1");
    const { port } = socket.address();
    socket.close();
    sockets.length = 0;
    await expect(ask(port, { timeout: 60_000 })).rejects.toMatchObject({ problem: "away" });
    await expect(ask(1812, { host: "nowhere.invalid" })).rejects.toMatchObject({ problem: "away" });
  });

  it("with a question needs a state, and is a refusal without one", async () => {
    const state = [24, Buffer.from("state-1")] as const;
    const prompt = [attributeTypes.replyMessage, Buffer.from("Code\x1b[31m?")] as const;
    const asking = await startServer((request) => [
      answerTo(request, { code: challenge, attributes: [state, prompt] }),
    ]);
    expect(await ask(asking.port)).toEqual({
      kind: "challenge",
      prompt: "Code [31m?",
      state: Buffer.from("state-1"),
    });
    const stateless = await startServer((request) => [
      answerTo(request, { code: challenge, attributes: [prompt] }),
    ]);
    expect((await ask(stateless.port)).kind).toBe("reject");
  });

  it("is read to its last byte, and rubbish is no answer and no crash", () => {
    const request = encodeRequest(
      { username: "ada", password: "x", protocol: "pap", attributes: [] },
      secret,
    );
    const good = answerTo(request.packet, { attributes: [[26, Buffer.from([0, 0, 0, 9, 1, 200, 65])]] });
    expect(readAnswer(good, request, secret).kind).toBe("accept");
    for (let length = 0; length < good.length; length += 1) {
      expect(readAnswer(good.subarray(0, length), request, secret).kind).toBe("false");
    }
    for (let at = 0; at < good.length; at += 1) {
      const changed = Buffer.from(good);
      changed.writeUInt8(changed.readUInt8(at) ^ 0x10, at);
      expect([at, readAnswer(changed, request, secret).kind]).toEqual([at, "false"]);
    }
    // What lies behind the packet is nobody's.
    expect(readAnswer(Buffer.concat([good, Buffer.alloc(9)]), request, secret).kind).toBe("accept");
  });

  it("is asked for with Message-Authenticator in front and no password in the clear", () => {
    const password = "Ada-secret-1-that-is-longer-than-a-block";
    const { packet } = encodeRequest({ username: "ada", password, protocol: "pap", attributes: [] }, secret);
    expect([packet[20], packet[21]]).toEqual([80, 18]);
    const signature = Buffer.from(packet.subarray(22, 38));
    packet.fill(0, 22, 38);
    expect(createHmac("md5", secret).update(packet).digest()).toEqual(signature);
    expect(packet.includes(Buffer.from("Ada-secret"))).toBe(false);
  });
});
