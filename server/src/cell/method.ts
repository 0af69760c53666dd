import type { JsonObject } from "../engine/json.ts";
import type { CellHostKey, CellHostKeyPlace, CellMethodName, CellOrder } from "./messages.ts";

/** What a method can do besides reaching its target. */
export interface CellContext {
  /** Aborted when the order is given up: its time is over, it was stopped, or the worker is gone. */
  readonly signal: AbortSignal;
  /** Says something in the log of the execution. Control characters are taken out, long lines are cut. */
  log(line: string): void;
  readonly hostKeys: CellHostKeys;
}

/** The pinned host keys of the targets and gateways of an order. */
export interface CellHostKeys {
  /** The key that is pinned; the first one shown is from then on. Ask before signing in. */
  pinFirst(place: CellHostKeyPlace, key: CellHostKey): Promise<CellHostKey>;
  /** Another key than the pinned one was shown: the connection has been refused. */
  reportMismatch(
    place: CellHostKeyPlace,
    mismatch: { readonly pinned: CellHostKey; readonly offered: CellHostKey },
  ): Promise<void>;
}

/**
 * Works on one order and answers its result, e.g. gathered facts.
 * @throws CellFailure with a code and a text for people. Anything else is a fault of ours, told as `fault`.
 */
export type CellMethod = (order: CellOrder, context: CellContext) => Promise<JsonObject>;

/** The methods there are, each loaded only by a cell that needs it, with what the given protocols need. */
export type CellMethods = Readonly<
  Partial<Record<CellMethodName, (protocols?: readonly string[]) => Promise<CellMethod>>>
>;

/** An order that failed for a reason people should read. */
export class CellFailure extends Error {
  override readonly name = "CellFailure";
  /** @param code see `CellError` */
  readonly code: string;

  constructor(code: string, text: string) {
    super(text);
    this.code = code;
  }
}
