import type { Duplex } from "node:stream";
import { log } from "../../engine/log.ts";
import type { Route } from "../../engine/ssh/route.ts";
import { TargetFailure } from "../../engine/targets/failure.ts";
import type { TargetAdapter, TargetEvents } from "../session-parts.ts";
import { text } from "../texts.ts";
import { openSshLink, type SshLinkOptions } from "./ssh-link.ts";
import type { TunnelCount, TunnelEnd } from "./tunnel.ts";

/** Who came to a port of the asset that is forwarded back. */
export interface RemoteCaller {
  readonly address: string;
  readonly port: number;
}

/** Most connections that are carried back at a time. */
const mostConnections = 64;

/** A port of the asset whose connections are carried back to the client. */
export class RemoteListener implements TargetAdapter {
  readonly #options: SshLinkOptions;
  readonly #end: TunnelEnd;
  readonly #count: TunnelCount;
  readonly #back: (from: RemoteCaller, port: number) => Promise<Duplex>;
  readonly #giveUp = new AbortController();
  readonly #carried = new Set<Duplex>();
  #below: Duplex | null = null;
  #route: Route | null = null;
  /** The port the asset listens on. */
  port = 0;

  /** @param back opens a channel to the client for a connection that came to the port */
  constructor(
    options: SshLinkOptions,
    end: TunnelEnd,
    count: TunnelCount,
    back: (from: RemoteCaller, port: number) => Promise<Duplex>,
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
        if (this.#carried.size >= mostConnections) {
          reject();
          return;
        }
        this.#back({ address: from.srcIP, port: from.srcPort }, this.port).then(
          (near) => this.#join(accept(), near, events),
          () => reject(),
        );
      });
      this.port = await new Promise<number>((resolve, reject) => {
        client.forwardIn(this.#end.host, this.#end.port, (error, port) => {
          if (error === undefined) resolve(port === 0 ? this.#end.port : port);
          else reject(new TargetFailure("forward_refused", text.listenRefused));
        });
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
    for (const stream of this.#carried) stream.pause();
  }

  resume(): void {
    for (const stream of this.#carried) stream.resume();
  }

  close(): void {
    this.#giveUp.abort();
    for (const stream of this.#carried) stream.destroy();
    this.#below?.destroy();
    this.#route?.close();
  }

  #join(far: Duplex, near: Duplex, events: TargetEvents): void {
    this.#carried.add(far);
    const nothing = Buffer.alloc(0);
    far.on("data", (data: Buffer) => {
      this.#count.down += data.length;
      events.output(nothing);
    });
    near.on("data", (data: Buffer) => {
      this.#count.up += data.length;
      events.output(nothing);
    });
    for (const stream of [far, near]) {
      stream.on("error", (error: Error) => log.debug({ err: error }, "a connection carried back failed"));
    }
    far.pipe(near);
    near.pipe(far);
    far.once("close", () => {
      this.#carried.delete(far);
      near.destroy();
    });
    near.once("close", () => far.destroy());
  }
}
