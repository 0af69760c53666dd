import { sql } from "kysely";
import type { Principal, RequestContext } from "../../../engine/access/index.ts";
import { siteOrigin } from "../../../engine/http/index.ts";
import type { Json } from "../../../engine/json.ts";
import type { Row } from "../../../engine/resource/index.ts";
import { connectionReview, openConnectionReview, type ReviewServices } from "../../acls/index.ts";
import type { TicketEffect } from "../../tickets/index.ts";
import { reviewedAccount } from "../decision/review-connection.ts";
import { reviewInfo } from "../review-info.ts";
import { emergencyMethod } from "./access-rules.ts";
import type { GrantedConnection } from "./checks.ts";
import { openEmergency } from "./emergency.ts";
import { tokenExpiry } from "./token-values.ts";

/** How long a token waits for somebody's consent, in milliseconds. */
const approvalTimeout = 24 * 3_600_000;

/** Whether the caller has people asked where rules want that. */
export const wantsTicket = ({ query }: Pick<RequestContext, "query">): boolean =>
  query.get("create_ticket") === "1";

/** How a token is asked for that somebody has to consent to. */
interface AwaitedToken {
  readonly typedUsername: string;
  readonly connectMethod: string;
  /** Where the person is. */
  readonly remoteAddress: string;
  /** Why they cannot wait, in their words; empty: they wait. */
  readonly emergencyReason: string;
}

/**
 * What a token has beside its other columns that somebody has to consent to: it opens nothing until then, but for
 * emergency access.
 */
export async function awaitedColumns(
  { services, db, query }: Pick<RequestContext, "services" | "db" | "query">,
  principal: Principal,
  { asset, account, awaits }: GrantedConnection,
  { typedUsername, connectMethod, remoteAddress, emergencyReason }: AwaitedToken,
): Promise<Record<string, unknown>> {
  if (awaits === null) return {};
  const { id: userId } = principal;
  if (emergencyReason !== "") {
    if (!awaits.rule.allowsEmergency || connectMethod !== emergencyMethod) throw awaits;
    const ticket = await openEmergency({ ...services, db }, awaits.rule, {
      principal,
      remoteAddress,
      reason: emergencyReason,
      asset: { id: asset.id, name: asset.name, organizationId: asset.org_id },
      account: reviewedAccount(account, typedUsername),
    });
    return { from_ticket: ticket };
  }
  if (!wantsTicket({ query })) throw awaits;
  const review = await openConnectionReview({ ...services, db }, awaits.rule, {
    userId,
    assetId: asset.id,
    organizationId: asset.org_id,
    account: reviewedAccount(account, typedUsername),
  });
  return { is_active: false, from_ticket: review.id, date_expired: new Date(Date.now() + approvalTimeout) };
}

/** The token that waits for a ticket holds once it is approved, for as long as a new one. */
export const activateToken: TicketEffect = {
  type: "login_asset_confirm",
  apply: async ({ services, db }, { id, applicantId }) => {
    await sql`
      update connection_tokens set is_active = true, date_expired = ${await tokenExpiry(services, false)},
        date_updated = now()
      where from_ticket = ${id}::uuid and user_id = ${applicantId}::uuid and not is_active and date_expired > now()
    `.execute(db);
  },
};

const ticketOf = ({ from_ticket: id }: Row): string | null => (typeof id === "string" ? id : null);

/** A question about a token as its owner sees it. */
interface TokenReview {
  readonly title: string;
  /** Address of the page on which it is decided. */
  readonly page: string;
  readonly assignees: readonly string[];
}

/** What tokens wait for, by the id of the ticket. */
export async function reviewsOf(
  services: ReviewServices,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, TokenReview>> {
  const ids = [...new Set(rows.map(ticketOf).filter((id) => id !== null))];
  const reviews = await Promise.all(ids.map((id) => connectionReview(services, id)));
  const origin = ids.length === 0 ? "" : await siteOrigin(services);
  return new Map(
    reviews.flatMap((review) =>
      review === null
        ? []
        : [
            [
              review.id,
              { title: review.title, page: `${origin}${review.page}`, assignees: review.assignees },
            ] as const,
          ],
    ),
  );
}

/** The ticket a token waits for, or waited for. */
export function presentTicket(loaded: unknown, id: unknown): Json {
  if (typeof id !== "string") return null;
  return { id, name: (loaded as ReadonlyMap<unknown, TokenReview>).get(id)?.title ?? "" };
}

/** Where it is asked how it stands, and taken back. Contract: docs/contract/sessions.md, section 8. */
export function presentReview(context: RequestContext, loaded: unknown, id: unknown): Json {
  const found = (loaded as ReadonlyMap<unknown, TokenReview>).get(id);
  if (found === undefined || typeof id !== "string") return {};
  return reviewInfo(context, { id, ...found });
}
