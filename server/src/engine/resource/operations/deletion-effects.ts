import { sql } from "kysely";
import type { CallerContext } from "../../access/context.ts";
import { allows, signedIn } from "../../access/rules.ts";
import { NotFound, PermissionDenied, ValidationError } from "../../errors.ts";
import { caller, type RouteDeclaration } from "../../http/routes.ts";
import { withParameters } from "../../i18n/messages.ts";
import { text } from "../../i18n/texts.ts";
import { isObject } from "../../json.ts";
import { isUuid } from "../query/filters.ts";
import { type Resource, scopeCondition } from "../resource.ts";

/** Most objects one request asks about. */
const mostAsked = 10_000;

/** What else is concerned when objects are deleted; the console has a sentence for each. */
type ConcernedKind = "accounts" | "assets" | "backupPlans" | "permissions" | "sessions" | "users";

/** Counts one kind of thing that goes with deleted objects, or loses them. */
export interface DeletionEffect {
  /** Main table of the resources whose objects are deleted. */
  readonly table: string;
  readonly kind: ConcernedKind;
  readonly count: (context: CallerContext, ids: readonly string[]) => Promise<number>;
}

/** Links between deleted objects and what they are deleted with or from. */
interface Links {
  /** Main table of the resources whose objects are deleted. */
  readonly table: string;
  readonly kind: ConcernedKind;
  /** The table of the links, and its column with the key of the deleted object. */
  readonly links: string;
  readonly column: string;
  /** Column with the key of what is counted, each once. */
  readonly counted: string;
}

/** Counts what a table of one's own links with the deleted objects. */
export const countLinked = ({ table, kind, links, column, counted }: Links): DeletionEffect => ({
  table,
  kind,
  count: async ({ db }, ids) => {
    const { rows } = await sql<{ count: string }>`
      select count(distinct ${sql.ref(counted)}) as count from ${sql.table(links)}
      where ${sql.ref(column)} = any(${[...ids]}::uuid[])
    `.execute(db);
    return Number(rows[0]?.count ?? 0);
  },
});

declare module "../../extensions.ts" {
  interface ExtensionPoints {
    deletionEffects: DeletionEffect;
  }
}

/** The keys of the objects the caller sees, of those asked about. */
async function visibleIds(resource: Resource, context: CallerContext, asked: unknown): Promise<string[]> {
  if (!Array.isArray(asked) || asked.length === 0) throw new ValidationError({ ids: [text.required] });
  if (asked.length > mostAsked) {
    throw new ValidationError({ ids: [withParameters(text.selectionTooLarge, { limit: mostAsked })] });
  }
  const { rows } = await sql<{ id: string }>`
    select t.id::text as id from ${sql.table(resource.declaration.table)} as t
    where t.id = any(${asked.map(String).filter(isUuid)}::uuid[]) and ${scopeCondition(resource, context)}
  `.execute(context.db);
  return rows.map(({ id }) => id);
}

/**
 * `POST sallyport/deletions/preview/` `{resource, ids}`: what goes with objects when they are deleted; nothing is
 * deleted. Contract: docs/contract/conventions.md, "Bulk delete".
 */
export function deletionEffectsRoute(resources: readonly Resource[]): RouteDeclaration {
  return {
    methods: ["POST"],
    path: "/api/v1/sallyport/deletions/preview/",
    access: signedIn("the handler asks for what deleting the objects takes"),
    title: "Deletion Preview",
    handle: async (routeContext, { body }) => {
      const context = caller(routeContext);
      const asked = isObject(body) ? body : {};
      const resource = resources.find(({ declaration }) => declaration.path === asked.resource);
      if (resource?.keyKind !== "uuid" || !resource.operations.has("delete")) throw new NotFound();
      if (!allows(resource.access("delete"), context.permissions, context.principal)) {
        throw new PermissionDenied();
      }
      const ids = await visibleIds(resource, context, asked.ids);
      const { table } = resource.declaration;
      const effects = context.services.extensions.of("deletionEffects").filter((one) => one.table === table);
      const told: { kind: ConcernedKind; count: number }[] = [];
      for (const { kind, count } of effects) {
        const concerned = await count(context, ids);
        if (concerned > 0) told.push({ kind, count: concerned });
      }
      return { body: told };
    },
  };
}
