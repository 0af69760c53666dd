import type { ServerChannel, TcpipBindInfo } from "ssh2";
import { log } from "../../../engine/log.ts";
import { openSession } from "../../open-session.ts";
import type { ConnectionGrant, ForwardingKind } from "../../ports.ts";
import { type NearEnd, RemoteListener } from "../../targets/remote-listener.ts";
import {
  displayEnd,
  type TunnelCount,
  type TunnelEnd,
  type TunnelPort,
  TunnelTarget,
} from "../../targets/tunnel.ts";
import { ChannelOutput } from "./channel-output.ts";
import type { ClientConnection } from "./client-connection.ts";
import { endWithClient } from "./end-with-client.ts";
import type { ConnectionRequests, GlobalRequest, RequestSource } from "./requests.ts";
import { harmless } from "./text-width.ts";

/** Most connections one client may have forwarded at a time, and most ports of assets it may have forwarded back. */
const mostForwarded = 256;
const mostListeners = 8;

/** How much of an address or a path is in the list of sessions, in characters. */
const longestEnd = 256;

/**
 * Forwards connections of a client where a permission lets it: from the asset its user name says (`-L`, `-D`), back from
 * that asset (`-R`), or through the gateway to an asset (`-J`, `-W`). Each is a session of its own.
 */
export function serveForwarding(
  connection: ClientConnection,
  requests: RequestSource<ConnectionRequests>,
): void {
  const listeners = new Map<string, () => void>();
  let opening = 0;
  let forwarded = 0;
  const open = (end: TunnelEnd, accept: () => ServerChannel, reject: () => void): void => {
    const over = () => {
      forwarded -= 1;
    };
    const refuse = () => {
      over();
      reject();
    };
    forwarded += 1;
    if (forwarded > mostForwarded) {
      refuse();
      return;
    }
    forward(connection, end, accept).then(
      (session) => {
        if (session === null) refuse();
        else void session.ended.then(over);
      },
      (error: unknown) => {
        log.info({ err: error }, "a connection was not forwarded");
        refuse();
      },
    );
  };
  requests.on("tcpip", (accept, reject, { destIP: host, destPort: port }) =>
    open({ host, port }, accept as () => ServerChannel, () => reject()),
  );
  requests.on("openssh.streamlocal", (accept, reject, { socketPath: path }) =>
    open({ path }, accept as () => ServerChannel, () => reject()),
  );
  const listenAt: AnswerListening = (accept, reject, { bindAddr: host, bindPort: port }) => {
    if (host === undefined || port === undefined || listeners.size + opening >= mostListeners) {
      reject?.();
      return;
    }
    opening += 1;
    const opened = () => {
      opening -= 1;
    };
    listen(connection, { host, port }).then(
      (listener) => {
        opened();
        if (listener === null) {
          reject?.();
          return;
        }
        listeners.set(`${host} ${port === 0 ? listener.port : port}`, listener.end);
        accept?.(listener.port);
      },
      (error: unknown) => {
        opened();
        log.info({ err: error }, "a port of an asset was not forwarded");
        reject?.();
      },
    );
  };
  const endListening: AnswerListening = (accept, reject, { bindAddr: host, bindPort: port }) => {
    const key = `${host} ${port}`;
    const end = listeners.get(key);
    listeners.delete(key);
    end?.();
    (end === undefined ? reject : accept)?.();
  };
  const answers: Readonly<Record<GlobalRequest, AnswerListening>> = {
    "tcpip-forward": listenAt,
    "cancel-tcpip-forward": endListening,
  };
  requests.on("request", (accept, reject, name, info) => {
    if (Object.hasOwn(answers, name))
      answers[name as GlobalRequest](accept, reject, info as Partial<TcpipBindInfo>);
    else reject?.();
  });
}

/** Answers a request about a port of an asset that is forwarded back. */
type AnswerListening = (
  accept: ((port?: number) => void) | undefined,
  reject: (() => void) | undefined,
  info: Partial<TcpipBindInfo>,
) => void;

/** What is forwarded, to or from where, and how much of it, as the session says. */
function remarkOf(kind: ForwardingKind, end: TunnelEnd, count: TunnelCount): () => string {
  const where = harmless(displayEnd(end)).slice(0, longestEnd);
  return () => `${kind} ${where}, ${count.up} bytes up, ${count.down} bytes down`;
}

