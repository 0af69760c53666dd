import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import ssh2, { type ServerChannel } from "ssh2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statementProtocols } from "../../transport/connections/index.ts";
import type { JobSpec } from "../../transport/runner-control/messages.ts";
import { makeHostKey } from "../../transport/ssh/host-key-pair.ts";
import { ping } from "../methods/ping.ts";
import { runStatement } from "../methods/run-statement.ts";
import { runJobSpec } from "../testing/job-specs.ts";
import { jobSpecsOfAllProtocols, targetFailures } from "../testing/protocol-job-specs.ts";

const secret = "a-secret-of-ours";
const hostKey = await makeHostKey("ed25519");

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
    const specs = jobSpecsOfAllProtocols(port, secret);
    const statements = specs
      .filter(({ target }) => statementProtocols.includes(target.protocol))
      .map((spec): JobSpec => ({ ...spec, method: "run_statement", statement: "select 1" }));
    const visited = await Promise.all(
      [...specs, ...statements].map(async (spec) => {
        const method = spec.method === "run_statement" ? runStatement : ping;
        const { code, text, log } = await runJobSpec(method, spec);
        return { protocol: `${spec.method} ${spec.id}`, code, said: [text, ...log] };
      }),
    );
    expect(statements.length).toBeGreaterThanOrEqual(3);
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

describe("an SSH server that lets in and then", () => {
  /** Accepts everybody; `behave` has the channel of the command. */
  const start = (behave: (channel: ServerChannel) => void) =>
    new Promise<{ port: number; close(): void }>((resolve) => {
      const server = new ssh2.Server({ hostKeys: [hostKey], banner: "a banner ".repeat(3000) }, (client) => {
        client.on("error", () => undefined);
        client.on("authentication", (context) =>
          context.method === "password" ? context.accept() : context.reject(["password"]),
        );
        client.on("session", (accept) => accept().on("exec", (acceptExec) => behave(acceptExec())));
      });
      server.listen(0, "127.0.0.1", () =>
        resolve({ port: (server.address() as AddressInfo).port, close: () => server.close() }),
      );
    });
  const visited = async (behave: (channel: ServerChannel) => void) => {
    const server = await start(behave);
    const [spec] = jobSpecsOfAllProtocols(server.port, secret);
    const outcome = await runJobSpec(ping, spec as JobSpec);
    server.close();
    return outcome;
  };

  it("says nothing is given up", async () => {
    expect((await visited(() => undefined)).code).toBe("timeout");
  });

  it("floods what it runs is given up", async () => {
    const { code } = await visited((channel) => {
      const more = () => {
        while (!channel.destroyed && channel.write(Buffer.alloc(64 * 1024, "x")));
      };
      channel.on("drain", more);
      more();
    });
    expect(code).toBe("misbehaved");
  });

  it("repeats everything, secrets too, is told without them", async () => {
    const { code, text } = await visited((channel) => {
      channel.end(`\u001b[31m${secret} is what you sent\u0007\r\n`.repeat(1000));
    });
    expect(code).toBe("command_failed");
    expect(text).toContain("*** is what you sent");
    expect(text).not.toMatch(/\p{Cc}|a-secret-of-ours/u);
    expect(text.length).toBeLessThan(500);
  });
});
