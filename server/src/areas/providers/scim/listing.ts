import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { isObject } from "../../../engine/json.ts";
import { type Columns, compileFilter, sortColumn } from "./compile-filter.ts";
import { enterprisePrefix, enterpriseSchema, parseFilter, plainPath } from "./filter.ts";
import { mostResources } from "./schemas.ts";
import { refused } from "./scim-error.ts";

/** What a list is asked for (RFC 7644, section 3.4.2). */
export interface ListQuery {
  readonly filter: string | undefined;
  readonly sortBy: string | undefined;
  readonly isDescending: boolean;
  /** From 1. */
  readonly startIndex: number;
  readonly count: number;
  readonly shown: Shown;
}

/** Which attributes are answered: paths in small letters. */
export interface Shown {
  readonly only: readonly string[];
  readonly without: readonly string[];
}

/** A resource as it is answered. */
export type Resource = Readonly<Record<string, unknown>> & { readonly id: string };

const names = (given: unknown): string[] =>
  (Array.isArray(given) ? given : typeof given === "string" ? given.split(",") : [])
    .filter((name: unknown): name is string => typeof name === "string" && name.trim() !== "")
    .slice(0, 100)
    .map((name) => plainPath(name.trim()));

const numberOf = (given: unknown, usual: number): number => {
  if (given === undefined || given === null || given === "") return usual;
  const number = Number(typeof given === "string" || typeof given === "number" ? given : Number.NaN);
  if (!Number.isInteger(number)) throw refused("invalidValue", "startIndex and count are whole numbers");
  return Math.min(number, 1_000_000_000);
};

const lineOf = (given: unknown, name: string): string | undefined => {
  if (given === undefined || given === null || given === "") return undefined;
  if (typeof given !== "string") throw refused("invalidValue", `${name} is a text`);
  return given;
};

/** Which attributes a request asks for. */
export const readShown = (get: (name: string) => unknown): Shown => ({
  only: names(get("attributes")),
  without: names(get("excludedAttributes")),
});

/**
 * Reads what a list is asked for, of an address or of the body of `.search`.
 * @throws ScimError invalidValue
 */
export function readListQuery(get: (name: string) => unknown): ListQuery {
  return {
    filter: lineOf(get("filter"), "filter"),
    sortBy: lineOf(get("sortBy"), "sortBy"),
    isDescending: lineOf(get("sortOrder"), "sortOrder")?.toLowerCase() === "descending",
    startIndex: Math.max(1, numberOf(get("startIndex"), 1)),
    count: Math.min(mostResources, Math.max(0, numberOf(get("count"), 100))),
    shown: readShown(get),
  };
}

/** The parts of a statement that a list adds; `key` orders what sorts alike. */
export function listClauses(
  { filter, sortBy, isDescending, startIndex, count }: ListQuery,
  columns: Columns,
  key: RawBuilder<unknown>,
): { readonly condition: RawBuilder<boolean>; readonly page: RawBuilder<unknown> } {
  const sorted = sortBy === undefined ? undefined : sortColumn(plainPath(sortBy), columns);
  // Nothing says what becomes of an order there is not; the usual one does no harm.
  const order =
    sorted === undefined ? key : sql`${sorted} ${sql.raw(isDescending ? "desc" : "asc")} nulls last, ${key}`;
  return {
    condition: filter === undefined ? sql<boolean>`true` : compileFilter(parseFilter(filter), columns),
    page: sql`order by ${order} limit ${count} offset ${startIndex - 1}`,
  };
}

/** Whether an attribute is answered, so that nothing is read that is not. */
export function isShown({ only, without }: Shown, name: string): boolean {
  const isNamed = (list: readonly string[]): boolean =>
    list.some((one) => one === name || one.startsWith(`${name}.`));
  return only.length > 0 ? isNamed(only) : !without.includes(name);
}

/** A resource with the attributes that were asked for; `schemas` and `id` always are. */
export function project(resource: Resource, { only, without }: Shown): Resource {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(resource)) {
    const path = key === enterpriseSchema ? enterprisePrefix : key.toLowerCase();
    const parts = path === enterprisePrefix ? path : `${path}.`;
    if (key === "schemas") kept[key] = value;
    else if (key === "id") continue;
    else if (only.length === 0) {
      if (!without.includes(path)) kept[key] = partsOf(value, (part) => !without.includes(parts + part));
    } else if (only.includes(path)) kept[key] = value;
    else if (only.some((one) => one.startsWith(parts)))
      kept[key] = partsOf(value, (part) => only.includes(parts + part));
  }
  return { ...kept, id: resource.id };
}

function partsOf(value: unknown, isKept: (part: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => partsOf(one, isKept));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => isKept(key.toLowerCase())));
}

/** A resource with where it is and its version. */
export type Presented = Resource & {
  readonly meta: {
    readonly resourceType: string;
    readonly created: string;
    readonly lastModified: string;
    readonly location: string;
    readonly version: string;
  };
};

/** A resource with `meta`: where it is, and its version, which changes whenever anything of it does. */
export function withMeta(resource: Resource, { kind, base, created, changed }: MetaFacts): Presented {
  const digest = createHash("sha256").update(JSON.stringify(resource)).digest("base64url").slice(0, 22);
  return {
    ...resource,
    meta: {
      resourceType: kind,
      created: created.toISOString(),
      lastModified: changed.toISOString(),
      location: `${base}/${kind}s/${resource.id}`,
      version: `W/"${digest}"`,
    },
  };
}

/** What `meta` is made of. */
interface MetaFacts {
  readonly kind: "User" | "Group";
  /** Address of the endpoint. */
  readonly base: string;
  readonly created: Date;
  readonly changed: Date;
}
