import ssh2, { type Client, type ClientChannel, type ConnectConfig } from "ssh2";
import type { SshGateway } from "./ssh-gateway.ts";

/** The parts of ssh2's client that speak past its own checks. */
interface RawProtocol {
  readonly _protocol: {
    rekey(): void;
    session(channel: number, window: number, packetSize: number): void;
    channelWindowAdjust(channel: number, bytes: number): void;
    exec(channel: number, command: string, wantReply: boolean): void;
    shell(channel: number, wantReply: boolean): void;
    subsystem(channel: number, name: string, wantReply: boolean): void;
    env(channel: number, name: string, value: string, wantReply: boolean): void;
    pty(channel: number, ...more: readonly unknown[]): void;
  };
  readonly _sock: { pause(): void; resume(): void };
}

/** What is below a client: for sending what no honest one sends. */
export const raw = (client: Client): RawProtocol => client as unknown as RawProtocol;

/** Signs in as the person of the gateway, with another user name when one is given. */
export function signIn(
  gateway: SshGateway,
  username: string,
  options: Partial<ConnectConfig> = {},
): Promise<Client> {
  const client = new ssh2.Client();
  return new Promise((resolve, reject) => {
    client.once("ready", () => resolve(client));
    client.on("error", reject);
    client.once("close", () => reject(new Error("the connection was closed")));
    client.connect({
      host: "127.0.0.1",
      port: gateway.port,
      username,
      password: gateway.user.password,
      readyTimeout: 10_000,
      ...options,
    });
  });
}

/** Runs a command; resolves when it has begun. */
export function run(client: Client, command: string): Promise<ClientChannel> {
  return new Promise((resolve, reject) => {
    client.exec(command, (error, channel) => (error === undefined ? resolve(channel) : reject(error)));
  });
}

/** When the connection is closed. */
export const closing = (client: Client): Promise<void> =>
  new Promise((resolve) => {
    client.on("error", () => undefined);
    client.once("close", () => resolve());
  });

/** Lets the peer send without end: a window it can never fill. */
export function grantEverything(client: Client, channel: ClientChannel): void {
  const { outgoing } = channel as unknown as { readonly outgoing: { readonly id: number } };
  raw(client)._protocol.channelWindowAdjust(outgoing.id, 2 ** 31);
}

/** Sends into a channel without regard to what its peer lets it. */
export function overrun(channel: ClientChannel, bytes: number): void {
  const { outgoing } = channel as unknown as { readonly outgoing: { window: number } };
  for (let sent = 0; sent < bytes; sent += 32_000) {
    outgoing.window = 2 ** 31;
    channel.write(Buffer.alloc(32_000, "x"));
  }
}

/** Sends a request about a channel, past ssh2's own order of things; how the peer answers. */
export function ask(
  channel: ClientChannel,
  send: (protocol: RawProtocol["_protocol"], id: number) => void,
): Promise<"success" | "failure"> {
  const { _callbacks, _client, outgoing } = channel as unknown as {
    readonly _callbacks: ((failed: boolean) => void)[];
    readonly _client: RawProtocol;
    readonly outgoing: { readonly id: number };
  };
  return new Promise((resolve) => {
    _callbacks.push((failed) => resolve(failed ? "failure" : "success"));
    send(_client._protocol, outgoing.id);
  });
}

/** What a program says to a text, and how it ends. */
export function finish(channel: ClientChannel, text: string): Promise<readonly [unknown, string]> {
  let said = "";
  channel.on("data", (data: Buffer) => {
    said += data.toString();
  });
  channel.stderr.resume();
  channel.end(text);
  return new Promise((resolve) => {
    let status: unknown = null;
    channel.once("exit", (code: unknown) => {
      status = code;
    });
    channel.once("close", () => resolve([status, said]));
  });
}
