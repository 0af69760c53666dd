import type { Services } from "../../engine/services.ts";
import type { FactorProofServices, FactorServices } from "../factors/index.ts";

/** What the security settings ask of somebody is looked up with. */
export type PolicyServices = Pick<Services, "db" | "settings">;

/** What the steps of a sign-in are examined with, and anyone who is informed that somebody came in. */
export type SignInServices = FactorServices;

/** What a sign-in takes from the first proof to the last step, where no request has found out who it is. */
export type TerminalServices = SignInServices & FactorProofServices & Pick<Services, "principals">;
