import { closeReview, findReview, openReview, type Review } from "../tickets/index.ts";
import type { FittingRule } from "./evaluate.ts";
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
  };
}

/**
 * Has people decide about a connection; `services.db` is a transaction. Contract: docs/contract/acls.md, "Asset
 * connection rules".
 * @throws BadRequest where nobody could decide
 */
export function openConnectionReview(
  services: ReviewServices,
  { reviewers }: Pick<FittingRule, "reviewers">,
  { userId, assetId, organizationId, account }: ReviewedConnection,
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
    },
  });
}

/** How it stands with a review; null when there is none of that id. */
export const connectionReview = ({ db }: Pick<ReviewServices, "db">, id: string): Promise<Review | null> =>
  findReview(db, id);

/** Takes the question about a connection back. */
export const closeConnectionReview = (services: ReviewServices, id: string): Promise<void> =>
  services.db.transaction().execute((db) => closeReview({ ...services, db }, id));
