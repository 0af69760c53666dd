import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";

/** Unread messages of each of these people; nobody's zero is told. */
export async function countUnread(
  db: Kysely<Database>,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ user_id: string; count: number }>`
    select user_id, count(*) as count from site_message_users
    where not has_read and user_id = any(${[...userIds]}::uuid[]) group by user_id
  `.execute(db);
  return new Map(rows.map(({ user_id, count }) => [user_id, Number(count)]));
}
