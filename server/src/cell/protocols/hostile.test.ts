import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ping } from "../methods/ping.ts";
import { carryOut } from "../testing/orders.ts";
import { ordersOfAllProtocols, targetFailures } from "../testing/protocol-orders.ts";

const secret = "a-secret-of-ours";

/** What a hostile target does with a connection, by what it is called. */
const behaviours: Readonly<Record<string, (socket: Socket) => void>> = {
  "says nothing": () => undefined,
  "hangs up at once": (socket) => socket.destroy(),
  "closes its half at once": (socket) => socket.end(),
  "speaks another protocol": (socket) => socket.end("220 mail.example ESMTP ready\r\n421 bye\r\n"),
  "greets without end": (socket) => flood(socket, Buffer.from("a greeting that never ends ".repeat(40))),
  "floods with zeros": (socket) => flood(socket, Buffer.alloc(64 * 1024)),
  "floods with lines": (socket) => flood(socket, Buffer.from("line\r\n".repeat(10_000))),
  "floods with ones": (socket) => flood(socket, Buffer.alloc(64 * 1024, 0xff)),
  "announces much and sends nothing": (socket) =>
    socket.write(Buffer.from("ffffff00ffffff7fffffff7f", "hex")),
  "drips one byte at a time": (socket) => {
    const drip = setInterval(() => socket.write("S"), 20);
    socket.once("close", () => clearInterval(drip));
  },
  "sends control codes": (socket) =>
    socket.end("\u001b]0;owned\u0007\u001b[2J\u009b31m\r\n\u202egnp.exe\r\n"),
};

function flood(socket: Socket, data: Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(data));
  };
  socket.on("drain", more);
  more();
}

describe.each(Object.keys(behaviours))("a target that %s", (behaviour) => {
  let server: Server;
  let port: number;
  beforeAll(async () => {
    server = createServer({ allowHalfOpen: true }, (socket) => {
      socket.on("error", () => undefined);
      socket.resume();
      behaviours[behaviour]?.(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => {
    server.close();
  });

  it("is given up by every protocol, in bounded time and memory", async () => {
    const before = process.memoryUsage().rss;
    const visited = await Promise.all(
      ordersOfAllProtocols(port, secret).map(async (order) => {
        const { code, text, log } = await carryOut(ping, order);
        return { protocol: order.id, code, said: [text, ...log] };
      }),
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
    for (const { protocol, code, said } of visited) {
      expect(targetFailures, protocol).toContain(code);
      for (const line of said) {
        expect(line, protocol).not.toMatch(/[\p{Cc}\u202e]/u);
        expect(line, protocol).not.toContain(secret);
        expect(line.length, protocol).toBeLessThan(1000);
      }
    }
  });
});
