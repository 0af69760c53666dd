import { lookup } from "node:dns/promises";
import { connect } from "node:net";
import { Duplex } from "node:stream";
import { type Message, withParameters } from "../../engine/i18n/index.ts";
import { resolveTarget, TargetRefused } from "../../engine/outbound/index.ts";
import type { Route } from "../../transport/ssh/index.ts";
import { TargetFailure } from "../../transport/targets/index.ts";
import { text } from "./tool-texts.ts";

/** A request that no tool takes. */
export class ToolRefused extends Error {
  override readonly name = "ToolRefused";
  readonly text: Message;
  constructor(said: Message) {
    super(said.en);
    this.text = said;
  }
}

/** Why a port was not reached: it is closed, nothing came back, or the gateway forwards nothing there. */
export interface Unreached {
  readonly state: "closed" | "silent" | "barred";
  readonly reason: string;
}

/** How long is waited for a connection, in milliseconds, and what gives up earlier. */
export interface DialLimits {
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** From where a tool connects: this server, or a gateway behind an SSH connection. */
export interface Way {
  /** Name of the gateway; null: this server. */
  readonly gateway: string | null;
  /** Most connections at once. */
  readonly concurrency: number;
  /**
   * What to dial for a machine.
   * @throws ToolRefused where it is unknown, or none of a tool's business
   */
  address(host: string): Promise<string>;
  /**
   * Connects; a connection that was not made is an answer too.
   * @throws ToolRefused where the way itself is broken
   */
  dial(address: string, port: number, limits: DialLimits): Promise<Duplex | Unreached>;
}

/** Whether a dial brought a connection. */
export const isReached = (answer: Duplex | Unreached): answer is Duplex => answer instanceof Duplex;

/**
 * The address to use for a machine, which is the one that was looked at.
 * @throws ToolRefused
 */
export async function resolved(host: string, allowed: readonly string[]): Promise<string> {
  try {
    return await resolveTarget(host, allowed);
  } catch (error) {
    throw new ToolRefused(
      withParameters(error instanceof TargetRefused ? text.ownMachine : text.unresolved, { host }),
    );
  }
}

/**
 * Every address of a machine, for what does not connect to it.
 * @throws ToolRefused
 */
export async function resolveAny(host: string): Promise<readonly string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    throw new ToolRefused(withParameters(text.unresolved, { host }));
  }
}

/**
 * From this server.
 * @param allowed addresses of this machine that may be targets all the same
 */
export function straight(allowed: readonly string[]): Way {
  return {
    gateway: null,
    concurrency: 64,
    address: (host) => resolved(host, allowed),
    dial: (address, port, { timeout, signal }) =>
      new Promise((resolve) => {
        const socket = connect({ host: address, port, signal });
        const fail = (reason: string): void => {
          clearTimeout(timer);
          socket.destroy();
          resolve({ state: reason === "ECONNREFUSED" ? "closed" : "silent", reason });
        };
        const timer = setTimeout(() => fail("ETIMEDOUT"), timeout);
        // Stays for good: an error of a connection must not end the process.
        socket.on("error", (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
        socket.once("connect", () => {
          clearTimeout(timer);
          resolve(socket);
        });
      }),
  };
}

/**
 * From a gateway. Names are resolved there, and what may be reached from it is for the gateway to say, as it is for
 * sessions through it.
 */
export function through(route: Pick<Route, "dial">, gateway: string): Way {
  return {
    gateway,
    // A gateway has others to serve beside a scan.
    concurrency: 16,
    address: async (host) => host,
    dial: (address, port, limits) => dialThrough(route, { address, port }, limits),
  };
}

async function dialThrough(
  route: Pick<Route, "dial">,
  target: { readonly address: string; readonly port: number },
  { timeout, signal }: DialLimits,
): Promise<Duplex | Unreached> {
  let over = (_answer: Unreached): void => undefined;
  const waited = new Promise<Unreached>((resolve) => {
    over = resolve;
  });
  let isOver = false;
  const give = (reason: string): void => {
    isOver = true;
    over({ state: "silent", reason });
  };
  const stop = (): void => give("ABORT_ERR");
  const timer = setTimeout(() => give("ETIMEDOUT"), timeout);
  signal.addEventListener("abort", stop, { once: true });
  const dialed = route.dial(target).then((stream) => {
    // It came too late: nobody waits for it any more.
    if (isOver) stream.destroy();
    return stream;
  }, unreached);
  try {
    return await Promise.race([dialed, waited]);
  } finally {
    isOver = true;
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    // What comes of it is of no interest any more.
    dialed.catch(() => undefined);
  }
}

/** @throws ToolRefused where the gateway is at fault, and the error itself where it is no failure of a target */
function unreached(error: unknown): Unreached {
  if (!(error instanceof TargetFailure)) throw error;
  if (error.code === "forwarding_refused") return { state: "barred", reason: error.detail.en };
  if (error.code === "timeout") return { state: "silent", reason: "ETIMEDOUT" };
  if (error.gateway !== null) throw new ToolRefused(error.detail);
  const { cause } = error;
  const said = cause instanceof Error ? cause.message : error.message;
  return /refused/i.test(said)
    ? { state: "closed", reason: "ECONNREFUSED" }
    : { state: "silent", reason: said.replace(/[^\x20-\x7e]+/g, " ").slice(0, 200) };
}
