import type { Principal } from "../../../engine/access/index.ts";
import { withParameters } from "../../../engine/i18n/index.ts";
import type { ConnectionDecision, PendingReview } from "../../../transport/connections/index.ts";
import {
  closeConnectionReview,
  connectionReview,
  openConnectionReview,
  reviewChanged,
} from "../../acls/index.ts";
import type { PermittedAccount, UsableAsset } from "../../permissions/index.ts";
import { type Approval, accountKey, type ReviewNeeded } from "../connection-tokens/access-rules.ts";
import { openEmergency } from "../connection-tokens/emergency.ts";
import { text } from "../texts.ts";
import type { DecisionServices } from "./decision-services.ts";

/** A connection somebody has to consent to. */
interface AwaitedConnection {
  readonly principal: Principal;
  readonly asset: Pick<UsableAsset, "id" | "name" | "organizationId">;
  readonly account: PermittedAccount;
  /** What was typed as the user name of the account; empty: nothing. */
  readonly typedUsername: string;
  readonly needed: ReviewNeeded;
  /** Decides about it again once it is approved, as of then. */
  readonly again: (approval: Approval) => Promise<ConnectionDecision<UsableAsset>>;
}

/** A stored account by its id: with it the question goes when the account does. */
export const reviewedAccount = (account: PermittedAccount, typedUsername: string) => ({
  id: account.virtual === null ? account.id : null,
  username: account.virtual === null ? account.username : account.alias,
  key: accountKey(account, typedUsername),
});

/** Puts the question to the people of the rule, for somebody who waits at a terminal. */
export async function askForApproval(
  services: DecisionServices,
  { principal: { id: userId }, asset, account, typedUsername, needed, again }: AwaitedConnection,
): Promise<PendingReview<UsableAsset>> {
  const { id, assignees, page } = await services.db.transaction().execute((db) =>
    openConnectionReview({ ...services, db }, needed.rule, {
      userId,
      assetId: asset.id,
      organizationId: asset.organizationId,
      account: reviewedAccount(account, typedUsername),
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

/**
 * Opens the connection at once for a reason in the person's words, has the reviewers told, and decides anew: all that
 * is not the consent is checked as ever.
 * @throws BadRequest without a reason, or where nobody could sign it off
 */
export async function goOnAtOnce(
  services: DecisionServices,
  { principal, asset, account, typedUsername, needed, again }: AwaitedConnection,
  { remoteAddress, reason }: { readonly remoteAddress: string; readonly reason: string },
): Promise<ConnectionDecision<UsableAsset>> {
  const reviewId = await services.db.transaction().execute((db) =>
    openEmergency({ ...services, db }, needed.rule, {
      principal,
      remoteAddress,
      reason,
      asset,
      account: reviewedAccount(account, typedUsername),
    }),
  );
  return again({ reviewId, userId: principal.id, assetId: asset.id, account: account.alias });
}
