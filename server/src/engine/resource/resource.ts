import { type RawBuilder, sql } from "kysely";
import type { RequestContext } from "../access/context.ts";
import { type AccessRule, either, permission } from "../access/rules.ts";
import { text } from "../i18n/texts.ts";
import type { Operation, ResourceDeclaration } from "./declaration.ts";
import { computed } from "./field-kinds/composites.ts";
import type { Field } from "./field-kinds/field.ts";
import { uuid } from "./field-kinds/scalars.ts";

/** A field with its name and column settled. */
export interface NamedField {
  readonly name: string;
  readonly column: string;
  readonly field: Field;
}

/** A declaration made ready to run: defaults filled in, fields in the order of the contract. */
export interface Resource {
  readonly declaration: ResourceDeclaration;
  readonly path: string;
  readonly fields: readonly NamedField[];
  readonly keyKind: "uuid" | "integer";
  readonly operations: ReadonlySet<Operation>;
  readonly orderable: ReadonlySet<string>;
  readonly access: (operation: Operation) => AccessRule;
}

const defaultOperations: readonly Operation[] = ["list", "retrieve", "create", "update", "delete", "bulk"];

const verbs: Readonly<Record<Operation, string>> = {
  list: "view",
  retrieve: "view",
  create: "add",
  update: "change",
  delete: "delete",
  bulk: "change",
  suggestions: "match",
};

/**
 * What every object of an organization tells besides its own fields: where it belongs. A declaration that lists one
 * of them itself chooses its place, or describes it otherwise.
 */
export const organizationFields = {
  org_id: { ...uuid({ label: text.organizationId, readOnly: true }), type: "field" },
  org_name: computed({
    label: text.organizationName,
    columns: ["org_id"],
    load: async (context, rows) => {
      const ids = [...new Set(rows.map((row) => String(row.org_id)))];
      const { organizations } = context.services;
      const names = await Promise.all(ids.map((id) => organizations.name(id, context.accessVersion)));
      return new Map(ids.map((id, index) => [id, names[index] ?? ""]));
    },
    present: (row, _context, loaded) => (loaded as Map<string, string>).get(String(row.org_id)) ?? "",
  }),
} as const satisfies Readonly<Record<string, Field>>;

function missingFrom(
  declared: Readonly<Record<string, Field>>,
  added: Readonly<Record<string, Field>>,
): Record<string, Field> {
  return Object.fromEntries(Object.entries(added).filter(([name]) => declared[name] === undefined));
}

function rank(field: Field): number {
  if (field.type === "boolean") return 1;
  return field.type === "datetime" ? 2 : 0;
}

/** Makes a declaration ready to run; throws on a declaration that contradicts itself. */
export function prepareResource(declaration: ResourceDeclaration): Resource {
  const declared: Readonly<Record<string, Field>> = {
    ...declaration.fields,
    ...(declaration.scope === "organization" ? missingFrom(declaration.fields, organizationFields) : {}),
  };
  const fields = Object.entries(declared).map(([name, field]) => ({
    name,
    column: field.options.column ?? name,
    field,
  }));
  if ((declaration.fieldOrder ?? "grouped") === "grouped")
    fields.sort((a, b) => rank(a.field) - rank(b.field));
  const names = new Set(fields.map(({ name }) => name));
  for (const name of [...(declaration.sizes?.mini ?? []), ...(declaration.sizes?.small ?? [])]) {
    if (!names.has(name))
      throw new Error(`${declaration.path}: fields_size names the unknown field "${name}"`);
  }
  checkFound(declaration, names);
  return {
    declaration,
    path: `/api/v1/${declaration.path}/`,
    fields,
    keyKind: declaration.key?.kind ?? "uuid",
    operations: new Set(declaration.operations ?? defaultOperations),
    orderable: new Set(declaration.order.by),
    access: (operation) =>
      declaration.access?.[operation] ??
      permission(`${declaration.app}.${verbs[operation]}_${declaration.model}`),
  };
}

/** The search reads like the list, but asks for no confirmation and records nothing. */
function checkFound(
  { path, found, searchText, operations, confirm, hooks }: ResourceDeclaration,
  names: ReadonlySet<string>,
): void {
  if (found === undefined) return;
  const refuse = (reason: string) => {
    throw new Error(`${path}: cannot be found, ${reason}`);
  };
  if (searchText === undefined) refuse("there is no text to search");
  if (operations?.includes("list") === false) refuse("there is no list");
  if (confirm?.list !== undefined) refuse("its list asks for a confirmation");
  if (hooks?.beforeRead !== undefined) refuse("reading it is recorded");
  for (const name of [found.title, ...found.subtitle, ...(found.facts ?? [])])
    if (!names.has(name)) refuse(`it has no field "${name}"`);
}

/** Whether files can be looked into: as the contract has it, for lists that take none as well. */
export function isPreviewed({ operations, declaration }: Resource): boolean {
  return operations.has("list") && declaration.files?.previewed !== false;
}

/**
 * Who may look into a file: whoever may do one of what follows, create or change; of lists that take nothing, system
 * administrators. Nothing is told but what the file itself says. Contract: docs/contract/files.md, "Preview".
 */
export function previewAccess({ operations, access }: Resource): AccessRule {
  if (!operations.has("create") && !operations.has("update")) return { kind: "superuser" };
  if (!operations.has("create")) return access("update");
  return operations.has("update") ? either(access("create"), access("update")) : access("create");
}

/** The condition that keeps a caller inside the organization and the resource. */
export function scopeCondition(resource: Resource, context: RequestContext): RawBuilder<boolean> {
  const { declaration } = resource;
  const conditions: RawBuilder<boolean>[] = [];
  if (declaration.scope === "organization" && !context.organization.isRoot) {
    conditions.push(sql<boolean>`t.org_id = ${context.organization.id}::uuid`);
  }
  const own = declaration.where?.(context);
  if (own !== undefined && own !== null) conditions.push(own);
  return allOf(conditions);
}

/** All of the conditions; true when there are none. */
export function allOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join([...conditions], sql` and `)})`;
}

/** Whether a field takes part in an operation for this caller. */
export function applies(
  { field }: NamedField,
  operation: "list" | "retrieve" | "create" | "update",
  context: RequestContext,
): boolean {
  const { only, when, detailOnly } = field.options;
  if (detailOnly === true && operation === "list") return false;
  return (only === undefined || only.includes(operation)) && (when === undefined || when(context));
}
