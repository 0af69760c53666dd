import { type RawBuilder, sql } from "kysely";
import type { CallerContext, RequestContext } from "../../access/context.ts";
import { FieldError } from "../../errors.ts";
import { withParameters } from "../../i18n/messages.ts";
import { text as messages } from "../../i18n/texts.ts";
import { isObject, type Json, typeName } from "../../json.ts";
import { createYield } from "../../yield-to-event-loop.ts";
import { recalled } from "../memory.ts";
import { isUuid } from "../query/filters.ts";
import { referenceCell, structureListCell } from "./cells.ts";
import type { Field, FieldOptions, Row } from "./field.ts";
import type { Nullable } from "./field-types.ts";
import { withKey } from "./named-targets.ts";
import type { KeyKind, RelationTarget } from "./relation-target.ts";

export type { RelationTarget };

/** The type of a key of its kind. */
type Key<Kind extends KeyKind> = Kind extends "uuid" ? string : number;

/** Targets that live in the current organization (all of them in the root organization). */
export const inOrganization = (context: RequestContext): RawBuilder<boolean> =>
  context.organization.isRoot ? sql<boolean>`true` : sql<boolean>`r.org_id = ${context.organization.id}`;

const defaultAttributes = { id: "r.id", name: "r.name" };

function attributesOf(target: RelationTarget): RawBuilder<unknown> {
  const pairs = Object.entries(target.attributes ?? defaultAttributes).map(
    ([name, expression]) => sql`${sql.lit(name)}, ${sql.raw(expression)}`,
  );
  return sql`jsonb_build_object(${sql.join(pairs)})`;
}

/** Reads the key out of what a client may write for a relation: a pk, `{pk}`, `{id}`. */
export function readKey<Kind extends KeyKind>(input: unknown, kind: Kind): Key<Kind>;
export function readKey(input: unknown, kind: KeyKind): string | number {
  const value = isObject(input) ? (input.pk ?? input.id) : input;
  if (kind === "integer") {
    const key = typeof value === "string" && /^\d{1,10}$/.test(value) ? Number(value) : value;
    if (typeof key === "number" && Number.isInteger(key)) {
      // What the column cannot hold is no key of any row.
      if (Math.abs(key) > largestInteger) throw missing(String(key));
      return key;
    }
    throw new FieldError([withParameters(messages.wrongPkType, { type: typeName(value) })]);
  }
  if (typeof value !== "string")
    throw new FieldError([withParameters(messages.wrongPkType, { type: typeName(value) })]);
  if (!isUuid(value)) throw missing(value.slice(0, 64));
  return value.toLowerCase();
}

/** Largest value of an integer column. */
const largestInteger = 2_147_483_647;

const missing = (pk: string): FieldError => new FieldError([withParameters(messages.objectMissing, { pk })]);

/** Of the keys, those that this caller may point to; inside `withMemory` also all that were found before. */
export async function findTargets(
  target: RelationTarget,
  keys: readonly (string | number)[],
  context: CallerContext,
): Promise<Set<string | number>> {
  // What was found for another object of the same request is there for this one too.
  const found = recalled(context, target, () => new Set<string | number>());
  const unknown = keys.filter((key) => !found.has(key));
  if (unknown.length === 0) return found;
  const where = target.where?.(context) ?? sql<boolean>`true`;
  const { rows } = await sql<{ id: string | number }>`
    select r.id from ${sql.table(target.table)} as r where r.id = any(${keyArray(target.key, unknown)}) and ${where}
  `.execute(context.db);
  for (const { id } of rows) found.add(id);
  return found;
}

/**
 * Keys as an array of PostgreSQL. They are of their kind already, so nothing in them needs quoting: that of the driver
 * takes long for many.
 */
function keyArray(kind: KeyKind, keys: readonly (string | number)[]): RawBuilder<unknown> {
  return sql`${`{${keys.join(",")}}`}::text::${sql.raw(kind === "uuid" ? "uuid[]" : "integer[]")}`;
}

