import type { RequestContext } from "../../access/context.ts";
import { applies, type NamedField, type Resource } from "../resource.ts";

/**
 * The fields a read answers: those of the operation and the caller, trimmed by `fields_size`, `fields` and
 * `fields!`. Contract: docs/contract/conventions.md, "Trimming".
 */
export function trimmedFields(
  resource: Resource,
  context: RequestContext,
  operation: "list" | "retrieve",
): readonly NamedField[] {
  const { query } = context;
  const size = query.get("fields_size");
  const sized = size === "mini" || size === "small" ? resource.declaration.sizes?.[size] : undefined;
  const named = (parameter: string): Set<string> | null =>
    query.has(parameter) ? new Set(query.all(parameter).flatMap((value) => value.split(","))) : null;
  const wanted = named("fields");
  const unwanted = named("fields!");
  return resource.fields.filter(
    (field) =>
      applies(field, operation, context) &&
      (sized === undefined || sized.includes(field.name)) &&
      (wanted === null || wanted.has(field.name)) &&
      (unwanted === null || !unwanted.has(field.name)),
  );
}
