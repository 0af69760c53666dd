import { sql } from "kysely";
import type { Services } from "../../../engine/services.ts";

/** How long, in days, and how many deliveries are kept. */
export const deliveryLimits = { days: 30, rows: 100_000 } as const;

/** Removes what is older than a month, and the oldest beyond the limit; what still waits stays. */
export async function removeOldDeliveries(
  { db }: Pick<Services, "db">,
  { days, rows }: { readonly days: number; readonly rows: number } = deliveryLimits,
): Promise<void> {
  await sql`
    delete from message_deliveries where state <> 'waiting' and (
      date_created < now() - make_interval(days => ${days}::int)
      or id in (select id from message_deliveries order by date_created desc nulls last, id offset ${rows})
    )
  `.execute(db);
}
