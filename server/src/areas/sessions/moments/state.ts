import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";

/** How much of all recordings is found. */
export interface MomentsState {
  /** Recordings of sessions that ended. */
  readonly recordings: number;
  /** Those of them that are covered. */
  readonly indexed: number;
  /** Those that cannot be read: changed, or gone. */
  readonly unreadable: number;
}

/** How much of the recordings of an organization is found, or of all. */
export async function stateOf(db: Kysely<Database>, organization: string | null): Promise<MomentsState> {
  const here = organization === null ? sql`` : sql`and s.org_id = ${organization}::uuid`;
  const { rows } = await sql<MomentsState>`
    select count(*)::integer as recordings, (count(*) filter (where m.is_whole))::integer as indexed,
      (count(*) filter (where not i.is_readable and m.is_whole is not true))::integer as unreadable
    from sessions s left join recording_moments m on m.session_id = s.id
      left join recording_indexes i on i.session_id = s.id
    where s.is_finished and s.has_replay and s.recording_path is not null ${here}
  `.execute(db);
  return rows[0] ?? { recordings: 0, indexed: 0, unreadable: 0 };
}
