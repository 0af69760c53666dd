import type { ConnectionDecision } from "../transport/connections/index.ts";

/** An asset somebody may use. */
export interface AssetChoice {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly comment: string;
  readonly platform: string;
  readonly organization: string;
  /** Names of its protocols. */
  readonly protocols: readonly string[];
}

/** The outcome of a connection request, with the assets as a menu shows them. */
export type Decision = ConnectionDecision<AssetChoice>;
