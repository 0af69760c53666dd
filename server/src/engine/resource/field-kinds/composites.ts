import type { RawBuilder } from "kysely";
import type { RequestContext } from "../../access/context.ts";
import { FieldError, type FieldErrors } from "../../errors.ts";
import { withParameters } from "../../i18n/messages.ts";
import { text as messages } from "../../i18n/texts.ts";
import { isObject, type Json, typeName } from "../../json.ts";
import { refuseDisturbing } from "../../names.ts";
import { describeField } from "../metadata.ts";
import { listCell, objectListCell, structureCell, structureListCell } from "./cells.ts";
import type { Field, FieldOptions, ParseContext, Row } from "./field.ts";
import type { Fields, Nullable, ValueOf, Values } from "./field-types.ts";

/** Options of a list of plain values. */
export interface ListOptions<
  Child extends Field = Field,
  Null extends boolean = boolean,
  Column extends string = string,
> extends FieldOptions<Null, Column> {
  /** The element: how one item is validated and described. */
  readonly child: Child;
  /** Most items accepted. Default 10 000. */
  readonly maxItems?: number;
}

/** A list of values of one kind, kept as JSON. */
export function list<Child extends Field, Null extends boolean = false, Column extends string = never>(
  options: ListOptions<Child, Null, Column>,
): Field<
  Nullable<readonly ValueOf<Child>[], Null>,
  Nullable<readonly ValueOf<Child>[], Null>,
  NoInfer<Column>
> {
  return {
    type: "list",
    options,
    cell: listCell,
    parse: (input, at) =>
      parseItems(input, options.maxItems ?? 10_000, (item) => parseValue(options.child, item, at)),
    toColumns: (value, _at, column) => ({ [column]: JSON.stringify(value) }),
    describe: (context) => ({ child: describeField(options.child, context) }),
  };
}

/** Options of a nested object. */
export interface NestedOptions<Children extends Fields = Fields> extends FieldOptions {
  readonly children: Children;
  /** How the object is read when it is not a JSON column. */
  readonly present?: NonNullable<Field["present"]>;
  readonly load?: NonNullable<Field["load"]>;
  readonly columns?: readonly string[];
  readonly toColumns?: NonNullable<Field["toColumns"]>;
  readonly link?: NonNullable<Field["link"]>;
  readonly linkNew?: NonNullable<Field["linkNew"]>;
}

const describeChildren = (
  children: Readonly<Record<string, Field>>,
  context: RequestContext,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(children).map(([name, child]) => [name, describeField(child, context)]));

/** An object inside the object: parsed child by child, errors filed under each. */
export function nested<Children extends Fields>(
  options: NestedOptions<Children>,
): Field<Values<Children>, unknown> {
  return {
    type: "nested object",
    options,
    cell: structureCell,
    parse: (input, at) => parseObject(options.children, input, at),
    ...overrides(options),
    describe: (context) => ({ children: describeChildren(options.children, context) }),
  };
}

/** A list of nested objects. */
export function nestedList<Children extends Fields>(
  options: NestedOptions<Children> & { readonly maxItems?: number },
): Field<readonly Values<Children>[], unknown> {
  return {
    type: "field",
    options,
    cell: isReferredTo(options.children) ? structureListCell : objectListCell,
    parse: (input, at) =>
      parseItems(input, options.maxItems ?? 1000, (item) => parseObject(options.children, item, at)),
    ...overrides(options),
    describe: (context) => ({
      child: describeItem(options, options.children, context),
    }),
  };
}

/** Whether an item can be given by its id alone. */
const isReferredTo = ({ id }: Readonly<Record<string, Field>>): boolean =>
  id !== undefined && id.options.readOnly !== true;

/** The metadata of an item of a nested list: it is named and written as the list is. */
export function describeItem(
  { label, readOnly, writeOnly }: FieldOptions,
  children: Readonly<Record<string, Field>>,
  context: RequestContext,
): Record<string, unknown> {
  const options: FieldOptions = {
    label,
    ...(readOnly === undefined ? {} : { readOnly }),
    ...(writeOnly === undefined ? {} : { writeOnly }),
  };
  const item: Field = {
    type: "nested object",
    options,
    describe: () => ({ children: describeChildren(children, context) }),
  };
  return describeField(item, context);
}

