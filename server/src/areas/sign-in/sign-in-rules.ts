import { log } from "../../engine/log.ts";
import { loginRuleFor, type RuleServices } from "../acls/index.ts";
import { text } from "./texts.ts";

/** Somebody who has proven who they are, and from where. */
interface ProvenPerson {
  readonly userId: string;
  readonly remoteAddress: string;
}

/** How a sign-in is refused that the rules do not allow. Which rule it was is for operators alone. */
export const refusedByRule = { code: "acl_not_allow", message: text.notAllowedHere } as const;

/** Whether the rules refuse a sign-in from there, now. Contract: docs/contract/acls.md, "Sign-in rules". */
export async function isRefusedByRule(
  services: RuleServices,
  { userId, remoteAddress }: ProvenPerson,
): Promise<boolean> {
  const rule = await loginRuleFor(services, { userId, remoteAddress, at: new Date() });
  if (rule?.action !== "reject") return false;
  log.info(
    { user: userId, address: remoteAddress, rule: rule.id, name: rule.name },
    "a rule refused a sign-in",
  );
  return true;
}
