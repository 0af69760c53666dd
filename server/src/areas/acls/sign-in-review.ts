import { organizationIds } from "../organizations/index.ts";
import { closeReview, findReview, openReview, type Review } from "../tickets/index.ts";
import type { FittingRule } from "./evaluate.ts";
import { type ReviewServices, reviewChanged } from "./review-changes.ts";

/** A sign-in that rules may want somebody to consent to. */
interface ReviewedSignIn {
  readonly userId: string;
  readonly remoteAddress: string;
  readonly city: string;
  readonly rule: FittingRule | null;
}

/**
 * Has people decide about the sign-ins that rules say so of: the reviewer of the sign-in area. Contract:
 * docs/contract/acls.md, "Sign-in rules".
 */
export const signInReview = {
  async request(
    services: ReviewServices,
    { userId, remoteAddress, city, rule }: ReviewedSignIn,
  ): Promise<Review | null> {
    if (rule?.action !== "review") return null;
    return services.db.transaction().execute((db) =>
      openReview(
        { ...services, db },
        {
          type: "login_confirm",
          // Rules about signing in stand above all organizations.
          organizationId: organizationIds.root,
          applicantId: userId,
          reviewerIds: rule.reviewers,
          facts: {
            apply_login_ip: remoteAddress,
            apply_login_city: city,
            apply_login_datetime: new Date().toISOString(),
          },
        },
      ),
    );
  },
  find: ({ db }: Pick<ReviewServices, "db">, id: string): Promise<Review | null> => findReview(db, id),
  changed: reviewChanged,
  close: (services: ReviewServices, id: string): Promise<void> =>
    services.db.transaction().execute((db) => closeReview({ ...services, db }, id)),
};
