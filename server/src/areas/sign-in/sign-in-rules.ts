import { log } from "../../engine/log.ts";
import type { AccessVersion } from "../../engine/services.ts";
import { type FittingRule, loginRuleFor, type RuleServices } from "../acls/index.ts";
import { text } from "./texts.ts";

/** Somebody who has proven who they are, and from where. */
interface ProvenPerson {
  readonly userId: string;
  readonly remoteAddress: string;
  /** The access version, where it was read just before. */
  readonly version?: AccessVersion;
}

/** How a sign-in is refused that the rules do not allow. Which rule it was is for operators alone. */
export const refusedByRule = { code: "acl_not_allow", message: text.notAllowedHere } as const;

/** The rule that decides about a sign-in from there, now; null: none does. */
export const signInRule = (services: RuleServices, person: ProvenPerson): Promise<FittingRule | null> =>
  loginRuleFor(services, { ...person, at: new Date() });

/** Whether the rules refuse a sign-in from there, now. Contract: docs/contract/acls.md, "Sign-in rules". */
export const isRefusedByRule = async (services: RuleServices, person: ProvenPerson): Promise<boolean> =>
  isRefusal(await signInRule(services, person), person);

/** Whether a rule refuses a sign-in, which is noted then. */
export function isRefusal(rule: FittingRule | null, { userId, remoteAddress }: ProvenPerson): boolean {
  if (rule?.action !== "reject") return false;
  log.info(
    { user: userId, address: remoteAddress, rule: rule.id, name: rule.name },
    "a rule refused a sign-in",
  );
  return true;
}
