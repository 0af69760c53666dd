import { connect, type Socket } from "node:net";
import type { TerminalSize } from "@sallyport/contract/messages/terminal";
import ssh2, { type Client, type ClientChannel } from "ssh2";
import { type Message, withParameters } from "../../engine/i18n/messages.ts";
import { log } from "../../engine/log.ts";
import type { ConnectionGrant, HostKeysPort } from "../ports.ts";
import { type EndReason, type TargetAdapter, type TargetEvents, TargetFailure } from "../session-parts.ts";
import { text } from "../texts.ts";
import { targetAlgorithms } from "./ssh-algorithms.ts";
import { type SshAuthentication, sshAuthentication } from "./ssh-authentication.ts";
import { describeHostKey, verifyHostKey } from "./ssh-host-key.ts";

/** What an SSH target needs. */
export interface SshTargetOptions {
  grant: ConnectionGrant;
  hostKeys: HostKeysPort;
  /** For the report of a changed host key. */
  userId: string;
  sessionId: string;
  /** Longest wait for the TCP connection, and again for the handshake and sign-in, in milliseconds. */
  timeout: number;
}

// ssh2 grants a target 2 MiB a channel; a well-behaved one cannot have more than that waiting here.
const mostWaiting = 6 * 1024 * 1024;

// What a target that does not read may leave waiting. Well above a pause of the channel, so that the client's
// frames, its acknowledgements among them, go on being read during any reasonable paste.
const mostInput = 8 * 1024 * 1024;

/** A shell on an SSH server. */
export class SshTarget implements TargetAdapter {
  readonly #options: SshTargetOptions;
  readonly #client: Client = new ssh2.Client();
  readonly #display: string;
  readonly #timeout: number;
  #socket: Socket | null = null;
  #channel: ClientChannel | null = null;
  #paused = false;
  #closed = false;

  constructor(options: SshTargetOptions) {
    this.#options = options;
    this.#timeout = options.timeout;
    const { address, port } = options.grant.asset;
    this.#display = address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;
  }

