import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import type { Json } from "../../../engine/json.ts";
import { computed, writeInstant } from "../../../engine/resource/index.ts";
import { text } from "./texts.ts";

interface HoldRow {
  readonly session_id: string;
  readonly reason: string;
  readonly held_by: string;
  readonly date_created: Date;
}

const holdsOf = async (db: Kysely<Database>, ids: readonly string[]): Promise<Map<string, HoldRow>> => {
  const { rows } = await sql<HoldRow>`
    select session_id, reason, held_by, date_created from session_holds where session_id = any(${ids}::uuid[])
  `.execute(db);
  return new Map(rows.map((row) => [row.session_id, row]));
};

/**
 * Who holds a session, why and since when; null where nobody does, and for who sees the session for another reason than
 * looking at sessions: whoever a hold is about is not told. An addition.
 */
export const holdField = computed({
  label: text.hold,
  type: "field",
  isUndescribed: true,
  columns: ["id"],
  load: ({ db }, rows) =>
    holdsOf(
      db,
      rows.map(({ id }) => String(id)),
    ),
  present: (row, { timeZone, permissions }, loaded): Json => {
    if (!permissions.has("terminal.view_session")) return null;
    const found = (loaded as ReadonlyMap<unknown, HoldRow>).get(row.id);
    if (found === undefined) return null;
    const { reason, held_by, date_created } = found;
    return { reason, held_by, date_created: writeInstant(date_created, timeZone) };
  },
});
