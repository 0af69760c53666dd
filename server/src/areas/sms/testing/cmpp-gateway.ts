import { createHash } from "node:crypto";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** A short message as a gateway took it. */
export interface CmppTaken {
  readonly destination: string;
  readonly text: string;
  readonly source: string;
  readonly serviceId: string;
}

/** A CMPP 2.0 gateway on a port of its own: it checks the authenticator, and proves that it knows the secret. */
export interface CmppGateway {
  readonly port: number;
  readonly taken: CmppTaken[];
  /** Commands in the order in which they came. */
  readonly commands: number[];
  /** An impostor knows no secret; a silent one answers nothing; one that refuses takes no message. */
  temper: "honest" | "impostor" | "silent" | "refusing" | "garbage";
  close(): Promise<void>;
}

/** The account of the gateway. */
export const cmppAccount = { id: "901234", secret: "cmpp-shared-secret" } as const;

const md5 = (...parts: (string | Buffer)[]): Buffer =>
  createHash("md5")
    .update(Buffer.concat(parts.map((part) => Buffer.from(part as string))))
    .digest();

const textAt = (body: Buffer, at: number, length: number): string =>
  body.toString("latin1", at, at + length).replace(/\0.*$/s, "");

/** Starts the gateway. */
export async function startCmppGateway(): Promise<CmppGateway> {
  const sockets = new Set<Socket>();

  function connectAnswer(body: Buffer): Buffer {
    const authenticator = body.subarray(6, 22);
    const timestamp = String(body.readUInt32BE(23)).padStart(10, "0");
    const { id, secret } = cmppAccount;
    const expected = md5(id, Buffer.alloc(9), secret, timestamp);
    const isRight = textAt(body, 0, 6) === id && expected.equals(authenticator) && body[22] === 0x20;
    const status = isRight || gateway.temper === "impostor" ? 0 : 3;
    const known = gateway.temper === "impostor" ? "a guess" : secret;
    return Buffer.concat([
      Buffer.from([status]),
      md5(Buffer.from([status]), authenticator, known),
      Buffer.from([0x20]),
    ]);
  }

  function submitAnswer(body: Buffer): Buffer {
    if (gateway.temper === "refusing") return Buffer.concat([Buffer.alloc(8), Buffer.from([8])]);
    const length = body[138] ?? 0;
    const content = Buffer.from(body.subarray(139, 139 + length)).swap16();
    gateway.taken.push({
      serviceId: textAt(body, 12, 10),
      source: textAt(body, 95, 21),
      destination: textAt(body, 117, 21),
      text: content.toString("utf16le"),
    });
    return Buffer.alloc(9);
  }

  function answer(socket: Socket, command: number, sequence: number, body: Buffer): void {
    gateway.commands.push(command);
    if (command > 0x80000000 || gateway.temper === "silent") return;
    if (gateway.temper === "garbage") return void socket.write("HTTP/1.1 400 Bad Request\r\n\r\n");
    const reply = command === 1 ? connectAnswer(body) : command === 4 ? submitAnswer(body) : Buffer.alloc(0);
    const head = Buffer.alloc(12);
    head.writeUInt32BE(12 + reply.length, 0);
    head.writeUInt32BE(command + 0x80000000, 4);
    head.writeUInt32BE(sequence, 8);
    // Before it answers, it asks whether the other side is there; and its answer comes in two pieces.
    if (command === 4) socket.write(Buffer.from("0000000c0000000800000063", "hex"));
    socket.write(head.subarray(0, 7));
    setImmediate(() => socket.write(Buffer.concat([head.subarray(7), reply])));
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    let received = Buffer.alloc(0);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    socket.on("data", (piece: Buffer) => {
      received = Buffer.concat([received, piece]);
      while (received.length >= 12 && received.length >= received.readUInt32BE(0)) {
        const length = received.readUInt32BE(0);
        answer(socket, received.readUInt32BE(4), received.readUInt32BE(8), received.subarray(12, length));
        received = received.subarray(length);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const gateway: CmppGateway = {
    port: (server.address() as AddressInfo).port,
    taken: [],
    commands: [],
    temper: "honest",
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return gateway;
}
