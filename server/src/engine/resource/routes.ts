import type { ConfirmLevel } from "../access/confirmation.ts";
import type { CallerContext, RequestContext } from "../access/context.ts";
import { type AccessRule, beforeTerms } from "../access/rules.ts";
import {
  caller,
  type Method,
  type RouteAnswer,
  type RouteDeclaration,
  type RouteRequest,
} from "../http/routes.ts";
import type { Message } from "../i18n/messages.ts";
import { TabularFile } from "../tabular/tabular-file.ts";
import type { Operation, ResourceAction } from "./declaration.ts";
import type { Field } from "./field-kinds/field.ts";
import { readTable } from "./files/import.ts";
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
import { renderToJson } from "./operations/render-to-json.ts";
import { retrieveObject } from "./operations/retrieve.ts";
import { suggestObjects } from "./operations/suggest.ts";
import { updateObject, updateObjects } from "./operations/update.ts";
import { auditAction, snapshot } from "./pipeline/audit.ts";
import { findRow } from "./pipeline/rows.ts";
import { trimmedFields } from "./pipeline/trim.ts";
import { isPreviewed, previewAccess, type Resource } from "./resource.ts";

/** A route the engine registers; OPTIONS is among the methods here. */
export interface EngineRoute extends Omit<RouteDeclaration, "methods" | "fields" | "title" | "bodyLimit"> {
  readonly methods: readonly (Method | "OPTIONS")[];
  /** Largest body, in bytes; `import`: what the installation takes of a file. */
  readonly bodyLimit?: number | "import";
  /** True: also takes files of rows, as `TabularFile`. Default false. */
  readonly tabular?: boolean;
  /** Makes the body of what was sent, before any transaction begins. Default: as it was sent. */
  readonly readBody?: (context: CallerContext, body: unknown) => Promise<unknown>;
  /** What the rows of the answer hold, for files of them; by name of a field. Default: whatever their keys are. */
  readonly columns?: (context: RequestContext) => Readonly<Record<string, Field>> | undefined;
  /** What is answered, where files of it are encrypted with the caller's own password; see `files.protected`. */
  readonly protects?: Message;
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
  const add = (
    method: Method | "OPTIONS",
    at: string,
    access: AccessRule,
    handle: Handler,
    confirm?: ConfirmLevel,
  ): void => {
    routes.push({
      methods: [method],
      path: at,
      access,
      ...(confirm === undefined ? {} : { confirm }),
      handle: (context, request) => handle(caller(context), request),
      ...(method === "POST" || method === "PUT" || method === "PATCH" ? taking(resource, at) : {}),
      ...(method === "POST" && resource.declaration.takesForms === true ? { multipart: true } : {}),
      ...(method === "GET" ? { columns: (context) => columnsOf(resource, context, "retrieve") } : {}),
      ...(method === "GET" && resource.declaration.files?.protected === true
        ? { protects: resource.declaration.label }
        : {}),
    });
  };
  const on = (operation: Operation, method: Method, at: string, handle: Handler): void => {
    if (!operations.has(operation)) return;
    add(method, at, resource.access(operation), handle, resource.declaration.confirm?.[operation]);
  };
  const described = beforeTerms(
    "metadata describes a resource to any signed-in user and holds no data of it",
  );
  const key = (request: RouteRequest): string => request.params.id ?? "";

  on("list", "GET", path, (context, { url }) => listObjects(resource, context, url));
  on("create", "POST", path, (context, { body }) => createObjects(resource, context, body));
  if (operations.has("bulk")) {
    on("update", "PUT", path, (context, { body }) => updateObjects(resource, context, body, "update"));
    on("update", "PATCH", path, (context, { body }) => updateObjects(resource, context, body, "partial"));
    on("delete", "DELETE", path, (context) => destroyObjects(resource, context));
  }
  if (isPreviewed(resource)) {
    const preview = `${path}render-to-json/`;
    const access = previewAccess(resource);
    const title = "Render to json";
    const describe = (_method: Method, context: RequestContext) =>
      describeInputs(resource, context, "create");
    routes.push({
      methods: ["POST"],
      path: preview,
      access,
      tabular: true,
      bodyLimit: "import",
      transaction: false,
      handle: (context, { body }) => renderToJson(resource, caller(context), body),
      metadata: { title, byPermission: false, describe },
    });
  }
  if (operations.has("suggestions")) {
    routes.push({
      methods: ["GET"],
      path: `${path}suggestions/`,
      access: resource.access("suggestions"),
      handle: (context, { url }) => suggestObjects(resource, caller(context), url),
      columns: (context) => columnsOf(resource, context, "list"),
      metadata: {
        title: "Match",
        byPermission: false,
        describe: (_method, context) => describeColumns(resource, context, "list"),
      },
    });
  }
  on("retrieve", "GET", object, (context, request) => retrieveObject(resource, context, key(request)));
  if (resource.declaration.updates !== "partial") {
    on("update", "PUT", object, (context, request) =>
      updateObject(resource, context, key(request), request.body, "update"),
    );
  }
  on("update", "PATCH", object, (context, request) =>
    updateObject(resource, context, key(request), request.body, "partial"),
  );
  on("delete", "DELETE", object, (context, request) => destroyObject(resource, context, key(request)));
  add("OPTIONS", path, described, async (context) => ({
    body: await describeList(resource, context),
  }));
  add("OPTIONS", object, described, async (context, request) => ({
    body: await describeObject(resource, context, key(request)),
  }));
  for (const action of resource.declaration.actions ?? []) routes.push(...actionRoutes(resource, action));
  return routes;
}

/** Writes take files of rows as well: one object on the address of one, and where arrays are not taken. */
function taking(resource: Resource, at: string): Partial<EngineRoute> {
  const many = at === resource.path && resource.operations.has("bulk");
  return {
    bodyLimit: "import",
    tabular: true,
    readBody: async (context, body) => {
      if (!(body instanceof TabularFile)) return body;
      const { rows } = await readTable(resource, context, body, body.bulkLimit);
      return many || rows.length !== 1 ? rows : rows[0];
    },
  };
}

function columnsOf(
  resource: Resource,
  context: RequestContext,
  operation: "list" | "retrieve",
): Record<string, Field> {
  const fields = trimmedFields(resource, context, operation);
  const left = resource.declaration.files?.without ?? [];
  return Object.fromEntries(
    fields.filter(({ name }) => !left.includes(name)).map(({ name, field }) => [name, field]),
  );
}

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
      ...(action.fields?.GET === undefined
        ? {}
        : { columns: () => action.fields?.GET as Readonly<Record<string, Field>> }),
      ...(action.confirm === undefined ? {} : { confirm: action.confirm }),
      metadata: {
        title: action.title ?? words(action.name),
        byPermission: false,
        describe: (method, context) => describeAction(resource, action, method, context),
      },
      handle: async (context, { params, body, method, url }) => {
        const known = caller(context);
        const id = onObject ? (params.id ?? "") : undefined;
        const row = id === undefined ? undefined : await findRow(resource, known, id, method !== "GET");
        const request = { id, row, body, method, url };
        if (row === undefined || method === "GET" || action.audited === false) {
          return action.handle(known, request);
        }
        const key = row.id as string | number;
        const before = await snapshot(resource, known, key);
        const answer = await action.handle(known, request);
        await auditAction(resource, known, key, before);
        return answer;
      },
    },
  ];
}
