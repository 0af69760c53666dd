import type { RawBuilder } from "kysely";
import type { CallerContext } from "../../engine/access/context.ts";
import type { AccessRule } from "../../engine/access/rules.ts";
import { caller, type RouteDeclaration, type RouteRequest } from "../../engine/http/routes.ts";
import { defineResource, type ResourceDeclaration } from "../../engine/resource/declaration.ts";
import { listObjects } from "../../engine/resource/operations/list.ts";
import { prepareResource } from "../../engine/resource/resource.ts";

/** What a list below another object is made of. */
export interface ScopedListOptions {
  readonly path: string;
  readonly access: AccessRule;
  /** Fields, filters, search and order of the rows. Its own path and access rules are not used. */
  readonly rows: Omit<ResourceDeclaration, "path" | "app" | "model" | "operations">;
  /** Which rows of the table belong to the list; throws `NotFound` for an unknown parent. */
  readonly within: (context: CallerContext, request: RouteRequest) => Promise<RawBuilder<boolean> | Within>;
}

/** Which rows, and a cheaper way to count all of them; null where there is none. */
export interface Within {
  readonly condition: RawBuilder<boolean>;
  readonly count?: () => Promise<number | null>;
}

/**
 * A list whose rows depend on the path (`{user}/assets/`, `{permission}/users/all/`), with the paging, search,
 * filters, order and field selection of any other list.
 */
export function scopedList({ path, access, rows, within }: ScopedListOptions): RouteDeclaration {
  const prepared = prepareResource(
    defineResource({
      ...rows,
      path: path.replace(/^\/api\/v1\/|\/$/g, ""),
      app: "perms",
      model: "list",
      operations: ["list"],
    }),
  );
  return {
    methods: ["GET"],
    path,
    access,
    title: `${rows.title} List`,
    fields: { GET: rows.fields },
    handle: async (context, request) => {
      const known = caller(context);
      const scope = await within(known, request);
      const { condition, count } = "condition" in scope ? scope : { condition: scope, count: undefined };
      const declaration = {
        ...prepared.declaration,
        where: () => condition,
        ...(count === undefined ? {} : { count }),
      };
      return listObjects({ ...prepared, declaration }, known, request.url);
    },
  };
}
