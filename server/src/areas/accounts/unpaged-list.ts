import { type RawBuilder, sql } from "kysely";
import type { CallerContext } from "../../engine/access/index.ts";
import type { Json } from "../../engine/json.ts";
import {
  narrow,
  prepareResource,
  presentRows,
  type ResourceDeclaration,
  rowsByKey,
  trimmedFields,
} from "../../engine/resource/index.ts";

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