/** The keys in what a client sent for a relation; what is no key is left out. */
export async function readKeys(inputs: readonly unknown[], kind: KeyKind): Promise<(string | number)[]> {
  const keys = new Set<string | number>();
  const yieldNow = createYield();
  for (const input of inputs) {
    await yieldNow();
    try {
      if (input !== null) keys.add(readKey(input, kind));
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
    }
  }
  return [...keys];
}

/** Options of a relation to one object. */
export interface RelationOptions<
  Kind extends KeyKind = KeyKind,
  Null extends boolean = boolean,
  Column extends string = string,
> extends FieldOptions<Null, Column> {
  readonly target: RelationTarget<Kind>;
}

/** One related object, read as its attributes, written as a pk, `{pk}` or `{id}`. */
export function relation<Kind extends KeyKind, Null extends boolean = false, Column extends string = never>(
  options: RelationOptions<Kind, Null, Column>,
): Field<Nullable<Key<Kind>, Null>, Nullable<Key<Kind>, Null>, NoInfer<Column>> {
  const { target } = options;
  return {
    type: "object_related_field",
    options,
    cell: referenceCell,
    lookUp: async (inputs, context) => {
      await findTargets(target, await readKeys(inputs, target.key), context);
    },
    parse: async (input, { context }) => {
      const key = readKey(await withKey(input, target, context), target.key);
      if (!(await findTargets(target, [key], context)).has(key)) {
        throw new FieldError([withParameters(messages.objectMissing, { pk: key })]);
      }
      return key;
    },
    load: async (context, rows, column) => {
      const keys = [
        ...new Set(rows.map((row) => row[column]).filter((key) => key !== null && key !== undefined)),
      ];
      return loadAttributes(target, keys as (string | number)[], context);
    },
    present: (row, context, loaded, column) => {
      const found = (loaded as Map<unknown, Record<string, Json>>).get(row[column]);
      if (found === undefined) return null;
      return target.translate === undefined ? found : target.translate(found, context);
    },
  };
}

/** Attributes of related objects by key, in one query. */
export async function loadAttributes(
  target: RelationTarget,
  keys: readonly (string | number)[],
  context: RequestContext,
): Promise<Map<string | number, Record<string, Json>>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ id: string | number; attributes: Record<string, Json> }>`
    select r.id, ${attributesOf(target)} as attributes
    from ${sql.table(target.table)} as r where r.id = any(${keyArray(target.key, keys)})
  `.execute(context.db);
  return new Map(rows.map(({ id, attributes }) => [id, attributes]));
}

/** Options of a relation to many objects through a link table. */
export interface RelationsOptions<Kind extends KeyKind = KeyKind> extends FieldOptions {
  readonly target: RelationTarget<Kind>;
  /** Link table and its two columns: this object's key and the target's. */
  readonly link: { readonly table: string; readonly own: string; readonly other: string };
  /** Further condition on the links, aliased `l`, that count as this field's (e.g. roles of one organization). */
  readonly linkWhere?: (context: RequestContext) => RawBuilder<boolean>;
  /** Constant columns of new links. */
  readonly linkColumns?: (context: CallerContext) => Record<string, unknown>;
  /** SQL order of the targets, over `r`. Default `r.name`. */
  readonly orderBy?: string;
}

