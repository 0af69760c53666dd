import { sql } from "kysely";
import { withParameters } from "../../engine/i18n/index.ts";
import { defineJob } from "../../engine/jobs/index.ts";
import { knownTimeZone, writeInstant } from "../../engine/resource/index.ts";
import { notifySubscribers } from "../notifications/index.ts";
import { silenceSeconds } from "./terminals.ts";
import { text } from "./texts.ts";

/**
 * Tells the subscribers of gateways that fell silent since the hour before, once for each time one does.
 * Contract: docs/contract/notifications.md, "System messages".
 */
export const componentAlertsJob = defineJob<null>({
  name: "sessions.component-alerts",
  schedule: { cron: "0 * * * *" },
  async run(services) {
    const { rows } = await sql<{ name: string; date_heartbeat: Date }>`
      select name, date_heartbeat from terminals
      where not is_deleted and date_heartbeat <= now() - make_interval(secs => ${silenceSeconds})
        and date_heartbeat > now() - make_interval(secs => ${silenceSeconds + 3_600})
      order by name
    `.execute(services.db);
    if (rows.length === 0) return;
    await services.db.transaction().execute((db) =>
      notifySubscribers({ ...services, db }, "ServerPerformanceMessage", {
        subject: text.healthSubject,
        parts: [
          { text: text.healthBody },
          {
            facts: rows.map(({ name, date_heartbeat }) => [
              withParameters(text.healthComponent, { name }),
              writeInstant(date_heartbeat, knownTimeZone(undefined)),
            ]),
          },
        ],
      }),
    );
  },
});
