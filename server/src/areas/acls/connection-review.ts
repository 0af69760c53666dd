import { closeReview, findRemembered, findReview, openReview, type Review } from "../tickets/index.ts";
import type { FittingConnectionRule } from "./evaluate.ts";
import type { ReviewServices } from "./review-changes.ts";

/** A connection that rules want somebody to consent to. */
interface ReviewedConnection {
  readonly userId: string;
  readonly assetId: string;
  /** Organization of the asset, whose people decide. */
  readonly organizationId: string;
  readonly account: {
    /** Id of the stored account; null for a virtual one. */
    readonly id: string | null;
    /** As the people who decide read it. */
    readonly username: string;
    /** What it is recognized by where the approval is remembered. */
    readonly key: string;
  };
  /** Why it goes on at once, in the person's words; absent: it waits. */
  readonly emergencyReason?: string;
}

/**
 * Has people decide about a connection; `services.db` is a transaction. Contract: docs/contract/acls.md, "Asset
 * access rules".
 * @throws BadRequest where nobody could decide
 */
export function openConnectionReview(
  services: ReviewServices,
  { id, revision, reviewers }: Pick<FittingConnectionRule, "id" | "revision" | "reviewers">,
  { userId, assetId, organizationId, account, emergencyReason }: ReviewedConnection,
): Promise<Review> {
  return openReview(services, {
    type: "login_asset_confirm",
    organizationId,
    applicantId: userId,
    reviewerIds: reviewers,
    facts: {
      apply_login_user: userId,
      apply_login_asset: assetId,
      apply_login_account: account.username,
      apply_login_account_id: account.id,
      apply_login_acl_id: id,
      apply_login_acl_revision: revision,
      apply_login_key: account.key,
    },
    ...(emergencyReason === undefined ? {} : { emergencyReason }),
  });
}

/** How it stands with a review; null when there is none of that id. */
export const connectionReview = ({ db }: Pick<ReviewServices, "db">, id: string): Promise<Review | null> =>
  findReview(db, id);

/** A connection that may have been approved before. */
interface RepeatedConnection extends Pick<ReviewedConnection, "userId" | "assetId"> {
  readonly accountKey: string;
}

/**
 * The ticket by which somebody approved such a connection under a rule, where that is remembered until now; null where
 * there is none. It is looked for anew each time: nothing outlives what ends it.
 */
export const rememberedApproval = (
  { db }: Pick<ReviewServices, "db">,
  { id: ruleId }: Pick<FittingConnectionRule, "id">,
  { userId, assetId, accountKey }: RepeatedConnection,
): Promise<string | null> => findRemembered(db, { applicantId: userId, assetId, accountKey, ruleId });

/** Takes the question about a connection back. */
export const closeConnectionReview = (services: ReviewServices, id: string): Promise<void> =>
  services.db.transaction().execute((db) => closeReview({ ...services, db }, id));
