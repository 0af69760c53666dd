import { randomInt } from "node:crypto";
import { type AddressInfo, connect, createServer } from "node:net";
import { type AccessChannel, at, byKey, type Errand, sees, showMark, unrecorded } from "./access-channel.ts";
import { type Attempt, visitBy } from "./attempt.ts";

const tunnel = { ...unrecorded, type: "tunnel", protocol: "ssh" } as const;

/** Keeps a connection to a port, from the first moment somebody says something there. */
class Listener {
  #heard = "";
  #socket: ReturnType<typeof connect> | null = null;
  readonly #port: number;
  readonly #hello: Uint8Array;

  constructor(port: number, hello: Uint8Array = new Uint8Array()) {
    this.#port = port;
    this.#hello = hello;
  }

  /** Tries again where nobody answered; whether the mark was heard. */
  hears(mark: string): boolean {
    if (this.#socket === null) {
      const socket = connect(this.#port, "127.0.0.1");
      this.#socket = socket;
      socket.on("connect", () => socket.write(this.#hello));
      socket.on("data", (data: Buffer) => {
        this.#heard += data.toString("latin1");
      });
      socket.on("error", () => undefined);
      socket.on("close", () => {
        this.#socket = null;
      });
    }
    return this.#heard.includes(mark);
  }

  close(): void {
    this.#socket?.destroy();
  }
}

/** A client that forwards a port of ours (or of the target) and stays; what comes of it is heard at that port. */
export function forwarding(
  errand: Errand,
  port: number,
  args: readonly string[],
  {
    hello,
    program = "ssh",
    environment = {},
  }: { hello?: Uint8Array; program?: string; environment?: Record<string, string> } = {},
): Attempt {
  const listener = new Listener(port, hello);
  const attempt = visitBy({
    program,
    args: [...args],
    environment,
    isReached: () => listener.hears(errand.who.bed.mark),
    // The client stays where a forwarded connection is refused.
    isRefused: (said) => said.includes("open failed"),
  });
  return {
    ...attempt,
    async leave() {
      listener.close();
      await attempt.leave();
    },
  };
}

/**
 * A port nobody listens at. None of those that connections are made from: whoever tries again and again to connect to
 * one of them comes to be connected to themselves.
 */
export function portToForward(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(portToForward()));
    server.listen(randomInt(20_000, 32_000), "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Prepared with a free port, as there is no way of asking for one later. */
async function withPort(): Promise<{ id: string; value: string }> {
  return { id: String(await portToForward()), value: "" };
}

/** Asks a SOCKS server (version 4) for a port of the target's own. */
const socks = (port: number): Buffer => Buffer.from([4, 1, port >> 8, port & 255, 127, 0, 0, 1, 0]);

/** Forwarded connections. */
export const forwardChannels: readonly AccessChannel[] = [
  {
    name: "ssh -L",
    by: "key",
    forwarding: "local",
    session: tunnel,
    prepare: withPort,
    enter: (errand, hand) => {
      const port = Number(hand?.id);
      const way = `${port}:127.0.0.1:${errand.who.bed.markPort}`;
      return forwarding(errand, port, ["-N", "-L", way, ...byKey(errand), ...at(errand)]);
    },
  },
  {
    name: "ssh -D",
    by: "key",
    forwarding: "local",
    session: tunnel,
    prepare: withPort,
    enter: (errand, hand) =>
      forwarding(errand, Number(hand?.id), ["-N", "-D", String(hand?.id), ...byKey(errand), ...at(errand)], {
        hello: socks(errand.who.bed.markPort),
      }),
  },
  {
    name: "ssh -R",
    by: "key",
    forwarding: "remote",
    session: tunnel,
    prepare: withPort,
    enter: (errand, hand) => {
      const port = Number(hand?.id);
      const way = `127.0.0.1:${port}:127.0.0.1:${errand.who.bed.markPort}`;
      const args = ["-N", "-o", "ExitOnForwardFailure=yes", "-R", way, ...byKey(errand), ...at(errand)];
      return forwarding(errand, port, args);
    },
  },
  {
    name: "ssh -J",
    by: "key",
    forwarding: "jump",
    namesNoAccount: true,
    session: tunnel,
    enter: (errand) => {
      const { who, asset } = errand;
      const { target } = who.bed.gateway;
      const through = byKey(errand, who.person.username).join(" ");
      const jump = `ssh ${through} -W %h:%p ${at(errand).join(" ")}`;
      return visitBy({
        program: "ssh",
        args: [
          ...["-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"],
          ...["-o", "BatchMode=yes", "-o", "LogLevel=ERROR", "-o", `ProxyCommand=${jump}`],
          ...["-i", target.privateKeyFile, "-o", "IdentitiesOnly=yes", "-l", target.username],
          ...["-p", String(asset.relay.port), "127.0.0.1", showMark(errand)],
        ],
        isReached: sees(errand),
      });
    },
  },
];
