import type { CallerContext } from "../../access/context.ts";
import type { RouteAnswer } from "../../http/routes.ts";
import { presentRows } from "../pipeline/present.ts";
import { findRow, rowsByKey, rowsWithKeys } from "../pipeline/rows.ts";
import { trimmedFields } from "../pipeline/trim.ts";
import type { Resource } from "../resource.ts";

/** One object by its key. */
export async function retrieveObject(
  resource: Resource,
  context: CallerContext,
  key: string,
): Promise<RouteAnswer> {
  const fields = trimmedFields(resource, context, "retrieve");
  const row = await findRow(resource, context, key);
  await resource.declaration.hooks?.beforeRead?.(context, {
    operation: "retrieve",
    rows: rowsWithKeys(resource, [row]),
  });
  const rows = await rowsByKey(resource, context, [row.id as string | number], fields);
  const [object] = await presentRows(rows, fields, context);
  return { body: object };
}
