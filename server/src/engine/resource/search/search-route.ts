import { sql } from "kysely";
import { DatabaseError } from "pg";
import type { CallerContext } from "../../access/context.ts";
import { allows, signedIn } from "../../access/rules.ts";
import { ValidationError } from "../../errors.ts";
import { caller, type RouteDeclaration, type RouteRequest } from "../../http/routes.ts";
import { withParameters } from "../../i18n/messages.ts";
import { text } from "../../i18n/texts.ts";
import type { Json } from "../../json.ts";
import { mapConcurrent } from "../../map-concurrent.ts";
import { searchTerms } from "../query/conditions.ts";
import type { Resource } from "../resource.ts";
import { type FoundObjects, findObjects } from "./find-objects.ts";
import type { SearchSource } from "./search-source.ts";

/** Most characters that are looked for. */
const mostCharacters = 256;

/** Results of each list, unless asked otherwise, and at most. */
const [usualResults, mostResults] = [6, 20];

/** Lists that are looked through at once: each takes a connection that others wait for. */
const mostAtOnce = 3;

/** Milliseconds a list may take before it is left out, so that one slow list does not hold up the others. */
const budget = 1000;

/**
 * `GET sallyport/search/?search=…`: what the caller may list, of all resources that declare how they are found.
 * Contract: docs/contract/conventions.md, "Search over everything".
 */
export function searchRoute(resources: readonly Resource[]): RouteDeclaration {
  const own = resources
    .filter(({ declaration }) => declaration.found !== undefined)
    .map(
      (resource): SearchSource => ({
        name: resource.declaration.path,
        access: resource.access("list"),
        resource: () => resource,
      }),
    );
  return {
    methods: ["GET"],
    path: "/api/v1/sallyport/search/",
    access: signedIn("looks through those lists alone that the caller may read"),
    title: "Search",
    handle: async (routeContext, request) => {
      const context = caller(routeContext);
      const { query, permissions, principal } = context;
      const search = query.get("search") ?? "";
      if (search.length > mostCharacters) {
        throw new ValidationError({ search: [withParameters(text.tooLong, { limit: mostCharacters })] });
      }
      const terms = searchTerms(search);
      if (terms.length === 0) return { body: { groups: [] } };
      const asked = new Set(query.all("resource").flatMap((names) => names.split(",")));
      const sources = [...own, ...context.services.extensions.of("searchSources")].filter(
        ({ name, access }) => (asked.size === 0 || asked.has(name)) && allows(access, permissions, principal),
      );
      const limit = readLimit(query.get("limit"));
      const groups = await mapConcurrent(sources, mostAtOnce, (source) =>
        look(source, context, request, terms, limit),
      );
      return { body: { groups } };
    },
  };
}

function readLimit(value: string | undefined): number {
  const limit = Number(value);
  return Number.isInteger(limit) && limit > 0 ? Math.min(limit, mostResults) : usualResults;
}

/** Looks through one list; `incomplete` when that took too long. */
async function look(
  source: SearchSource,
  context: CallerContext,
  request: RouteRequest,
  terms: readonly string[],
  limit: number,
): Promise<Record<string, Json>> {
  const found = await withinBudget(context, async (limited) => {
    const resource = await source.resource(limited, request);
    const { found: how } = resource.declaration;
    if (how === undefined) throw new Error(`${source.name} does not declare how it is found`);
    return findObjects(resource, how, limited, terms, limit);
  });
  const { results, more } = found ?? { results: [], more: true };
  return { resource: source.name, results, more, incomplete: found === null };
}

async function withinBudget(
  context: CallerContext,
  work: (limited: CallerContext) => Promise<FoundObjects>,
): Promise<FoundObjects | null> {
  try {
    return await context.db
      .transaction()
      .setAccessMode("read only")
      .execute(async (db) => {
        // Workers take longer to start than these queries, and the planner overrates what it has them share.
        await sql`select set_config('statement_timeout', ${String(budget)}, true),
          set_config('max_parallel_workers_per_gather', '0', true)`.execute(db);
        return work({ ...context, db });
      });
  } catch (error) {
    if (error instanceof DatabaseError && error.code === "57014") return null;
    throw error;
  }
}