function overrides(options: NestedOptions): Omit<Partial<Field>, "parse" | "kept"> {
  const { present, load, columns, toColumns, link, linkNew } = options;
  return {
    ...(present === undefined ? {} : { present }),
    ...(load === undefined ? {} : { load }),
    ...(columns === undefined ? {} : { columns }),
    ...(link === undefined ? {} : { link }),
    ...(linkNew === undefined ? {} : { linkNew }),
    toColumns: toColumns ?? ((value, _at, column) => ({ [column]: JSON.stringify(value) })),
  };
}

/** Options of a computed field. */
export interface ComputedOptions extends Omit<FieldOptions, "readOnly"> {
  /** Type name in the metadata. Default `field`. */
  readonly type?: string;
  readonly columns?: readonly string[];
  readonly select?: (context: RequestContext) => RawBuilder<unknown>;
  readonly load?: NonNullable<Field["load"]>;
  readonly present: (row: Row, context: RequestContext, loaded: unknown, column: string) => Json;
  readonly describe?: NonNullable<Field["describe"]>;
}

/** A read-only value made from the row, from an SQL expression, or from rows beside it. */
export function computed(options: ComputedOptions): Field<never> {
  const { type, columns, select, load, present, describe } = options;
  return {
    type: type ?? "field",
    options: { ...options, readOnly: true },
    columns: columns ?? [],
    present,
    ...(select === undefined ? {} : { select }),
    ...(load === undefined ? {} : { load }),
    ...(describe === undefined ? {} : { describe }),
  };
}

/** A write-only value that hooks take from `values`; the engine stores nothing of it. */
export function transient<Value>(field: Field<Value, unknown>): Field<Value, never> {
  const { kept: _kept, ...rest } = field;
  return { ...rest, options: { ...field.options, writeOnly: true }, columns: [], toColumns: () => ({}) };
}

async function parseItems<T>(
  input: unknown,
  most: number,
  parse: (item: unknown) => T | Promise<T>,
): Promise<T[]> {
  if (!Array.isArray(input))
    throw new FieldError([withParameters(messages.notList, { type: typeName(input) })]);
  if (input.length > most) throw new FieldError([withParameters(messages.tooLarge, { limit: most })]);
  const values: T[] = [];
  const errors: FieldErrors[] = [];
  for (const item of input) {
    try {
      values.push(await parse(item));
      errors.push({});
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      errors.push(error.errors);
    }
  }
  if (values.length !== input.length) throw new FieldError(errors);
  return values;
}

/** Parses one value by its field, with the rules for null. */
export async function parseValue<F extends Field>(
  field: F,
  input: unknown,
  at: ParseContext,
): Promise<ValueOf<F>>;
export async function parseValue(field: Field, input: unknown, at: ParseContext): Promise<unknown> {
  if (input === null) {
    if (field.options.nullable === true) return null;
    throw new FieldError([messages.notNull]);
  }
  return field.parse === undefined ? input : field.parse(input, at);
}

/** The value of a field that has this name: a text that names something is one line. */
export async function parseNamed(
  name: string,
  field: Field,
  input: unknown,
  at: ParseContext,
): Promise<unknown> {
  const value = await parseValue(field, input, at);
  refuseDisturbing(name, value);
  return value;
}

/** The default of a field, in the form a client would send it. */
export function initialValue(field: Field, context: RequestContext): Json | undefined {
  const { default: initial } = field.options;
  return typeof initial === "function" ? initial(context) : initial;
}

/** Parses an object by its fields: unknown keys are ignored, absent ones take defaults or are required. */
export async function parseObject<Children extends Fields>(
  children: Children,
  input: unknown,
  at: ParseContext,
): Promise<Values<Children>>;
export async function parseObject(children: Fields, input: unknown, at: ParseContext): Promise<Values> {
  if (!isObject(input)) throw new FieldError([withParameters(messages.notObject, { type: typeName(input) })]);
  const values: Record<string, unknown> = {};
  const errors: Record<string, FieldErrors> = {};
  for (const [name, child] of Object.entries(children)) {
    if (child.options.readOnly === true) continue;
    try {
      if (Object.hasOwn(input, name))
        values[name] = await parseNamed(name, child, input[name], { ...at, input });
      else if (child.options.required === true) errors[name] = [messages.required];
      else if (child.options.default !== undefined) {
        values[name] = await parseNamed(name, child, initialValue(child, at.context), { ...at, input });
      }
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      errors[name] = error.errors;
    }
  }
  if (Object.keys(errors).length > 0) throw new FieldError(errors);
  return values;
}
