import type { Kysely } from "kysely";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import type { Contributions } from "../../engine/extensions.ts";
import { defineJob } from "../../engine/jobs/index.ts";
import type { LossReason } from "./comments/events.ts";
import { handOverSignOffs } from "./hand-over.ts";
import { tellApplicant } from "./messages/messages.ts";
import "./tables.ts";
import { hasApprover } from "./visible.ts";

/** Closes open tickets for a reason that nobody decided (migration 0215). `lost` is a condition on `t`. */
async function closeLost(db: Kysely<Database>, lost: RawBuilder<boolean>, reason: LossReason): Promise<void> {
  await sql`
    select close_lost_tickets(array(select t.id from tickets t where t.status = 'open' and ${lost}), ${reason})
  `.execute(db);
}

/**
 * Closes tickets for which nobody is left, or nobody decided in time, and tells applicants of what closed by itself.
 * Those whose asset, account or applicant went were closed with them. Contract: docs/contract/tickets.md, section 8.
 */
export const closeLostTickets = defineJob<null>({
  name: "tickets.close-lost",
  schedule: { everySeconds: 60 },
  async run(services) {
    const { db, settings } = services;
    const days = await settings.get<number>("TICKET_OPEN_DAYS");
    await closeLost(db, sql<boolean>`t.date_created < now() - make_interval(days => ${days})`, "expired");
    await closeLost(db, sql<boolean>`not ${hasApprover}`, "approvers");
    await handOverSignOffs(services);
    await closeLost(db, sql<boolean>`t.waiting_until < now()`, "waiting");
    // Those whose ground ran out: nothing changed that would have had anybody look (migration 0260).
    await sql`select end_groundless_approvals()`.execute(db);
    await sql`delete from ticket_links where date_expired < now()`.execute(db);
    await db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ id: string }>`
        update tickets set is_notice_due = false where id in (
          select id from tickets where is_notice_due limit 500 for update skip locked
        ) returning id
      `.execute(transaction);
      for (const { id } of rows) await tellApplicant({ ...services, db: transaction }, id);
    });
  },
});

/** What becomes of tickets when people leave an organization, and when one is deleted. */
export const extensions: Contributions = {
  userLeavingHooks: [
    ({ db, organization }, userIds) =>
      closeLost(
        db,
        sql<boolean>`t.org_id = ${organization.id}::uuid and t.applicant_id = any(${[...userIds]}::uuid[])`,
        "person",
      ),
  ],
  beforeOrganizationDelete: [
    async ({ db }, { id }) => {
      await closeLost(db, sql<boolean>`t.org_id = ${id}::uuid`, "organization");
      await sql`delete from ticket_flows where org_id = ${id}::uuid`.execute(db);
    },
  ],
};
