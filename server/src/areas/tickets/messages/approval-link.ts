import { createHash, randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import "../tables.ts";

/** Path of the pages that mailed links lead to; the token follows. */
export const approvalPath = "/core/tickets/direct-approve/";

/** How long a mailed link leads to the decision, in seconds. */
const linkSeconds = 3600;

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Makes a link to the decision on a ticket: 32 characters that only its reader knows. */
export async function createApprovalLink(db: Kysely<Database>, ticketId: string): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  await sql`
    insert into ticket_links (token_hash, ticket_id, date_expired)
    values (${hashOf(token)}, ${ticketId}::uuid, now() + make_interval(secs => ${linkSeconds}))
  `.execute(db);
  return `${approvalPath}${token}/`;
}

/** The ticket a link leads to; null when it is unknown, too old, or its step is decided. */
export async function ticketOfLink(db: Kysely<Database>, token: string): Promise<string | null> {
  const { rows } = await sql<{ ticket_id: string }>`
    select ticket_id from ticket_links where token_hash = ${hashOf(token)} and date_expired > now()
  `.execute(db);
  return rows[0]?.ticket_id ?? null;
}
