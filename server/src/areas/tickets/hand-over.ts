import { sql } from "kysely";
import { administratorsOf } from "../roles/index.ts";
import { recordEvent } from "./comments/events.ts";
import { tellAssignees } from "./messages/messages.ts";
import "./tables.ts";
import type { TicketServices } from "./ticket-services.ts";
import { hasApprover } from "./visible.ts";

/**
 * Hands emergency access that nobody is left to sign off to administrators of its organization, who are told as
 * reviewers are. Where there is none but the applicant, it waits for one. Contract: docs/contract/tickets.md, section 10.
 */
export async function handOverSignOffs(services: TicketServices): Promise<void> {
  await services.db.transaction().execute(async (db) => {
    const { rows } = await sql<{ id: string; org_id: string; applicant_id: string | null; level: number }>`
      select t.id, t.org_id, t.applicant_id, t.approval_step as level from tickets t
      where t.is_emergency and t.status = 'open' and not ${hasApprover}
      order by t.date_created limit 500 for update skip locked
    `.execute(db);
    for (const { id, org_id: organizationId, applicant_id: applicantId, level } of rows) {
      const administrators = await administratorsOf(db, organizationId, applicantId);
      if (administrators.length === 0) continue;
      const names = administrators.map(({ name, username }) => `${name}(${username})`);
      await db
        .insertInto("ticket_assignees")
        .values(
          administrators.map(({ id: user_id }, at) => ({
            ticket_id: id,
            level,
            user_id,
            name: names[at] ?? "",
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const ids = administrators.map(({ id: administratorId }) => administratorId);
      await sql`
        update tickets set date_updated = now(), date_reminded = now(),
          asked = array(select unnest(asked) union select unnest(${ids}::uuid[])),
          people = array(select unnest(people) union select unnest(${ids}::uuid[]))
        where id = ${id}::uuid
      `.execute(db);
      await recordEvent(db, id, { id: null, name: names.join(", ") }, { name: "handed_over" });
      await tellAssignees({ ...services, db }, id);
    }
  });
}
