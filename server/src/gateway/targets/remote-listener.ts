import type { Duplex } from "node:stream";
import type { Client } from "ssh2";
import { log } from "../../engine/log.ts";
import { ChannelBreach, isExchangingKeys, type Route } from "../../transport/ssh/index.ts";
import { TargetFailure, withTimeout } from "../../transport/targets/index.ts";
import { FlowGate } from "../flow.ts";
import type { TargetAdapter, TargetEvents } from "../session-parts.ts";
import { text } from "../texts.ts";
import { openSshLink, type SshLinkOptions } from "./ssh-link.ts";
import type { TunnelCount, TunnelPort } from "./tunnel.ts";

/** Who came to a port of the asset that is forwarded back. */
export interface RemoteCaller {
  readonly address: string;
  readonly port: number;
}

/** The client's end of a connection that is carried back. */
export interface NearEnd {
  readonly channel: Duplex;
  /** Sends to the client. */
  write(data: Buffer): void;
  /** Closes it when everything is sent. */
  end(): void;
  /** Who is asked to hold back while the client cannot keep up. */
  holdWith(hold: (held: boolean) => void): void;
}

/** Most connections that are carried back at a time. */
const mostConnections = 64;

/** What an asset that does not read may leave waiting, in bytes. */
const mostInput = 4 * 1024 * 1024;

/** The connection to the asset. */
interface Link {
  readonly client: Client;
  readonly stream: Duplex;
  readonly events: TargetEvents;
}

/** A port of the asset whose connections are carried back to the client. */
export class RemoteListener implements TargetAdapter {
  readonly #options: SshLinkOptions;
  readonly #end: TunnelPort;
  readonly #count: TunnelCount;
  readonly #back: (from: RemoteCaller, port: number) => Promise<NearEnd>;
  readonly #giveUp = new AbortController();
  /** The connections carried, and what holds each back. */
  readonly #carried = new Map<Duplex, FlowGate>();
  #opening = 0;
  #isPaused = false;
  #below: Duplex | null = null;
  #route: Route | null = null;
  /** The port the asset listens on. */
  port = 0;

  /** @param back opens a channel to the client for a connection that came to the port */
  constructor(
    options: SshLinkOptions,
    end: TunnelPort,
    count: TunnelCount,
    back: (from: RemoteCaller, port: number) => Promise<NearEnd>,
  ) {
    this.#options = options;
    this.#end = end;
    this.#count = count;
    this.#back = back;
  }

  async connect(_size: unknown, events: TargetEvents): Promise<void> {
    try {
      const { client, stream } = await openSshLink(this.#options, {
        signal: this.#giveUp.signal,
        reached: (below, route) => {
          this.#below = below;
          this.#route = route;
        },
      });
      client.on("tcp connection", (from, accept, reject) => {
        if (this.#carried.size + this.#opening >= mostConnections) {
          reject();
          return;
        }
        this.#opening += 1;
        this.#back({ address: from.srcIP, port: from.srcPort }, this.port)
          .finally(() => {
            this.#opening -= 1;
          })
          .then(
            (near) => this.#join(accept(), near, { client, stream, events }),
            () => reject(),
          );
      });
      const refused = () => new TargetFailure("forward_refused", text.listenRefused);
      const listening = new Promise<number>((resolve, reject) => {
        client.forwardIn(this.#end.host, this.#end.port, (error, port) => {
          if (error === undefined) resolve(port === 0 ? this.#end.port : port);
          else reject(refused());
        });
      });
      this.port = await withTimeout(this.#options.timeout, listening, refused);
      client.on("error", (error) => {
        if (error instanceof ChannelBreach) events.ended("target_misbehaved", text.misbehavingTarget);
      });
      stream.once("close", () => events.ended("target_closed", text.closedByTarget));
    } catch (error) {
      this.close();
      throw error;
    }
  }

  write(): boolean {
    return true;
  }

  resize(): void {
    // There is no window.
  }

  pause(): void {
    this.#isPaused = true;
    for (const gate of this.#carried.values()) gate.set("session", true);
  }

  resume(): void {
    this.#isPaused = false;
    for (const gate of this.#carried.values()) gate.set("session", false);
  }

  close(): void {
    this.#giveUp.abort();
    for (const stream of this.#carried.keys()) stream.destroy();
    this.#below?.destroy();
    this.#route?.close();
  }

  #join(far: Duplex, near: NearEnd, { client, stream, events }: Link): void {
    const nothing = Buffer.alloc(0);
    const flow = new FlowGate((held) => (held ? far.pause() : far.resume()));
    this.#carried.set(far, flow);
    near.holdWith((held) => flow.set("client", held));
    far.on("data", (data: Buffer) => {
      this.#count.down += data.length;
      events.output(nothing);
      near.write(data);
    });
    far.once("end", () => near.end());
    near.channel.on("data", (data: Buffer) => {
      this.#count.up += data.length;
      events.output(nothing);
      far.write(data);
      if (far.writableLength + stream.writableLength >= mostInput || isExchangingKeys(client))
        near.channel.pause();
    });
    near.channel.once("end", () => far.end());
    const drained = () => near.channel.resume();
    far.on("drain", drained);
    stream.on("drain", drained);
    client.on("handshake", drained);
    for (const end of [far, near.channel]) {
      end.on("error", (error: Error) => log.debug({ err: error }, "a connection carried back failed"));
    }
    far.once("close", () => {
      this.#carried.delete(far);
      stream.off("drain", drained);
      client.off("handshake", drained);
      near.end();
    });
    near.channel.once("close", () => far.destroy());
    if (this.#isPaused) flow.set("session", true);
  }
}
