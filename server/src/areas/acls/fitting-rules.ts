import { type RawBuilder, sql } from "kysely";
import type { RequestContext } from "../../engine/access/index.ts";
import { type AttributeFilter, filterMatches } from "../../engine/attribute-filter/index.ts";
import { cleanText, type Filter, isUuid, nothing } from "../../engine/resource/index.ts";
import { assetFilterSubject, assetsTable, loadAssetFacts } from "../assets/index.ts";
import { loadUserFacts, userFilterSubject, userRoles } from "../roles/index.ts";
import { usersTable } from "../users/index.ts";

/** One kind of object rules are about: the column that selects them, and how one is found by what a person writes. */
interface RuleObject {
  readonly column: "users" | "assets";
  /** The object of that id or exact name, where the caller may know of it: tells which filters fit it. Null: none. */
  readonly find: (
    context: RequestContext,
    named: string,
  ) => Promise<((filter: AttributeFilter) => boolean) | null>;
}

const organizationOf = ({ organization }: RequestContext): string | null =>
  organization.isRoot ? null : organization.id;

/** The users of rules. */
export const usersOf: RuleObject = {
  column: "users",
  find: async (context, named) => {
    const organization = organizationOf(context);
    const isHere = organization === null ? sql<boolean>`true` : userRoles.isMember("u.id", organization);
    const { rows } = await sql<{ id: string }>`
      select u.id from ${usersTable} u
      where ${isNamed("u", ["username", "name"], named)} and not u.is_service_account and ${isHere}
      order by u.username = ${named} desc, u.id limit 1
    `.execute(context.db);
    const facts = rows[0] === undefined ? null : await loadUserFacts(context.db, rows[0].id, organization);
    return facts === null ? null : (filter) => filterMatches(userFilterSubject, filter, facts);
  },
};

/** The assets of rules. */
export const assetsOf: RuleObject = {
  column: "assets",
  find: async (context, named) => {
    const organization = organizationOf(context);
    const isHere =
      organization === null ? sql<boolean>`true` : sql<boolean>`a.org_id = ${organization}::uuid`;
    const { rows } = await sql<{ id: string }>`
      select a.id from ${assetsTable} a
      where ${isNamed("a", ["name", "address"], named)} and ${isHere}
      order by a.name = ${named} desc, a.id limit 1
    `.execute(context.db);
    const facts = rows[0] === undefined ? null : await loadAssetFacts(context.db, rows[0].id);
    return facts === null ? null : (filter) => filterMatches(assetFilterSubject, filter, facts);
  },
};

function isNamed(alias: string, columns: readonly string[], named: string): RawBuilder<boolean> {
  if (isUuid(named)) return sql<boolean>`${sql.ref(`${alias}.id`)} = ${named}::uuid`;
  return sql<boolean>`(${sql.join(
    columns.map((column) => sql`${sql.ref(`${alias}.${column}`)} = ${named}`),
    sql` or `,
  )})`;
}

/** Narrows a list of rules to those that fit one object: `?users=`, `?assets=`. Contract: docs/contract/acls.md. */
export function fitting(table: string, { column, find }: RuleObject): Filter {
  return {
    condition: async (value, context) => {
      const named = cleanText(value).trim();
      if (named === "") return null;
      const fits = await find(context, named);
      if (fits === null) return nothing;
      // Those of other organizations are left out by the list itself.
      const { rows } = await sql<{ id: string; filter: AttributeFilter }>`
        select id, ${sql.ref(column)} as filter from ${sql.table(table)}
      `.execute(context.db);
      const ids = rows.filter(({ filter }) => fits(filter)).map(({ id }) => id);
      return ids.length === 0 ? nothing : sql<boolean>`t.id = any(${ids}::uuid[])`;
    },
  };
}
