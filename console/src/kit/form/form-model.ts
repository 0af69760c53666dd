import type { ComponentType } from "react";
import { isRecord } from "../api/api-error.ts";
import type { FieldInputProps, RelatedSource } from "../field-kinds/field-kind.ts";
import { fieldKind } from "../field-kinds/index.ts";
import { type FieldKindName, kindOf } from "../metadata/kind-of.ts";
import type { Choice, FieldMap, FieldMetadata, Row } from "../metadata/types.ts";

/** The values of a form by field name, in the shape the inputs use. */
export type FormValues = Record<string, unknown>;

/** What an area says about one field beyond the metadata. */
export interface FieldOverride {
  readonly label?: string;
  readonly help?: string;
  readonly kind?: FieldKindName;
  /** An input of the area's own. */
  readonly input?: ComponentType<FieldInputProps>;
  readonly related?: RelatedSource;
  readonly choices?: readonly Choice[];
  readonly required?: boolean;
  readonly disabled?: boolean | ((values: FormValues) => boolean);
  readonly hidden?: (values: FormValues) => boolean;
  /** Shows the value as a list does, without an input; it is not sent. */
  readonly readOnly?: boolean;
  /** What is wrong with a value, in words; undefined when nothing is. Asked before sending, and when a text is left. */
  readonly problem?: (value: unknown, values: FormValues) => string | undefined;
  /** Metadata of a field that OPTIONS does not announce, or changes to what it announces. */
  readonly metadata?: Partial<FieldMetadata>;
  /** Overrides of the fields inside, for nested objects and lists of them. */
  readonly fields?: Readonly<Record<string, FieldOverride>>;
  /** Translations between form and wire that replace the kind's. */
  readonly toForm?: (value: unknown) => unknown;
  readonly toWire?: (value: unknown) => unknown;
  /** Sets other fields when this one is changed by the person. */
  readonly onChange?: (value: unknown, values: FormValues) => FormValues | undefined;
}

/** Overrides by field name. */
export type FieldOverrides = Readonly<Record<string, FieldOverride>>;

/** A heading and its fields, in order. */
export interface FieldGroup {
  readonly title: string;
  readonly fields: readonly string[];
}

/** A field ready to be drawn. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly help: string | undefined;
  readonly kind: FieldKindName;
  readonly field: FieldMetadata;
  readonly override: FieldOverride;
  readonly required: boolean;
  /** The fields inside a nested object, or inside each row of a list of them. */
  readonly children: readonly FormField[];
}

/** A group ready to be drawn. */
export interface FormGroup {
  readonly title: string;
  readonly fields: readonly FormField[];
}

/** Keys of every row and object that are kept, but are nothing to enter. */
const NEVER_ENTERED: ReadonlySet<string> = new Set(["id", "org_id", "org_name"]);

function buildField(
  name: string,
  announced: FieldMetadata | undefined,
  override: FieldOverride,
): FormField | undefined {
  if (announced === undefined && override.metadata === undefined) return undefined;
  const field: FieldMetadata = { type: "string", ...announced, ...override.metadata };
  if (field.read_only === true && override.readOnly !== true) return undefined;
  const kind = override.kind ?? kindOf(name, field);
  const inside =
    kind === "nested" ? field.children : kind === "nested-list" ? field.child?.children : undefined;
  const children = override.input === undefined ? buildFields(inside ?? {}, override.fields ?? {}) : [];
  const nothingInside = (kind === "nested" || kind === "nested-list") && children.length === 0;
  if (nothingInside && override.input === undefined && override.readOnly !== true) return undefined;
  return {
    name,
    field,
    override,
    kind,
    children,
    label: override.label ?? field.label ?? name,
    help: override.help ?? field.help_text,
    required: override.required ?? field.required === true,
  };
}

/** Every field of the metadata that can be entered, in its order. */
export function buildFields(fields: FieldMap, overrides: FieldOverrides): FormField[] {
  return Object.entries(fields)
    .filter(([name]) => !NEVER_ENTERED.has(name))
    .map(([name, field]) => buildField(name, field, overrides[name] ?? {}))
    .filter((field) => field !== undefined);
}

