import { setMaxListeners } from "node:events";
import type { Socket } from "node:net";
import type { Connection } from "ssh2";
import { log } from "../../../engine/log.ts";
import type { GatewayContext } from "../../open-session.ts";
import type { GatewayPorts } from "../../ports.ts";
import { LinkPool } from "../../targets/link-pool.ts";
import type { ClientConnection, RequestDetails } from "./client-connection.ts";
import { disconnectClient } from "./disconnect-client.ts";
import { serveForwarding } from "./forwarding.ts";
import type { ConnectionRequests, RequestSource } from "./requests.ts";
import { serveSessionChannel } from "./session-channel.ts";
import { type Client, type SignedIn, SignIn } from "./sign-in.ts";
import { serverText } from "./texts.ts";

/** Most channels of one connection at once; OpenSSH's own limit for sessions is 10. */
const mostChannels = 64;

/** How often it is looked whether a person is still valid, in milliseconds, unless the gateway says otherwise. */
const guardInterval = 30_000;

/** Serves a client from its first message on. */
export function serveConnection(context: GatewayContext, ssh: Connection, client: Client): void {
  const { socket, admission } = client;
  let signedIn: SignedIn | null = null;
  const signIn = new SignIn(context.ports, ssh, client, (found) => {
    signedIn = found;
  });
  const requests: RequestSource<ConnectionRequests> = ssh;
  requests.on("authentication", (attempt) => signIn.answer(attempt));
  ssh.once("handshake", () => admission.shook());
  ssh.once("ready", () => {
    if (signedIn === null) disconnectClient(ssh, socket);
    else serveChannels(connectionOf(context, ssh, socket, signedIn), requests);
  });
}

function connectionOf(
  context: GatewayContext,
  ssh: Connection,
  socket: Socket,
  { principal, name, token }: SignedIn,
): ClientConnection {
  const { ports } = context;
  const gone = new AbortController();
  // Every channel listens.
  setMaxListeners(0, gone.signal);
  socket.once("close", () => gone.abort());
  const named: RequestDetails =
    name.kind === "direct" ? { asset: name.asset, account: name.account, protocol: name.protocol } : {};
  return {
    context,
    principal,
    ssh,
    socket,
    isDirect: name.kind !== "menu",
    isToken: token !== null,
    links: context.reuseConnections === false ? undefined : sharedLinks(ports, gone.signal),
    gone: gone.signal,
    decide: async (way, details = {}) => {
      if (token !== null) return token.decide(way);
      const { asset, account = null, protocol = null, ...more } = { ...named, ...details };
      if (asset === undefined) {
        return { outcome: "refused", code: "asset_missing", message: serverText.nameAsset };
      }
      return ports.decide(principal, { ...more, asset, account, protocol, way });
    },
  };
}

/** The connections to targets that channels of one client share, as long as it is there and decisions hold. */
function sharedLinks(ports: Pick<GatewayPorts, "onPermissionsChanged">, gone: AbortSignal): LinkPool {
  const links = new LinkPool();
  const leave = ports.onPermissionsChanged(() => links.doubt());
  const stop = () => {
    leave();
    links.close();
  };
  gone.addEventListener("abort", stop, { once: true });
  return links;
}

/** How long after a change it is looked; sessions look before, so that they end with a sentence. In milliseconds. */
const settling = 600;

/** Ends the connection of somebody who was disabled or whose time has run out, whatever is open on it. */
function endWithUser({ context, principal, ssh, socket, gone }: ClientConnection): void {
  const check = () => {
    context.ports.stillValid(principal).then(
      (isValid) => {
        if (!isValid) disconnectClient(ssh, socket);
      },
      (error: unknown) => log.warn({ err: error }, "an SSH connection could not be checked"),
    );
  };
  const timer = setInterval(check, context.guardInterval ?? guardInterval).unref();
  let changed: NodeJS.Timeout | undefined;
  const leave = context.ports.onPermissionsChanged(() => {
    changed ??= setTimeout(() => {
      changed = undefined;
      check();
    }, settling).unref();
  });
  const stop = () => {
    clearInterval(timer);
    clearTimeout(changed);
    leave();
  };
  if (gone.aborted) stop();
  else gone.addEventListener("abort", stop, { once: true });
}

function serveChannels(connection: ClientConnection, requests: RequestSource<ConnectionRequests>): void {
  const { principal } = connection;
  let channels = 0;
  log.debug({ user: principal.userId }, "signed in by SSH");
  serveForwarding(connection, requests);
  endWithUser(connection);
  requests.on("session", (accept, reject) => {
    if (channels >= mostChannels) {
      reject();
      return;
    }
    channels += 1;
    const session = accept();
    session.once("close", () => {
      channels -= 1;
    });
    serveSessionChannel(connection, session);
  });
}
