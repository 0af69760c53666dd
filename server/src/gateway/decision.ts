import type { AssetChoice, ConnectionDecision } from "../transport/connections/index.ts";

/** The outcome of a connection request, with the assets as a menu shows them. */
export type Decision = ConnectionDecision<AssetChoice>;
