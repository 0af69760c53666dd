import type { SecretStores } from "../../../engine/secrets/index.ts";
import type { Services } from "../../../engine/services.ts";

/** What tells who somebody is, and what they may do in which organization. */
export type AuthorizationServices = Pick<Services, "db" | "organizations" | "permissions" | "principals">;

/** What opens the account of a connection: its row, and what keeps its secret. */
export type AccountServices = Pick<Services, "db"> & SecretStores;

/** What a connection is decided and granted with. */
export type DecisionServices = AuthorizationServices & AccountServices;
