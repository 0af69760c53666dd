import type { Duplex } from "node:stream";
import type { ClientChannel } from "ssh2";
import { withParameters } from "../../engine/i18n/index.ts";
import { log } from "../../engine/log.ts";
import { isExchangingKeys, type Route, reach } from "../../transport/ssh/index.ts";
import { displayAddress, failures, TargetFailure } from "../../transport/targets/index.ts";
import type { TargetAdapter, TargetEvents } from "../session-parts.ts";
import { text } from "../texts.ts";
import type { LinkPool, PooledChannel } from "./link-pool.ts";
import type { SshLinkOptions } from "./ssh-link.ts";

/** A port of an address, as the asset sees it. */
export interface TunnelPort {
  readonly host: string;
  readonly port: number;
}

/** Where a forwarded connection ends: a port, or a Unix socket of the asset. */
export type TunnelEnd = TunnelPort | { readonly path: string };

/** An end, as people write it. */
export const displayEnd = (end: TunnelEnd): string =>
  "path" in end ? end.path : displayAddress(end.host, end.port);

/** What a tunnel that does not read may leave waiting, in bytes. */
const mostInput = 4 * 1024 * 1024;

/** Bytes that passed in each direction. */
export interface TunnelCount {
  up: number;
  down: number;
}

/** What a forwarded connection needs. */
export interface TunnelOptions extends SshLinkOptions {
  /** The connections it may use, and leaves to others. */
  readonly links: LinkPool;
}

/**
 * A forwarded connection: to an address dialled from the asset over its own SSH server, or to the asset itself
 * (`end` null), which then never sees anything of ours.
 */
export class TunnelTarget implements TargetAdapter {
  readonly #options: TunnelOptions;
  readonly #end: TunnelEnd | null;
  readonly #count: TunnelCount;
  readonly #giveUp = new AbortController();
  #forwarded: PooledChannel | null = null;
  #route: Route | null = null;
  #stream: Duplex | null = null;
  #paused = false;

  constructor(options: TunnelOptions, end: TunnelEnd | null, count: TunnelCount) {
    this.#options = options;
    this.#end = end;
    this.#count = count;
  }

  async connect(_size: unknown, events: TargetEvents): Promise<void> {
    try {
      const stream = this.#end === null ? await this.#dial() : await this.#forward(this.#end, events);
      this.#stream = stream;
      if (this.#giveUp.signal.aborted) throw failures(this.#options.grant.asset, 0)("stopped");
      stream.on("data", (data: Buffer) => {
        this.#count.down += data.length;
        events.output(data);
      });
      stream.on("drain", () => events.drained());
      stream.on("error", (error: Error) => log.debug({ err: error }, "a forwarded connection failed"));
      stream.once("end", () => events.ended("target_closed", text.closedByTarget));
      stream.once("close", () => events.ended("target_closed", text.closedByTarget));
      if (this.#paused) stream.pause();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  write(data: Buffer): boolean {
    const stream = this.#stream;
    if (stream?.writable !== true) return true;
    this.#count.up += data.length;
    stream.write(data);
    if (this.#forwarded !== null && isExchangingKeys(this.#forwarded.client)) return false;
    return stream.writableLength + (this.#forwarded?.stream.writableLength ?? 0) < mostInput;
  }

  endInput(): void {
    this.#stream?.end();
  }

  resize(): void {
    // There is no window.
  }

  pause(): void {
    if (this.#giveUp.signal.aborted) return;
    this.#paused = true;
    this.#stream?.pause();
  }

  resume(): void {
    this.#paused = false;
    this.#stream?.resume();
  }

  close(): void {
    this.#giveUp.abort();
    this.#stream?.destroy();
    this.#stream?.resume();
    this.#forwarded?.leave();
    this.#route?.close();
  }

  async #dial(): Promise<Duplex> {
    const { address, port } = this.#options.grant.asset;
    const { route, stream } = await reach({ address, port }, this.#options.grant.gateways, {
      ...this.#options,
      signal: this.#giveUp.signal,
    });
    this.#route = route;
    return stream;
  }

  async #forward(end: TunnelEnd, events: TargetEvents): Promise<Duplex> {
    const { signal } = this.#giveUp;
    const refused = withParameters(text.forwardRefused, { target: displayEnd(end) });
    this.#forwarded = await this.#options.links.open<ClientChannel>(this.#options, {
      signal,
      isSession: false,
      switches: false,
      open: (client, opened) => {
        if ("path" in end) client.openssh_forwardOutStreamLocal(end.path, opened);
        else client.forwardOut("127.0.0.1", 0, end.host, end.port, opened);
      },
      failure: () => new TargetFailure("forward_refused", refused),
      drained: () => events.drained(),
      misbehaved: () => events.ended("target_misbehaved", text.misbehavingTarget),
    });
    return this.#forwarded.channel;
  }
}
