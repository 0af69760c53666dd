import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { isMember } from "../../permissions/index.ts";
import { usersTable } from "../../users/index.ts";

/** Most people offered at once. */
const mostOffered = 10;

/** Somebody a link can name. */
export interface ShareablePerson {
  readonly id: string;
  readonly name: string;
  readonly username: string;
}

/**
 * People a running session of somebody's own can be shared with: active members of its organization whose name or
 * user name has the text in it. Nobody where the session is not theirs, or is over.
 */
export async function shareablePeople(
  db: Kysely<Database>,
  ownerId: string,
  sessionId: string,
  search: string,
): Promise<readonly ShareablePerson[]> {
  const part = search.trim().slice(0, 64).toLowerCase().replaceAll("\0", "");
  const { rows } = await sql<ShareablePerson>`
    select u.id, u.name, u.username from ${usersTable} u
    join sessions s on s.id = ${sessionId}::uuid and s.user_id = ${ownerId}::uuid and not s.is_finished
    where u.is_active and not u.is_service_account and u.id <> s.user_id
      and ${isMember(sql`u.id`, sql`s.org_id`)}
      and (strpos(lower(u.name), ${part}) > 0 or strpos(lower(u.username), ${part}) > 0)
    order by u.name, u.id limit ${mostOffered}
  `.execute(db);
  return rows;
}
