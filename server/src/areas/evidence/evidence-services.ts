import type { Services } from "../../engine/services.ts";

/** Where the chain is, and the copy of its checkpoints and the recordings beside it. */
export type ChainServices = Pick<Services, "config" | "db">;

/** The same, and what opens keys: for what signs and what exports. */
export type EvidenceServices = Pick<Services, "config" | "db" | "secrets">;
