import type { RawBuilder } from "kysely";
import type { ConfirmLevel } from "../access/confirmation.ts";
import type { CallerContext } from "../access/context.ts";
import type { AccessRule } from "../access/rules.ts";
import { caller, type RouteDeclaration, type RouteRequest } from "../http/routes.ts";
import { defineResource, type ResourceDeclaration } from "./declaration.ts";
import { listObjects } from "./operations/list.ts";
import { prepareResource, type Resource } from "./resource.ts";
import type { SearchSource } from "./search/search-source.ts";

/** What a list below another object is made of. */
export interface ScopedListOptions {
  readonly path: string;
  readonly access: AccessRule;
  /** How the caller has to have confirmed lately who they are. */
  readonly confirm?: ConfirmLevel;
  /** Fields, filters, search and order of the rows. Its own path and access rules are not used. */
  readonly rows: Omit<ResourceDeclaration, "path" | "app" | "model" | "operations">;
  /** Which rows of the table belong to the list; throws `NotFound` for an unknown parent. */
  readonly within: (context: CallerContext, request: RouteRequest) => Promise<RawBuilder<boolean> | Within>;
}

/** Which rows, and a cheaper way to count those that meet a filter too; null where there is none. */
export interface Within {
  readonly condition: RawBuilder<boolean>;
  readonly count?: (filter: RawBuilder<boolean> | null) => Promise<number | null>;
}

type ScopedRows = Pick<ScopedListOptions, "path" | "rows" | "within">;

/** The resource that a list below another object is, to somebody. */
function scopedResource({ path, rows, within }: ScopedRows) {
  const prepared = prepareResource(
    defineResource({
      ...rows,
      path: path.replace(/^\/api\/v1\/|\/$/g, ""),
      app: "",
      model: "",
      operations: ["list"],
    }),
  );
  return async (context: CallerContext, request: RouteRequest): Promise<Resource> => {
    const scope = await within(context, request);
    const { condition, count } = "condition" in scope ? scope : { condition: scope, count: undefined };
    const declaration = {
      ...prepared.declaration,
      where: () => condition,
      ...(count === undefined
        ? {}
        : { count: (_context: unknown, filter: RawBuilder<boolean> | null) => count(filter) }),
    };
    return { ...prepared, declaration };
  };
}

/**
 * A list whose rows depend on the path (`{user}/assets/`, `{permission}/users/all/`), with the paging, search,
 * filters, order and field selection of any other list.
 */
export function scopedList({ path, access, confirm, rows, within }: ScopedListOptions): RouteDeclaration {
  const resourceFor = scopedResource({ path, rows, within });
  return {
    methods: ["GET"],
    path,
    access,
    ...(confirm === undefined ? {} : { confirm }),
    title: `${rows.title} List`,
    fields: { GET: rows.fields },
    handle: async (context, request) => {
      const known = caller(context);
      return listObjects(await resourceFor(known, request), known, request.url);
    },
  };
}

/** The rows of such a list for the search over everything; `rows.found` says how. A path without parameters. */
export function scopedSearch(options: Omit<ScopedListOptions, "confirm">): SearchSource {
  const resourceFor = scopedResource(options);
  return {
    name: options.path.replace(/^\/api\/v1\/|\/$/g, ""),
    access: options.access,
    resource: resourceFor,
  };
}