/** Several related objects, read as lists of attributes, written as lists of what `relation` accepts. */
export function relations<Kind extends KeyKind>(
  options: RelationsOptions<Kind>,
): Field<readonly Key<Kind>[], never> {
  const { target, link } = options;
  return {
    type: "m2m_related_field",
    options,
    cell: structureListCell,
    columns: [],
    lookUp: async (inputs, context) => {
      await findTargets(target, await readKeys(inputs.flat(), target.key), context);
    },
    parse: async (input, { context }) => {
      if (!Array.isArray(input)) {
        throw new FieldError([withParameters(messages.notList, { type: typeName(input) })]);
      }
      const keys = new Set<Key<Kind>>();
      const yieldNow = createYield();
      for (const item of input) {
        await yieldNow();
        keys.add(readKey(await withKey(item, target, context), target.key));
      }
      const found = await findTargets(target, [...keys], context);
      const unknown = [...keys].filter((key) => !found.has(key));
      if (unknown.length > 0) {
        throw new FieldError(
          unknown.slice(0, 20).map((pk) => withParameters(messages.objectMissing, { pk })),
        );
      }
      return [...keys];
    },
    toColumns: () => ({}),
    link: async (context, id, value) => {
      const keys = value as readonly (string | number)[];
      const array = keyArray(target.key, keys);
      const scope = options.linkWhere?.(context) ?? sql<boolean>`true`;
      const constants = Object.entries(options.linkColumns?.(context) ?? {});
      await sql`
        delete from ${sql.table(link.table)} as l
        where ${sql.ref(`l.${link.own}`)} = ${id} and ${scope}
          and not (${sql.ref(`l.${link.other}`)} = any(${array}))
      `.execute(context.db);
      if (keys.length === 0) return;
      const names = sql.join(
        [link.own, link.other, ...constants.map(([name]) => name)].map((name) => sql.ref(name)),
      );
      const values = constants.map(([, constant]) => sql`, ${constant}`);
      await sql`
        insert into ${sql.table(link.table)} (${names})
        select ${id}, k ${sql.join(values, sql``)} from unnest(${array}) as k
        where not exists (
          select 1 from ${sql.table(link.table)} as l
          where ${sql.ref(`l.${link.own}`)} = ${id} and ${sql.ref(`l.${link.other}`)} = k and ${scope}
        )
        on conflict do nothing
      `.execute(context.db);
    },
    linkNew: async (context, items) => {
      const pairs = items.flatMap(({ id, value }) =>
        (value as readonly (string | number)[]).map((key) => ({ id, key })),
      );
      if (pairs.length === 0) return;
      const type = sql.raw(target.key === "uuid" ? "uuid[]" : "integer[]");
      const constants = Object.entries(options.linkColumns?.(context) ?? {});
      const names = [link.own, link.other, ...constants.map(([name]) => name)].map((name) => sql.ref(name));
      const values = constants.map(([, constant]) => sql`, ${constant}`);
      await sql`
        insert into ${sql.table(link.table)} (${sql.join(names)})
        select pair.own, pair.other ${sql.join(values, sql``)}
        from unnest(${pairs.map(({ id }) => id)}::uuid[], ${pairs.map(({ key }) => key)}::${type}) as pair (own, other)
      `.execute(context.db);
    },
    load: async (context, rows) => {
      const ids = rows.map((row) => row.id);
      const scope = options.linkWhere?.(context) ?? sql<boolean>`true`;
      const { rows: links } = await sql<{ own: string | number; attributes: Record<string, Json> }>`
        select ${sql.ref(`l.${link.own}`)} as own, ${attributesOf(target)} as attributes
        from ${sql.table(link.table)} as l join ${sql.table(target.table)} as r on r.id = ${sql.ref(`l.${link.other}`)}
        where ${sql.ref(`l.${link.own}`)} = any(${ids}) and ${scope}
        order by ${sql.raw(options.orderBy ?? "r.name")}
      `.execute(context.db);
      const byOwner = new Map<unknown, Record<string, Json>[]>();
      for (const { own, attributes } of links) {
        const list = byOwner.get(own);
        if (list === undefined) byOwner.set(own, [attributes]);
        else list.push(attributes);
      }
      return byOwner;
    },
    present: (row: Row, context, loaded) => {
      const found = (loaded as Map<unknown, Record<string, Json>[]>).get(row.id) ?? [];
      return target.translate === undefined
        ? found
        : found.map((item) => target.translate?.(item, context) ?? item);
    },
  };
}