/**
 * Joins the metadata and what the area says. Fields neither knows are left out, so older servers still work.
 *
 * @param groups headings and names; without any, all fields of the metadata are in one group without a heading
 */
export function buildForm(
  fields: FieldMap,
  groups: readonly FieldGroup[] | undefined,
  overrides: FieldOverrides,
): FormGroup[] {
  if (groups === undefined) return [{ title: "", fields: buildFields(fields, overrides) }];
  return groups
    .map((group) => ({
      title: group.title,
      fields: group.fields
        .map((name) => buildField(name, fields[name], overrides[name] ?? {}))
        .filter((field) => field !== undefined),
    }))
    .filter((group) => group.fields.length > 0);
}

/** Whether a value counts as not entered. */
export function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === "string" && value.trim() === "") ||
    (Array.isArray(value) && value.length === 0)
  );
}

function startValue(item: FormField, source: unknown, fresh: boolean): unknown {
  const { kind, field, override, children } = item;
  const missing = source === undefined && (fresh || field.write_only !== true);
  const known = missing ? field.default : source;
  if (override.readOnly === true) return known;
  if (override.toForm !== undefined) return override.toForm(known);
  if (kind === "secret") return undefined;
  if (children.length > 0 && kind === "nested")
    return startRow(children, known, fresh || known === undefined);
  if (children.length > 0 && kind === "nested-list") {
    return Array.isArray(known) ? known.map((row) => startRow(children, row, false)) : [];
  }
  const convert = fieldKind(kind).toForm;
  return convert === undefined ? known : convert(known, field);
}

/** The start of a nested object: its keys as they are, its fields as their inputs want them. */
export function startRow(children: readonly FormField[], source: unknown, fresh: boolean): FormValues {
  const row = isRecord(source) ? source : {};
  const inputs = children.map((child) => [child.name, startValue(child, row[child.name], fresh)]);
  return { ...row, ...Object.fromEntries(inputs) };
}

/** The values the form starts with: those of the object, else those given, else the metadata's defaults. */
export function initialValues(groups: readonly FormGroup[], given: Row, object: Row | undefined): FormValues {
  const source = object ?? given;
  return Object.fromEntries(
    groups
      .flatMap((group) => group.fields)
      .map((item) => [item.name, startValue(item, source[item.name], object === undefined)]),
  );
}

function wireValue(item: FormField, value: unknown, all: FormValues): unknown {
  const { kind, field, override, children } = item;
  if (override.toWire !== undefined) return override.toWire(value);
  if (children.length > 0 && kind === "nested") {
    return isRecord(value) ? wireRow(children, value, all) : undefined;
  }
  if (children.length > 0 && kind === "nested-list") {
    const rows = Array.isArray(value) ? value.filter(isRecord) : [];
    return rows.map((row) => ({
      ...(row.id === undefined || field.child?.children?.id?.read_only === true ? {} : { id: row.id }),
      ...wireRow(children, row, all),
    }));
  }
  const convert = fieldKind(kind).toWire;
  return convert === undefined ? value : convert(value, field);
}

function wireRow(items: readonly FormField[], values: FormValues, all: FormValues): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const item of items) {
    if (item.override.readOnly === true || item.override.hidden?.(all) === true) continue;
    const value = wireValue(item, values[item.name], all);
    if (value !== undefined) body[item.name] = value;
  }
  return body;
}

/** The body of the request: every field that is not hidden, translated to the wire. */
export function wireValues(groups: readonly FormGroup[], values: FormValues): Record<string, unknown> {
  return wireRow(
    groups.flatMap((group) => group.fields),
    values,
    values,
  );
}

/** Of the body, what is not as the form started: what somebody else has changed since then is not undone. */
export function changedValues(
  groups: readonly FormGroup[],
  values: FormValues,
  start: FormValues,
): Record<string, unknown> {
  const before = wireValues(groups, start);
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name]);
  return Object.fromEntries(Object.entries(wireValues(groups, values)).filter(isChanged));
}
