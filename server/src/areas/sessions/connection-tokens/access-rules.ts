import type { Principal } from "../../../engine/access/index.ts";
import { ApiError } from "../../../engine/errors.ts";
import { log } from "../../../engine/log.ts";
import {
  assetLoginRuleFor,
  connectionReview,
  type FittingRule,
  hiddenConnectMethods,
} from "../../acls/index.ts";
import type { PermittedAccount } from "../../permissions/index.ts";
import type { AuthorizationServices } from "../decision/decision-services.ts";
import { text } from "../texts.ts";

/** A connection that people approved: for this person, asset and account alone. */
export interface Approval {
  /** Id of the ticket. */
  readonly reviewId: string;
  readonly userId: string;
  readonly assetId: string;
  /** Alias of the account. */
  readonly account: string;
}

/** What the rules are asked about. */
export interface RuledConnection {
  readonly services: AuthorizationServices;
  readonly principal: Principal;
  readonly asset: { readonly id: string; readonly org_id: string };
  /** Null: the person signs in at the asset themselves, as whom is not known. */
  readonly account: PermittedAccount | null;
  readonly connectMethod: string;
  /** What the person typed as the user name of the account; empty: nothing. */
  readonly typedUsername: string;
  readonly remoteAddress: string;
  readonly approval?: Approval;
  /** Status of a refusal. */
  readonly status: 400 | 403;
}

/** Refused until somebody has consented. */
export class ReviewNeeded extends ApiError {
  readonly rule: FittingRule;

  constructor(status: 400 | 403, rule: FittingRule) {
    super(status, "acl_review", text.reviewNeeded);
    this.rule = rule;
  }
}

/**
 * Holds the rules about connecting. Which rule it was is for operators alone. Contract: docs/contract/acls.md.
 *
 * @throws ApiError with `acl_reject`; ReviewNeeded
 */
export async function checkRules(connection: RuledConnection): Promise<void> {
  const { services, principal, asset, account, connectMethod, remoteAddress, status } = connection;
  const hidden = await hiddenConnectMethods(services, principal.id);
  if (hidden.has(connectMethod)) throw new ApiError(status, "acl_reject", text.methodForbidden);
  const rule = await assetLoginRuleFor(services, {
    userId: principal.id,
    assetId: asset.id,
    organizationId: asset.org_id,
    accountUsername: account === null ? null : account.virtual === null ? account.username : aliasOf(account),
    typedUsername: connection.typedUsername,
    remoteAddress,
    at: new Date(),
  });
  if (rule === null || rule.action === "accept") return;
  if (rule.action === "reject") {
    const what = { user: principal.id, asset: asset.id, account: account?.alias ?? null };
    log.info(
      { ...what, address: remoteAddress, rule: rule.id, name: rule.name },
      "a rule refused a connection",
    );
    throw new ApiError(status, "acl_reject", text.connectionRefused);
  }
  if (!(await isApproved(connection))) throw new ReviewNeeded(status, rule);
}

/** What rules call a virtual account: the dynamic user by the person's own name. */
const aliasOf = ({ virtual, username, alias }: PermittedAccount): string =>
  virtual === "@USER" ? username : alias;

async function isApproved({
  services,
  principal,
  asset,
  account,
  approval,
}: RuledConnection): Promise<boolean> {
  if (approval === undefined) return false;
  const isThis =
    approval.userId === principal.id && approval.assetId === asset.id && approval.account === account?.alias;
  return isThis && (await connectionReview(services, approval.reviewId))?.state === "approved";
}
