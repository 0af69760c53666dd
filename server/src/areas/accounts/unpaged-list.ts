import { type RawBuilder, sql } from "kysely";
import type { CallerContext } from "../../engine/access/context.ts";
import type { Json } from "../../engine/json.ts";
import type { ResourceDeclaration } from "../../engine/resource/declaration.ts";
import { narrow } from "../../engine/resource/query/conditions.ts";
import { prepareResource } from "../../engine/resource/resource.ts";
import { presentRows } from "../../engine/resource/stages/present.ts";
import { rowsByKey } from "../../engine/resource/stages/rows.ts";
import { trimmedFields } from "../../engine/resource/stages/trim.ts";

/** Objects of a list that also meet `condition`, by name and whole, whatever page or size is asked for. */
export async function unpagedList(
  declaration: ResourceDeclaration,
  context: CallerContext,
  condition: RawBuilder<unknown>,
): Promise<Json> {
  const { query } = context;
  const resource = prepareResource(declaration);
  const { scope, filter } = await narrow(resource, context);
  const { rows } = await sql<{ id: string }>`
    select t.id from ${sql.table(declaration.table)} t
    where ${scope} and ${filter ?? sql`true`} and ${condition} order by t.name, t.id
  `.execute(context.db);
  const whole = { ...query, get: (name: string) => (name === "fields_size" ? undefined : query.get(name)) };
  const fields = trimmedFields(resource, { ...context, query: whole }, "list");
  const ids = rows.map(({ id }) => id);
  return await presentRows(await rowsByKey(resource, context, ids, fields), fields, context);
}
