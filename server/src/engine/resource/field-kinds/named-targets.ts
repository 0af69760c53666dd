import { type RawBuilder, sql } from "kysely";
import type { CallerContext } from "../../access/context.ts";
import { FieldError } from "../../errors.ts";
import { withParameters } from "../../i18n/messages.ts";
import { text as messages } from "../../i18n/texts.ts";
import { isObject } from "../../json.ts";
import { recalled } from "../memory.ts";
import { cleanText, isUuid } from "../query/filters.ts";
import type { RelationTarget } from "./relation-target.ts";

/** Longest name that is looked for, in characters. */
const longestName = 1024;

/** How like a name has to be to be offered in its place: 1 is the same. */
const alike = 0.3;

/** The name a client wrote where a key is expected; null for a key, or what can be neither. */
function nameIn(input: unknown, kind: RelationTarget["key"]): string | null {
  const value = isObject(input) ? (input.pk ?? input.id) : input;
  if (typeof value !== "string") return null;
  const name = cleanText(value).trim();
  const isKey = kind === "uuid" ? isUuid(name) : /^\d{1,10}$/.test(name);
  return isKey || name === "" || name.length > longestName ? null : name;
}

/**
 * The input with the key of the object in place of its name, as people write it in files; a key stays as it is.
 *
 * @throws FieldError when there is no object of that name, naming the one it may have meant, or more than one
 */
export async function withKey(
  input: unknown,
  target: RelationTarget,
  context: CallerContext,
): Promise<unknown> {
  const name = nameIn(input, target.key);
  if (name === null) return input;
  if (columnsOf(target).length === 0) return input;
  const known = recalled(context, memoryKey(target), () => new Map<string, string | number>());
  const earlier = known.get(name);
  if (earlier !== undefined) return earlier;
  const keys = await keysOf(name, target, context);
  const [key] = keys;
  if (key === undefined) throw await unknownName(name, target, context);
  if (keys.length > 1) throw new FieldError([withParameters(messages.nameAmbiguous, { name })]);
  known.set(name, key);
  return key;
}

/** What the names found for a target are kept under, beside its keys. */
function memoryKey(target: RelationTarget): object {
  const key = memoryKeys.get(target) ?? {};
  memoryKeys.set(target, key);
  return key;
}

const memoryKeys = new WeakMap<RelationTarget, object>();

function columnsOf({ names, attributes }: RelationTarget): readonly RawBuilder<string>[] {
  const shown = attributes === undefined ? "r.name" : attributes.name;
  return (names ?? (shown === undefined ? [] : [shown])).map((column) => sql.raw<string>(column));
}

const conditionOf = (target: RelationTarget, context: CallerContext): RawBuilder<boolean> =>
  target.where?.(context) ?? sql<boolean>`true`;

/** The keys of what has that name; of several, those that are written exactly so. */
async function keysOf(
  name: string,
  target: RelationTarget,
  context: CallerContext,
): Promise<(string | number)[]> {
  const same = sql.join(
    columnsOf(target).map((column) => sql`lower(${column}) = lower(${name})`),
    sql` or `,
  );
  const exactly = sql.join(
    columnsOf(target).map((column) => sql`${column} = ${name}`),
    sql` or `,
  );
  const { rows } = await sql<{ id: string | number; is_exact: boolean }>`
    select r.id, (${exactly}) as is_exact from ${sql.table(target.table)} as r
    where (${same}) and ${conditionOf(target, context)} order by is_exact desc limit 3
  `.execute(context.db);
  const exact = rows.filter(({ is_exact }) => is_exact);
  return (exact.length > 0 ? exact : rows).map(({ id }) => id);
}

async function unknownName(
  name: string,
  target: RelationTarget,
  context: CallerContext,
): Promise<FieldError> {
  const nearest = sql.join(
    columnsOf(target).map(
      (column) => sql`
        select ${column} as name, similarity(${column}, ${name}) as likeness from ${sql.table(target.table)} as r
        where ${conditionOf(target, context)}`,
    ),
    sql` union all `,
  );
  const { rows } = await sql<{ name: string }>`
    select name from (${nearest}) as n where likeness >= ${alike} order by likeness desc, name limit 1
  `.execute(context.db);
  const [other] = rows;
  return new FieldError([
    other === undefined
      ? withParameters(messages.nameUnknown, { name })
      : withParameters(messages.nameUnknownButAlike, { name, other: other.name }),
  ]);
}
