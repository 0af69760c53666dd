import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Services } from "../../../engine/services.ts";
import "../tables.ts";

/** Path of the pages that mailed links lead to; the token follows. */
export const approvalPath = "/core/tickets/direct-approve/";

/** How long a mailed link leads to the sign-in and the decision, in seconds. */
const linkSeconds = 3600;

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** What links are made and looked up with. */
type LinkServices = Pick<Services, "db" | "settings">;

/** What a link opens. */
export interface ApprovalLink {
  readonly ticketId: string;
  /** Who can decide here by a second factor, without signing in; null: nobody. */
  readonly userId: string | null;
}

/**
 * Makes a link to the decision on a ticket: 32 characters that only its reader knows. Where the setting allows, that
 * person can decide there without signing in. Contract: docs/contract/tickets.md, section 6.
 */
export async function createApprovalLink(
  { db, settings }: LinkServices,
  ticketId: string,
  userId: string,
): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  const decides = await settings.get<boolean>("TICKET_LINK_DECIDES");
  const seconds = decides ? (await settings.get<number>("TICKET_LINK_HOURS")) * 3600 : linkSeconds;
  await sql`
    insert into ticket_links (token_hash, ticket_id, user_id, date_expired)
    values (${hashOf(token)}, ${ticketId}::uuid, ${decides ? userId : null}::uuid,
      now() + make_interval(secs => ${seconds}))
  `.execute(db);
  return `${approvalPath}${token}/`;
}

/** What a link leads to; null when it is unknown, too old, or its step is decided. */
export async function findApprovalLink(
  { db, settings }: LinkServices,
  token: string,
): Promise<ApprovalLink | null> {
  const { rows } = await sql<{ ticket_id: string; user_id: string | null }>`
    select ticket_id, user_id from ticket_links where token_hash = ${hashOf(token)} and date_expired > now()
  `.execute(db);
  const [link] = rows;
  if (link === undefined) return null;
  const decides = link.user_id !== null && (await settings.get<boolean>("TICKET_LINK_DECIDES"));
  return { ticketId: link.ticket_id, userId: decides ? link.user_id : null };
}
