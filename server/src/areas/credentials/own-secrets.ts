import { type RawBuilder, sql } from "kysely";
import type { CallerContext } from "../../engine/access/index.ts";
import { recordOperation } from "../../engine/audit/index.ts";
import type { Message } from "../../engine/i18n/index.ts";

/** Writes down that somebody was shown secrets of their own: one entry, whatever their number. */
export async function recordOwnSecrets(
  context: CallerContext,
  type: Message,
  table: string,
  condition: RawBuilder<boolean>,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select t.id from ${sql.table(table)} t where ${condition} limit 2
  `.execute(context.db);
  const [first, second] = rows;
  if (first === undefined) return;
  const one = second === undefined;
  await recordOperation(context, {
    action: "view",
    type,
    name: one ? first.id : "Own secrets",
    id: one ? first.id : "",
  });
}
