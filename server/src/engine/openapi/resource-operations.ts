import type { RequestContext } from "../access/context.ts";
import type { Method } from "../http/routes.ts";
import type { ResourceAction } from "../resource/declaration.ts";
import { describeField } from "../resource/metadata.ts";
import { describeInputFields } from "../resource/operations/describe.ts";
import { isPreviewed, type NamedField, previewAccess, type Resource } from "../resource/resource.ts";
import { answeredFile, jsonContent, parameterRef, schemaRef } from "./components.ts";
import { type JsonSchema, objectSchema, orNull, propertiesOf, type Use } from "./field-schema.ts";
import { identifier, type Operation, type OperationParts, operationOf } from "./operation.ts";

/** `assets/nodes/children` -> `AssetsNodesChildren`. */
export const schemaName = (path: string): string =>
  path
    .split(/[/\-_:]+/)
    .filter((word) => word !== "")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

function fieldsSchema(
  fields: readonly NamedField[],
  use: Use,
  partial: boolean,
  context: RequestContext,
): JsonSchema {
  const described = Object.fromEntries(
    fields.map(({ name, field }) => [name, describeField(field, context)]),
  );
  const schema = objectSchema(described, use, partial);
  const properties = Object.entries(propertiesOf(schema)).map(([name, own]) => {
    const nullable = fields.some((one) => one.name === name && one.field.options.nullable === true);
    return [name, nullable ? orNull(own) : own];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

const writtenOn = (resource: Resource, operation: "create" | "update"): readonly NamedField[] =>
  resource.fields.filter(
    ({ field: { options } }) =>
      (options.only === undefined || options.only.includes(operation)) &&
      !(operation === "update" && options.createOnly === true),
  );

/** The schemas of a resource: what is read, created, replaced and changed. */
export function resourceSchemas(resource: Resource, context: RequestContext): Record<string, JsonSchema> {
  const name = schemaName(resource.declaration.path);
  const { operations } = resource;
  const read = resource.fields.filter(
    ({ field: { options } }) =>
      options.only === undefined || options.only.includes("list") || options.only.includes("retrieve"),
  );
  return {
    [name]: fieldsSchema(read, "read", false, context),
    ...(operations.has("create")
      ? { [`${name}Create`]: fieldsSchema(writtenOn(resource, "create"), "write", false, context) }
      : {}),
    ...(operations.has("update")
      ? {
          ...(resource.declaration.updates === "partial"
            ? {}
            : { [`${name}Update`]: fieldsSchema(writtenOn(resource, "update"), "write", false, context) }),
          [`${name}Change`]: fieldsSchema(writtenOn(resource, "update"), "write", true, context),
        }
      : {}),
  };
}

/** The columns of a file with the fields they stand for, and its rows. */
const previewSchema: JsonSchema = {
  type: "object",
  properties: {
    title: { type: "array", items: { type: "array", items: { type: "string" } } },
    data: { type: "array", items: { type: "object" } },
  },
};

/** Every operation that follows from a resource's declaration. */
export function resourceOperations(resource: Resource, context: RequestContext): Operation[] {
  const { declaration, operations, path } = resource;
  const name = schemaName(declaration.path);
  const [tag = ""] = declaration.path.split("/");
  const label = declaration.title;
  const object = `${path}:id/`;
  const one = schemaRef(name);
  const many: JsonSchema = { type: "array", items: one };
  const page: JsonSchema = {
    type: "object",
    properties: {
      count: { type: "integer" },
      next: { type: ["string", "null"] },
      previous: { type: ["string", "null"] },
      results: many,
    },
  };
  const filters = Object.keys(declaration.filters ?? {})
    .filter((filter) => !["ids", "spm", "search", "order", "limit", "offset"].includes(filter))
    .map((filter) => ({ name: filter, in: "query", required: false, schema: { type: "string" } }));
  const trimming = [parameterRef("fields"), parameterRef("fieldsSize")];
  const listing = [
    ...(["limit", "offset", "search", "order", "ids", "spm"] as const).map(parameterRef),
    ...trimming,
    ...filters,
  ];
  const found: Operation[] = [];
  const add = (
    operation: Parameters<Resource["access"]>[0],
    method: Method,
    at: string,
    verb: string,
    parts: Pick<OperationParts, "summary" | "success"> & Partial<OperationParts>,
  ): void => {
    if (!operations.has(operation)) return;
    const id = identifier(verb, declaration.path);
    found.push(operationOf(at, method, { id, tag, access: resource.access(operation), ...parts }));
  };
  const answer = (status: string, schema: JsonSchema) => ({ status, content: jsonContent(schema) });
  const orMany = (schema: JsonSchema): JsonSchema =>
    operations.has("bulk") ? { anyOf: [schema, { type: "array", items: schema }] } : schema;

  add("list", "GET", path, "list", {
    summary: `${label}: list`,
    parameters: [...listing, parameterRef("format"), parameterRef("template")],
    success: { status: "200", content: { ...jsonContent({ anyOf: [page, many] }), ...answeredFile } },
  });
  add("create", "POST", path, "create", {
    summary: `${label}: create`,
    body: orMany(schemaRef(`${name}Create`)),
    takesFiles: true,
    success: answer("201", orMany(one)),
  });
  if (isPreviewed(resource)) {
    add("list", "POST", `${path}render-to-json/`, "preview", {
      summary: `${label}: a file as objects, before it is imported`,
      access: previewAccess(resource),
      takesFiles: true,
      success: answer("200", previewSchema),
    });
  }
  if (operations.has("bulk")) {
    const items = (kind: string): JsonSchema => ({ type: "array", items: schemaRef(`${name}${kind}`) });
    add("update", "PUT", path, "replace_many", {
      summary: `${label}: replace several`,
      body: items("Update"),
      takesFiles: true,
      success: answer("200", many),
    });
    add("update", "PATCH", path, "change_many", {
      summary: `${label}: change several`,
      body: items("Change"),
      takesFiles: true,
      success: answer("200", many),
    });
    add("delete", "DELETE", path, "delete_many", {
      summary: `${label}: delete what the query narrows to`,
      parameters: listing,
      success: { status: "204", content: null },
    });
  }
  add("suggestions", "GET", `${path}suggestions/`, "suggest", {
    summary: `${label}: the first matches`,
    parameters: listing,
    success: answer("200", many),
  });
  add("retrieve", "GET", object, "read", {
    summary: `${label}: one`,
    parameters: trimming,
    success: answer("200", one),
  });
  if (declaration.updates !== "partial") {
    add("update", "PUT", object, "replace", {
      summary: `${label}: replace`,
      body: schemaRef(`${name}Update`),
      success: answer("200", one),
    });
  }
  add("update", "PATCH", object, "change", {
    summary: `${label}: change`,
    body: schemaRef(`${name}Change`),
    success: answer("200", one),
  });
  add("delete", "DELETE", object, "delete", {
    summary: `${label}: delete`,
    success: { status: "204", content: null },
  });
  for (const action of declaration.actions ?? []) {
    found.push(...actionOperations(resource, action, { tag, label }, context));
  }
  return found;
}

function actionOperations(
  resource: Resource,
  action: ResourceAction,
  { tag, label }: { readonly tag: string; readonly label: string },
  context: RequestContext,
): Operation[] {
  const onObject = action.on === "object";
  return action.methods.map((method) => {
    const own = action.fields?.[method];
    const fields = own === undefined ? undefined : describeInputFields(own, context);
    return operationOf(`${resource.path}${onObject ? ":id/" : ""}${action.name}/`, method, {
      id: identifier(method.toLowerCase(), resource.declaration.path, onObject ? "one" : "", action.name),
      tag,
      summary: `${label}: ${action.name.replaceAll(/[-/]/g, " ")}`,
      access: action.access,
      ...(method === "GET" || method === "DELETE"
        ? {}
        : { body: fields === undefined ? {} : objectSchema(fields, "write", method === "PATCH") }),
      success: {
        status: "200",
        content: jsonContent(method === "GET" && fields !== undefined ? objectSchema(fields, "read") : {}),
      },
    });
  });
}
