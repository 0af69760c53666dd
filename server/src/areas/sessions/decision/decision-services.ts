import type { SecretStores } from "../../../engine/secrets/index.ts";
import type { Services } from "../../../engine/services.ts";
import type { ReviewServices } from "../../acls/index.ts";

/** What tells who somebody is, what they may do in which organization, and what rules say of it. */
export type AuthorizationServices = Pick<
  Services,
  "db" | "organizations" | "permissions" | "principals" | "refusals" | "settings"
>;

/** What opens the account of a connection: its row, and what keeps its secret. */
export type AccountServices = Pick<Services, "db"> & SecretStores;

/** What a connection is decided and granted with, and people are asked about it. */
export type DecisionServices = AuthorizationServices & AccountServices & ReviewServices;
