import { type RawBuilder, sql } from "kysely";

/** Whether the session whose id is in `column` is held: neither it nor anything of it is removed. */
export const isHeld = (column: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from session_holds h where h.session_id = ${sql.ref(column)})`;
