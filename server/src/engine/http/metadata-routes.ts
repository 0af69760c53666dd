import { allows, beforeTerms } from "../access/rules.ts";
import { describeInputFields, metadataEnvelope } from "../resource/operations/describe.ts";
import type { EngineRoute, RouteMetadata } from "../resource/routes.ts";
import { type Method, type RouteDeclaration, routeFields } from "./routes.ts";

/** Methods whose fields the metadata tells, in its order. */
const described: readonly Method[] = ["GET", "POST", "PUT", "PATCH"];

/** What OPTIONS says of a plain endpoint: the fields it declares, for methods the caller may use. */
export function plainMetadata({ fields = {}, title = "" }: RouteDeclaration): RouteMetadata {
  return {
    title,
    byPermission: true,
    describe: (method, context) => {
      const own = routeFields(fields[method], context);
      return own === undefined ? undefined : describeInputFields(own, context);
    },
  };
}

/**
 * One OPTIONS route for each path of the routes that say something of themselves; several routes may share a path
 * with different methods. Where a resource is, it describes the path itself. Contract: docs/contract/metadata.md, "Envelope".
 */
export function metadataRoutes(routes: readonly EngineRoute[]): EngineRoute[] {
  const byPath = new Map<string, (EngineRoute & { readonly metadata: RouteMetadata })[]>();
  const own = new Set(routes.filter(({ methods }) => methods.includes("OPTIONS")).map(({ path }) => path));
  for (const route of routes) {
    const { metadata } = route;
    if (metadata === undefined || own.has(route.path)) continue;
    byPath.set(route.path, [...(byPath.get(route.path) ?? []), { ...route, metadata }]);
  }
  return [...byPath].map(([path, sharing]) => ({
    methods: ["OPTIONS"],
    path,
    access: beforeTerms("metadata describes an endpoint and holds no data"),
    handle: async (context) => {
      const actions: Record<string, unknown> = {};
      for (const method of described) {
        const route = sharing.find(({ methods }) => methods.includes(method));
        if (route === undefined) continue;
        const { permissions, principal } = context;
        if (route.metadata.byPermission && !allows(route.access, permissions, principal)) continue;
        const fields = route.metadata.describe(method, context);
        if (fields !== undefined) actions[method] = fields;
      }
      const title = sharing.map(({ metadata }) => metadata.title).find((text) => text !== "") ?? "";
      return { body: metadataEnvelope(title, actions) };
    },
  }));
}
