import { type RawBuilder, sql } from "kysely";

/** Whether a key or private token of the user of the row `users` was used within so many days. */
export function keysUsedWithin(days: number): RawBuilder<boolean> {
  const since = sql`now() - ${days} * interval '1 day'`;
  return sql<boolean>`(
    exists (select 1 from access_keys k where k.user_id = users.id and k.date_last_used > ${since})
    or exists (select 1 from private_tokens t where t.user_id = users.id and t.date_last_used > ${since})
  )`;
}
