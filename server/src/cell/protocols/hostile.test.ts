import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ping } from "../methods/ping.ts";
import { accountFor, carryOut, orderFor } from "../testing/orders.ts";

/** Every protocol that is spoken here, with what an asset of it needs to be asked at all. */
const protocols: Readonly<
  Record<string, { category: string; type: string; address?: (port: number) => string }>
> = {
  ssh: { category: "host", type: "linux" },
  sftp: { category: "host", type: "linux" },
  telnet: { category: "device", type: "switch" },
  rdp: { category: "host", type: "windows" },
  vnc: { category: "host", type: "linux" },
  winrm: { category: "host", type: "windows" },
  mysql: { category: "database", type: "mysql" },
  postgresql: { category: "database", type: "postgresql" },
  oracle: { category: "database", type: "oracle" },
  sqlserver: { category: "database", type: "sqlserver" },
  mongodb: { category: "database", type: "mongodb" },
  redis: { category: "database", type: "redis" },
  clickhouse: { category: "database", type: "clickhouse" },
  http: { category: "web", type: "website", address: (port) => `http://127.0.0.1:${port}/` },
  k8s: { category: "cloud", type: "k8s", address: (port) => `https://127.0.0.1:${port}` },
};

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

const codes = [
  "timeout",
  "protocol_error",
  "misbehaved",
  "tls_failed",
  "host_unreachable",
  "authentication_failed",
];

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
      Object.entries(protocols).map(async ([protocol, { category, type, address }]) => {
        const order = orderFor({
          account: accountFor({ secret: "a-secret-of-ours" }),
          target: {
            ...{ protocol, category, type, port },
            ...(address === undefined ? {} : { address: address(port) }),
            specification: { db_name: "shop" },
          },
        });
        const { code, text, log } = await carryOut(ping, { ...order, timeoutSeconds: 2 });
        return { protocol, code, said: [text, ...log] };
      }),
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
    for (const { protocol, code, said } of visited) {
      expect(codes, protocol).toContain(code);
      for (const line of said) {
        expect(line, protocol).not.toMatch(/[\p{Cc}\u202e]|a-secret-of-ours/u);
        expect(line.length, protocol).toBeLessThan(1000);
      }
    }
  });
});
