import { sql } from "kysely";
import { defineJob } from "../../engine/jobs/index.ts";
import { tellAssignees } from "./messages/messages.ts";
import "./tables.ts";

/** Reminds once a day of emergency access that nobody has signed off. Contract: docs/contract/tickets.md, section 10. */
export const remindSignOff = defineJob<null>({
  name: "tickets.remind-sign-off",
  schedule: { everySeconds: 600 },
  async run(services) {
    await services.db.transaction().execute(async (db) => {
      const { rows } = await sql<{ id: string }>`
        update tickets set date_reminded = now() where id in (
          select id from tickets where is_emergency and status = 'open'
            and coalesce(date_reminded, date_created) <= now() - interval '1 day'
          order by date_created limit 500 for update skip locked
        ) returning id
      `.execute(db);
      for (const { id } of rows) await tellAssignees({ ...services, db }, id, { isReminder: true });
    });
  },
});
