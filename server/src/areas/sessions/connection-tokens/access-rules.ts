import type { Principal } from "../../../engine/access/index.ts";
import { ApiError } from "../../../engine/errors.ts";
import { readAccessVersion } from "../../../engine/http/index.ts";
import { log } from "../../../engine/log.ts";
import {
  assetLoginRuleFor,
  type ComingFacts,
  connectionReview,
  type FittingConnectionRule,
  hiddenConnectMethods,
  rememberedApproval,
} from "../../acls/index.ts";
import type { PermittedAccount } from "../../permissions/index.ts";
import type { Review } from "../../tickets/index.ts";
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

/** That somebody has consented to a connection, or has to sign it off afterwards. */
export interface Consent {
  /** Id of the ticket. */
  readonly reviewId: string;
  /** Whether it goes on at once, and is signed off afterwards. */
  readonly isEmergency: boolean;
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
  /** What is on its way already of what the rules ask. */
  readonly coming: ComingFacts;
  /** Status of a refusal. */
  readonly status: 400 | 403;
}

/** Refused until somebody has consented. */
export class ReviewNeeded extends ApiError {
  readonly rule: FittingConnectionRule;

  constructor(status: 400 | 403, rule: FittingConnectionRule, connectMethod: string) {
    const isOffered = rule.allowsEmergency && connectMethod === emergencyMethod;
    super(status, "acl_review", text.reviewNeeded, isOffered ? { emergency_access: true } : {});
    this.rule = rule;
  }
}

/** The way of connecting for which a token is given at once: whatever it is used for is recorded. */
export const emergencyMethod = "web_cli";

/**
 * Holds the rules about connecting. Which rule it was is for operators alone. Contract: docs/contract/acls.md.
 *
 * @returns who consented, where somebody had to
 * @throws ApiError with `acl_reject`; ReviewNeeded
 */
export async function checkRules(connection: RuledConnection): Promise<Consent | null> {
  const { services, principal, asset, account, connectMethod, remoteAddress, status } = connection;
  const version = await readAccessVersion(services);
  const hidden = await hiddenConnectMethods(services, principal.id, version);
  if (hidden.has(connectMethod)) throw new ApiError(status, "acl_reject", text.methodForbidden);
  const rule = await assetLoginRuleFor(
    services,
    {
      userId: principal.id,
      assetId: asset.id,
      organizationId: asset.org_id,
      accountUsername:
        account === null ? null : account.virtual === null ? account.username : aliasOf(account),
      typedUsername: connection.typedUsername,
      remoteAddress,
      at: new Date(),
      version,
    },
    connection.coming,
  );
  if (rule === null || rule.action === "accept") return null;
  if (rule.action === "reject") {
    const what = { user: principal.id, asset: asset.id, account: account?.alias ?? null };
    log.info(
      { ...what, address: remoteAddress, rule: rule.id, name: rule.name },
      "a rule refused a connection",
    );
    throw new ApiError(status, "acl_reject", text.connectionRefused);
  }
  const consent = await consentTo(connection, rule);
  if (consent === null) throw new ReviewNeeded(status, rule, connectMethod);
  return consent;
}

/** What rules call a virtual account: the dynamic user by the person's own name. */
const aliasOf = ({ virtual, username, alias }: PermittedAccount): string =>
  virtual === "@USER" ? username : alias;

/**
 * What an account is recognized by where an approval is remembered: a stored one by its id, whatever it is called by
 * then, a virtual one by its alias and what is typed.
 */
export const accountKey = (
  { id, alias, virtual }: Pick<PermittedAccount, "id" | "alias" | "virtual">,
  typedUsername: string,
): string => (virtual === null ? id : `${alias}:${typedUsername}`);

async function consentTo(
  { services, principal, asset, account, approval, typedUsername }: RuledConnection,
  rule: FittingConnectionRule,
): Promise<Consent | null> {
  // Whoever signs in at the asset themselves does so as nobody knows whom: nobody has approved that before.
  if (account === null) return null;
  const isThis =
    approval !== undefined &&
    approval.userId === principal.id &&
    approval.assetId === asset.id &&
    approval.account === account.alias;
  const review = isThis ? await connectionReview(services, approval.reviewId) : null;
  if (review !== null && opens(review, rule)) return { reviewId: review.id, isEmergency: review.isEmergency };
  const reviewId = await rememberedApproval(services, rule, {
    userId: principal.id,
    assetId: asset.id,
    accountKey: accountKey(account, typedUsername),
  });
  return reviewId === null ? null : { reviewId, isEmergency: false };
}

/** Whether what became of a ticket lets the connection it is about go on under a rule. */
function opens(
  { state, isEmergency, isApprovalEnded }: Review,
  { allowsEmergency }: FittingConnectionRule,
): boolean {
  if (isEmergency) return allowsEmergency && (state === "pending" || state === "approved");
  return state === "approved" && !isApprovalEnded;
}