/** The grant a connection is forwarded on; null where nothing lets it. */
async function granted(
  connection: ClientConnection,
  kind: "local" | "remote",
): Promise<ConnectionGrant | null> {
  const { ports } = connection.context;
  const decision = await connection.decide("forward", { protocol: "ssh" });
  if (decision.outcome !== "granted") return null;
  return ports.decideForwarding(connection.principal, decision.grant, kind);
}

/** A jump leads to the port of an asset; a Unix socket is none. */
async function jump(
  { context, principal }: ClientConnection,
  end: TunnelEnd,
): Promise<ConnectionGrant | null> {
  return "path" in end ? null : context.ports.decideJump(principal, end.host, end.port);
}

/** @returns settles when the forwarded connection has ended; null where it did not come to be */
async function forward(
  connection: ClientConnection,
  end: TunnelEnd,
  accept: () => ServerChannel,
): Promise<{ readonly ended: Promise<unknown> } | null> {
  const { context, principal, gone, isDirect, links } = connection;
  const grant = isDirect ? await granted(connection, "local") : await jump(connection, end);
  if (grant === null) return null;
  const count = { up: 0, down: 0 };
  const early: Buffer[] = [];
  const near: { output: ChannelOutput | null; channel: ServerChannel | null } = {
    output: null,
    channel: null,
  };
  const { session, started } = openSession(context, {
    principal,
    grant,
    kind: { type: "tunnel", loginFrom: "ST" },
    size: { cols: 80, rows: 24 },
    recorded: false,
    target: (options) => new TunnelTarget(options, isDirect ? end : null, count),
    links,
    remark: remarkOf(grant.forwarding ?? "jump", end, count),
    client: () => ({
      output: (data) => {
        if (near.output === null) early.push(data);
        else near.output.write(data);
      },
      inputDrained: () => near.channel?.resume(),
      paused: () => near.channel?.pause(),
      resumed: () => near.channel?.resume(),
      notice: () => undefined,
    }),
  });
  void session.ended.then(endWithClient(session, gone));
  if ((await started) === null || gone.aborted) return null;
  const channel = accept();
  channel.on("error", (error: Error) => log.debug({ err: error }, "a forwarded channel failed"));
  const output = new ChannelOutput(channel, connection);
  near.channel = channel;
  near.output = output;
  output.holdWith((held) => session.hold("client", held));
  for (const data of early.splice(0)) output.write(data);
  channel.on("data", (data: Buffer) => {
    if (!session.input(data)) channel.pause();
  });
  channel.once("end", () => session.endInput());
  channel.once("close", () => session.end("client_closed"));
  void session.ended.then(() => output.end(null));
  return session;
}

function nearEnd(channel: ServerChannel, connection: ClientConnection): NearEnd {
  const output = new ChannelOutput(channel, connection);
  return {
    channel,
    write: (data) => output.write(data),
    end: () => output.end(null),
    holdWith: (hold) => output.holdWith(hold),
  };
}

async function listen(
  connection: ClientConnection,
  end: TunnelPort,
): Promise<{ readonly port: number; end(): void } | null> {
  const { context, principal, ssh, gone, isDirect } = connection;
  const grant = isDirect ? await granted(connection, "remote") : null;
  if (grant === null) return null;
  const count = { up: 0, down: 0 };
  const made: { listener: RemoteListener | null } = { listener: null };
  const { session, started } = openSession(context, {
    principal,
    grant,
    kind: { type: "tunnel", loginFrom: "ST" },
    size: { cols: 80, rows: 24 },
    recorded: false,
    remark: remarkOf("remote", end, count),
    target: (options) => {
      made.listener = new RemoteListener(options, end, count, (from, port) => {
        return new Promise<NearEnd>((resolve, reject) => {
          ssh.forwardOut(end.host, port, from.address, from.port, (error, channel) => {
            if (error === undefined) resolve(nearEnd(channel, connection));
            else reject(error);
          });
        });
      });
      return made.listener;
    },
    client: () => ({
      output: () => undefined,
      inputDrained: () => undefined,
      paused: () => session.hold("locked", true),
      resumed: () => session.hold("locked", false),
      notice: () => undefined,
    }),
  });
  void session.ended.then(endWithClient(session, gone));
  if ((await started) === null) return null;
  return { port: made.listener?.port ?? 0, end: () => session.end("client_closed") };
}
