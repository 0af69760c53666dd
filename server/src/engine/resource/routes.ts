import type { CallerContext, RequestContext } from "../access/context.ts";
import { type AccessRule, signedIn } from "../access/rules.ts";
import {
  caller,
  type Method,
  type RouteAnswer,
  type RouteDeclaration,
  type RouteRequest,
} from "../http/routes.ts";
import type { Operation, ResourceAction } from "./declaration.ts";
import { createObjects } from "./operations/create.ts";
import {
  describeColumns,
  describeInputFields,
  describeInputs,
  describeList,
  describeObject,
} from "./operations/describe.ts";
import { destroyObject, destroyObjects } from "./operations/destroy.ts";
import { listObjects } from "./operations/list.ts";
import { retrieveObject } from "./operations/retrieve.ts";
import { suggestObjects } from "./operations/suggest.ts";
import { updateObject, updateObjects } from "./operations/update.ts";
import type { Resource } from "./resource.ts";
import { findRow } from "./stages/rows.ts";

/** A route the engine registers; OPTIONS is among the methods here. */
export interface EngineRoute extends Omit<RouteDeclaration, "methods" | "fields" | "title"> {
  readonly methods: readonly (Method | "OPTIONS")[];
  /** What OPTIONS says of it; see `http/metadata-routes.ts`. */
  readonly metadata?: RouteMetadata;
}

/** What OPTIONS says of a route. */
export interface RouteMetadata {
  readonly title: string;
  /** The field map of a method; undefined leaves the method out. */
  readonly describe: (method: Method, context: RequestContext) => Record<string, unknown> | undefined;
  /** Whether a method the caller may not use is left out. */
  readonly byPermission: boolean;
}

type Handler = (context: CallerContext, request: RouteRequest) => Promise<RouteAnswer>;

/** Every endpoint that follows from a resource's declaration. */
export function resourceRoutes(resource: Resource): EngineRoute[] {
  const { path, operations } = resource;
  const object = `${path}:id/`;
  const routes: EngineRoute[] = [];
  const add = (method: Method | "OPTIONS", at: string, access: AccessRule, handle: Handler): void => {
    routes.push({
      methods: [method],
      path: at,
      access,
      handle: (context, request) => handle(caller(context), request),
      ...(method === "POST" || method === "PUT" || method === "PATCH" ? { bodyLimit: bulkBodyLimit } : {}),
    });
  };
  const on = (operation: Operation, method: Method, at: string, handle: Handler): void => {
    if (operations.has(operation)) add(method, at, resource.access(operation), handle);
  };
  const described = signedIn("metadata describes a resource to any signed-in user and holds no data of it");
  const key = (request: RouteRequest): string => request.params.id ?? "";

  on("list", "GET", path, (context, { url }) => listObjects(resource, context, url));
  on("create", "POST", path, (context, { body }) => createObjects(resource, context, body));
  if (operations.has("bulk")) {
    on("update", "PUT", path, (context, { body }) => updateObjects(resource, context, body, "update"));
    on("update", "PATCH", path, (context, { body }) => updateObjects(resource, context, body, "partial"));
    on("delete", "DELETE", path, (context) => destroyObjects(resource, context));
  }
  if (operations.has("suggestions")) {
    routes.push({
      methods: ["GET"],
      path: `${path}suggestions/`,
      access: resource.access("suggestions"),
      handle: (context, { url }) => suggestObjects(resource, caller(context), url),
      metadata: {
        title: "Match",
        byPermission: false,
        describe: (_method, context) => describeColumns(resource, context, "list"),
      },
    });
  }
  on("retrieve", "GET", object, (context, request) => retrieveObject(resource, context, key(request)));
  on("update", "PUT", object, (context, request) =>
    updateObject(resource, context, key(request), request.body, "update"),
  );
  on("update", "PATCH", object, (context, request) =>
    updateObject(resource, context, key(request), request.body, "partial"),
  );
  on("delete", "DELETE", object, (context, request) => destroyObject(resource, context, key(request)));
  add("OPTIONS", path, described, async (context) => ({ body: describeList(resource, context) }));
  add("OPTIONS", object, described, async (context, request) => ({
    body: await describeObject(resource, context, key(request)),
  }));
  for (const action of resource.declaration.actions ?? []) routes.push(...actionRoutes(resource, action));
  return routes;
}

/** Largest body of a bulk write, in bytes. */
const bulkBodyLimit = 10_485_760;

/** `su-from-accounts` -> `Su from accounts`. */
function words(name: string): string {
  const spaced = name.replaceAll(/[-_/]/g, " ");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function describeAction(
  resource: Resource,
  { fields, on }: ResourceAction,
  method: Method,
  context: RequestContext,
): Record<string, unknown> | undefined {
  const own = fields?.[method];
  if (own !== undefined) return describeInputFields(own, context);
  if (method === "GET") return describeColumns(resource, context, on === "object" ? "retrieve" : "list");
  return method === "DELETE"
    ? undefined
    : describeInputs(resource, context, method === "POST" ? "create" : "update");
}

function actionRoutes(resource: Resource, action: ResourceAction): EngineRoute[] {
  const onObject = action.on === "object";
  return [
    {
      methods: action.methods,
      path: `${resource.path}${onObject ? ":id/" : ""}${action.name}/`,
      access: action.access,
      metadata: {
        title: action.title ?? words(action.name),
        byPermission: false,
        describe: (method, context) => describeAction(resource, action, method, context),
      },
      handle: async (context, { params, body, method }) => {
        const known = caller(context);
        const id = onObject ? (params.id ?? "") : undefined;
        const row = id === undefined ? undefined : await findRow(resource, known, id, method !== "GET");
        return action.handle(known, { id, row, body, method });
      },
    },
  ];
}
