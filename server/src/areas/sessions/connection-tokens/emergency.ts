import type { Principal } from "../../../engine/access/index.ts";
import { recordPersonOperation } from "../../../engine/audit/index.ts";
import { BadRequest } from "../../../engine/errors.ts";
import { firstCharacters } from "../../../engine/json.ts";
import { type FittingConnectionRule, openConnectionReview, type ReviewServices } from "../../acls/index.ts";
import { text } from "../texts.ts";

/** Longest reason, in characters. */
export const longestReason = 1_000;

/** Longest name of an object in the operate log, in characters. */
const longestName = 128;

/** Somebody who cannot wait. */
interface EmergencyRequest {
  readonly principal: Principal;
  readonly remoteAddress: string;
  /** Why, in their words. */
  readonly reason: string;
  readonly asset: { readonly id: string; readonly name: string; readonly organizationId: string };
  readonly account: Parameters<typeof openConnectionReview>[2]["account"];
}

/**
 * Has the reviewers of a rule told of a connection that goes on at once, by a ticket that they sign off afterwards;
 * `services.db` is a transaction. Contract: docs/contract/tickets.md, section 10.
 * @returns the id of the ticket
 * @throws BadRequest without a reason, or where nobody could sign it off
 */
export async function openEmergency(
  services: ReviewServices,
  rule: FittingConnectionRule,
  { principal, remoteAddress, reason, asset, account }: EmergencyRequest,
): Promise<string> {
  const words = firstCharacters(reason.trim(), longestReason);
  if (!/\p{L}/u.test(words)) throw new BadRequest("emergency_reason", text.emergencyReasonNeeded);
  const { id, assignees } = await openConnectionReview(services, rule, {
    userId: principal.id,
    assetId: asset.id,
    organizationId: asset.organizationId,
    account,
    emergencyReason: words,
  });
  const change = (field: string, label: typeof text.account, after: string) => ({
    field,
    label,
    before: "",
    after,
  });
  await recordPersonOperation(
    services.db,
    { principal, remoteAddress },
    {
      action: "create",
      type: text.emergencyAccess,
      name: firstCharacters(asset.name, longestName),
      id,
      organizationId: asset.organizationId,
      changes: [
        change("account", text.account, account.username),
        change("reason", text.emergencyReason, words),
        change("reviewers", text.emergencyReviewers, assignees.join(", ")),
      ],
    },
  );
  return id;
}
