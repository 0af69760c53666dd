import { withParameters } from "../../../engine/i18n/index.ts";
import type { ConnectionDecision, PendingReview } from "../../../transport/connections/index.ts";
import {
  closeConnectionReview,
  connectionReview,
  openConnectionReview,
  reviewChanged,
} from "../../acls/index.ts";
import type { PermittedAccount, UsableAsset } from "../../permissions/index.ts";
import type { Approval, ReviewNeeded } from "../connection-tokens/access-rules.ts";
import { text } from "../texts.ts";
import type { DecisionServices } from "./decision-services.ts";

/** A connection somebody has to consent to. */
interface AwaitedConnection {
  readonly userId: string;
  readonly asset: { readonly id: string; readonly organizationId: string };
  readonly account: PermittedAccount;
  readonly needed: ReviewNeeded;
  /** Decides about it again once it is approved, as of then. */
  readonly again: (approval: Approval) => Promise<ConnectionDecision<UsableAsset>>;
}

/** A stored account by its id: with it the question goes when the account does. */
export const reviewedAccount = ({ id, username, alias, virtual }: PermittedAccount) => ({
  id: virtual === null ? id : null,
  username: virtual === null ? username : alias,
});

/** Puts the question to the people of the rule, for somebody who waits at a terminal. */
export async function askForApproval(
  services: DecisionServices,
  { userId, asset, account, needed, again }: AwaitedConnection,
): Promise<PendingReview<UsableAsset>> {
  const { id, assignees, page } = await services.db.transaction().execute((db) =>
    openConnectionReview({ ...services, db }, needed.rule, {
      userId,
      assetId: asset.id,
      organizationId: asset.organizationId,
      account: reviewedAccount(account),
    }),
  );
  return {
    assignees,
    page,
    async wait(signal) {
      let review = await connectionReview(services, id);
      while (review?.state === "pending" && !signal.aborted) {
        await reviewChanged(services, id, signal);
        review = await connectionReview(services, id);
      }
      if (review?.state === "pending") return null;
      if (review?.state === "approved") {
        return again({ reviewId: id, userId, assetId: asset.id, account: account.alias });
      }
      const message =
        review?.state === "rejected"
          ? withParameters(text.reviewRejected, { name: review.decidedBy })
          : text.reviewClosed;
      return { outcome: "refused", code: "acl_review", message };
    },
    cancel: () => closeConnectionReview(services, id),
  };
}
