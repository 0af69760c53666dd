import { firstCharacters } from "../../engine/json.ts";
import { openReview, type Review } from "../tickets/index.ts";
import type { ReviewServices } from "./review-changes.ts";

/** A command that a rule has people decide about. */
export interface ReviewedCommand {
  readonly command: string;
  readonly rule: { readonly id: string; readonly name: string; readonly reviewers: readonly string[] };
  /** Where it is to run; texts as the session shows them. */
  readonly session: {
    readonly id: string;
    readonly organizationId: string;
    readonly userId: string;
    readonly asset: string;
    readonly account: string;
  };
}

/** Longest part of a command that is asked about, in characters. */
const longestCommand = 4090;

/**
 * Has people decide about a command; `services.db` is a transaction. Contract: docs/contract/acls.md, "Command filters".
 * @throws BadRequest where nobody could decide
 */
export function openCommandReview(
  services: ReviewServices,
  { command, rule, session }: ReviewedCommand,
): Promise<Review> {
  return openReview(services, {
    type: "command_confirm",
    organizationId: session.organizationId,
    applicantId: session.userId,
    reviewerIds: rule.reviewers,
    facts: {
      apply_run_user: session.userId,
      apply_run_asset: session.asset,
      apply_run_account: session.account,
      apply_run_command: firstCharacters(command, longestCommand),
      apply_from_session: session.id,
      apply_from_cmd_filter_acl: rule.id,
    },
    names: { apply_from_cmd_filter_acl: rule.name },
  });
}
