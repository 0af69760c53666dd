import { type Kysely, sql } from "kysely";
import type { CallerContext } from "../../engine/access/index.ts";
import { recordOperation } from "../../engine/audit/index.ts";
import type { Database } from "../../engine/database/index.ts";
import { BadRequest, PermissionDenied } from "../../engine/errors.ts";
import { firstCharacters } from "../../engine/json.ts";
import { recordEvent } from "./comments/events.ts";
import { lockTicket, longestName } from "./decide.ts";
import "./tables.ts";
import { text } from "./texts.ts";

/** A connection that may have been approved before. */
export interface RepeatedRequest {
  readonly applicantId: string;
  readonly assetId: string;
  /** What the account is recognized by. */
  readonly accountKey: string;
  /** The rule that asks. */
  readonly ruleId: string;
}

/** Remembers an approval from now on, for so many minutes. Contract: docs/contract/tickets.md, section 10. */
export async function rememberApproval(db: Kysely<Database>, id: string, minutes: number): Promise<void> {
  await sql`
    update tickets set approval_expires = clock_timestamp() + make_interval(mins => ${minutes})
    where id = ${id}::uuid
  `.execute(db);
}

/** The ticket whose approval still lets such a connection go on; null where there is none. */
export async function findRemembered(
  db: Kysely<Database>,
  { applicantId, assetId, accountKey, ruleId }: RepeatedRequest,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from tickets
    where applicant_id = ${applicantId}::uuid and apply_login_asset_id = ${assetId}::uuid
      and apply_login_key = ${accountKey} and apply_login_acl_id = ${ruleId}::uuid
      and state = 'approved' and approval_expires > clock_timestamp()
    order by approval_expires desc limit 1
  `.execute(db);
  return rows[0]?.id ?? null;
}

/**
 * Ends an approval that is remembered, for somebody who is asked by its last step.
 * @throws PermissionDenied, BadRequest where none holds any more
 */
export async function endApproval(context: CallerContext, id: string): Promise<void> {
  const { db, principal } = context;
  const ticket = await lockTicket(db, principal.id, id);
  if (!ticket.is_asked) throw new PermissionDenied();
  const { rows } = await sql<{ before: Date; after: Date }>`
    update tickets t set approval_expires = now(), is_approval_ended = true, date_updated = now()
    from (select approval_expires from tickets where id = ${id}::uuid) held
    where t.id = ${id}::uuid and t.state = 'approved' and t.approval_expires > clock_timestamp()
    returning held.approval_expires as before, t.approval_expires as after
  `.execute(db);
  const [ended] = rows;
  if (ended === undefined) throw new BadRequest("ticket_not_remembered", text.notRemembered);
  const actor = { id: principal.id, name: `${principal.name}(${principal.username})` };
  await recordEvent(db, id, actor, { name: "approval_ended" });
  await recordOperation(context, {
    action: "update",
    type: text.ticket,
    name: firstCharacters(ticket.title, longestName),
    id,
    organizationId: ticket.org_id,
    changes: [
      {
        field: "approval_expires",
        label: text.approvalExpires,
        before: ended.before.toISOString(),
        after: ended.after.toISOString(),
      },
    ],
  });
}