  async connect(size: TerminalSize, events: TargetEvents): Promise<void> {
    const authentication = sshAuthentication(this.#options.grant.account);
    this.#client.on("banner", (banner) => events.output(Buffer.from(banner.replace(/\r?\n/g, "\r\n"))));
    try {
      this.#socket = await this.#dial();
      await this.#signIn(this.#socket, authentication);
      this.#channel = await this.#openShell(size);
    } catch (error) {
      this.close();
      throw error;
    }
    this.#attach(this.#channel, events);
  }

  write(data: Buffer): boolean {
    if (this.#channel?.writable !== true) return true;
    this.#channel.write(data);
    return this.#channel.writableLength < mostInput;
  }

  resize(size: TerminalSize): void {
    this.#channel?.setWindow(size.rows, size.cols, 0, 0);
  }

  pause(): void {
    this.#paused = true;
    this.#channel?.pause();
    this.#channel?.stderr.pause();
  }

  resume(): void {
    this.#paused = false;
    this.#channel?.resume();
    this.#channel?.stderr.resume();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    const socket = this.#socket;
    if (this.#channel === null) {
      socket?.destroy();
      return;
    }
    this.#client.end();
    // A target that no longer answers would keep the socket half open.
    setTimeout(() => socket?.destroy(), 1000).unref();
  }

  #dial(): Promise<Socket> {
    const { address, port } = this.#options.grant.asset;
    return new Promise((resolve, reject) => {
      const socket = connect({ host: address, port, noDelay: true });
      this.#socket = socket;
      socket.setTimeout(this.#timeout, () => socket.destroy(timeoutError()));
      // Stays for good: an error between the steps must not end the process.
      socket.on("error", (error) => reject(this.#dialFailure(error)));
      socket.once("close", () => reject(this.#fail("unreachable", text.targetUnreachable)));
      socket.once("connect", () => {
        socket.setTimeout(0);
        resolve(socket);
      });
    });
  }

  async #signIn(socket: Socket, authentication: SshAuthentication): Promise<void> {
    const { grant, hostKeys, userId, sessionId } = this.#options;
    const place = { assetId: grant.asset.id, host: grant.asset.address, port: grant.asset.port };
    const pinned = await hostKeys.get(place);
    if (socket.destroyed) throw this.#fail("not_ssh", text.targetNotSsh);
    let refusal: unknown;
    await new Promise<void>((resolve, reject) => {
      this.#client.once("ready", resolve);
      this.#client.on("error", (error) => reject(refusal ?? this.#handshakeFailure(error, authentication)));
      this.#client.once("close", () => reject(refusal ?? this.#fail("not_ssh", text.targetNotSsh)));
      this.#client.connect({
        sock: socket,
        username: grant.account.username,
        readyTimeout: this.#timeout,
        keepaliveInterval: 60_000,
        keepaliveCountMax: 3,
        algorithms: targetAlgorithms(pinned?.algorithm ?? null),
        authHandler: authentication.handler,
        hostVerifier: (blob: Buffer, verify: (valid: boolean) => void) => {
          verifyHostKey(hostKeys, place, describeHostKey(blob), { userId, sessionId }).then(
            () => verify(true),
            (error: unknown) => {
              refusal = error;
              verify(false);
            },
          );
        },
      });
    });
  }

  #openShell(size: TerminalSize): Promise<ClientChannel> {
    return new Promise((resolve, reject) => {
      const lost = () => reject(this.#fail("shell_refused", text.shellRefused));
      this.#client.once("close", lost);
      this.#client.shell({ term: "xterm-256color", cols: size.cols, rows: size.rows }, (error, channel) => {
        this.#client.removeListener("close", lost);
        if (error !== undefined) lost();
        else resolve(channel);
      });
    });
  }

  #attach(channel: ClientChannel, events: TargetEvents): void {
    let exited = false;
    let over = false;
    const end = (reason: EndReason, message: Message) => {
      if (over) return;
      over = true;
      events.ended(reason, message);
    };
    channel.on("data", (data: Buffer) => events.output(data));
    channel.stderr.on("data", (data: Buffer) => events.output(data));
    channel.on("drain", () => events.drained());
    channel.on("error", (error: Error) => log.debug({ err: error }, "ssh channel error"));
    channel.once("exit", () => {
      exited = true;
    });
    // Comes after the last output was taken, also when the channel is paused or the connection broke.
    channel.once("close", () =>
      exited ? end("target_closed", text.closedByTarget) : end("connection_lost", text.connectionLost),
    );
    this.#socket?.on("data", () => {
      if (channel.readableLength <= mostWaiting) return;
      end("target_misbehaved", text.misbehavingTarget);
      this.#socket?.destroy();
    });
    if (this.#paused) this.pause();
  }

  #dialFailure(error: NodeJS.ErrnoException): TargetFailure {
    switch (error.code) {
      case "ECONNREFUSED":
        return this.#fail("refused", text.targetRefused);
      case "ENOTFOUND":
      case "EAI_AGAIN":
        return this.#fail("unknown_host", text.targetUnknownHost);
      case "ETIMEDOUT":
        return this.#fail("timeout", text.targetTimeout);
      default:
        return this.#fail("unreachable", text.targetUnreachable);
    }
  }

  #handshakeFailure(error: Error & { level?: string }, authentication: SshAuthentication): TargetFailure {
    log.debug({ err: error, target: this.#display }, "ssh handshake failed");
    if (error.level === "client-authentication") return authentication.failure(this.#display);
    if (error.level === "client-timeout") return this.#fail("timeout", text.targetTimeout);
    if (error.message.includes("no matching"))
      return this.#fail("no_common_algorithm", text.noCommonAlgorithm);
    return authentication.tried
      ? authentication.failure(this.#display)
      : this.#fail("not_ssh", text.targetNotSsh);
  }

  #fail(code: string, message: Message): TargetFailure {
    const seconds = Math.round(this.#timeout / 1000);
    return new TargetFailure(code, withParameters(message, { target: this.#display, seconds }));
  }
}

function timeoutError(): Error {
  return Object.assign(new Error("connect timed out"), { code: "ETIMEDOUT" });
}
