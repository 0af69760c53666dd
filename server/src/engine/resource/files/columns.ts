import type { RequestContext } from "../../access/context.ts";
import { translate } from "../../i18n/messages.ts";
import type { Json } from "../../json.ts";
import type { Cell } from "../../tabular/cells.ts";
import { printCell } from "../field-kinds/cells.ts";
import { trimmedFields } from "../pipeline/trim.ts";
import { applies, type NamedField, type Resource } from "../resource.ts";

/** What a file is for: to be read, or to be filled in and imported. */
export type Template = "export" | "import" | "update";

/** A column of a file. */
export interface Column {
  readonly name: string;
  readonly title: string;
  readonly print: (value: Json) => Cell;
}

/** The purpose the query names; `export` when it names none. */
export function readTemplate({ query }: RequestContext): Template {
  const asked = query.get("template");
  return asked === "import" || asked === "update" ? asked : "export";
}

/** The fields of a file, in the order of the metadata. Contract: docs/contract/files.md, "Columns". */
export function fieldsOfFile(
  resource: Resource,
  context: RequestContext,
  template: Template,
): readonly NamedField[] {
  const left = new Set(["org_id", ...(resource.declaration.files?.without ?? [])]);
  if (template === "export") {
    return trimmedFields(resource, context, "list").filter(
      ({ name, field }) => !left.has(name) && field.options.writeOnly !== true,
    );
  }
  if (template === "import") left.add("id");
  return resource.fields.filter(
    (named) =>
      !left.has(named.name) && isFilledIn(named, context, template === "import" ? "create" : "update"),
  );
}

function isFilledIn(named: NamedField, context: RequestContext, operation: "create" | "update"): boolean {
  const { readOnly, createOnly } = named.field.options;
  if (readOnly === true || (createOnly === true && operation === "update")) return false;
  return applies(named, operation, context);
}

/** Whether a list answers the value of a field, so that a template can show it. */
export const isShown = (named: NamedField, context: RequestContext): boolean =>
  named.field.options.writeOnly !== true && applies(named, "list", context);

/** Columns with the titles of the request's language; `*` marks what must be filled in. */
export function columnsFor(fields: readonly NamedField[], context: RequestContext): Column[] {
  const taken = new Set<string>();
  return fields.map(({ name, field }) => {
    const { label, required, readOnly } = field.options;
    const translated = translate(label, context.language) || name;
    // Two columns of one title could not be distinguished when the file comes back.
    const title = taken.has(translated) ? `${translated} (${name})` : translated;
    taken.add(title);
    return {
      name,
      title: required === true && readOnly !== true ? `*${title}` : title,
      print: field.cell?.print ?? printCell,
    };
  });
}

/** The cells of an object as it is presented; what it lacks is left empty. */
export function cellsOf(columns: readonly Column[], object: Readonly<Record<string, Json>>): Cell[] {
  return columns.map(({ name, print }) => {
    const value = object[name];
    if (value === undefined) return "";
    return value === null ? null : print(value);
  });
}
