import type { CallerContext, RequestContext } from "../../access/context.ts";
import { NotFound } from "../../errors.ts";
import type { Field } from "../field-kinds/field.ts";
import { describeField } from "../metadata.ts";
import { findRow } from "../pipeline/rows.ts";
import { trimmedFields } from "../pipeline/trim.ts";
import { applies, type NamedField, type Resource } from "../resource.ts";

const renders = ["application/json", "text/csv", "application/xlsx"];
const parses = [
  "application/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "text/csv",
  "text/xlsx",
  "*/*",
];

type Metadata = Record<string, unknown>;

/** The answer to OPTIONS around `actions`. Contract: docs/contract/metadata.md, "Envelope". */
export function metadataEnvelope(name: string, actions: Metadata): Metadata {
  return {
    name,
    description: "",
    renders,
    parses,
    ...(Object.keys(actions).length === 0 ? {} : { actions }),
  };
}

/** OPTIONS of a list route. It describes; it is not a permission. */
export async function describeList(declared: Resource, context: RequestContext): Promise<Metadata> {
  const resource = await asDescribed(declared, context, null);
  const { operations, declaration } = resource;
  const actions: Metadata = {};
  if (operations.has("list")) actions.GET = describeColumns(resource, context, "list");
  if (operations.has("create")) actions.POST = describeInputs(resource, context, "create");
  if (operations.has("update") && operations.has("bulk")) {
    actions.PUT = describeInputs(resource, context, "update");
    actions.PATCH = describeInputs(resource, context, "update");
  }
  for (const method of declaration.describedFor ?? []) {
    actions[method] ??= describeInputs(resource, context, method === "POST" ? "create" : "update");
  }
  return metadataEnvelope(named(declaration.title, "List"), actions);
}

/** OPTIONS of a detail route; PUT is left out when there is no such object. */
export async function describeObject(
  declared: Resource,
  context: CallerContext,
  key: string,
): Promise<Metadata> {
  const resource = await asDescribed(declared, context, key);
  const { operations, declaration } = resource;
  const actions: Metadata = {};
  if (operations.has("retrieve")) actions.GET = describeColumns(resource, context, "retrieve");
  if (operations.has("update") || declaration.hasOwnUpdate === true) {
    if (declaration.updates !== "partial" && (await exists(resource, context, key)))
      actions.PUT = describeInputs(resource, context, "update");
    actions.PATCH = describeInputs(resource, context, "update");
  }
  return metadataEnvelope(named(declaration.title, "Instance"), actions);
}

/** The resource with the fields that look into the database for their metadata having done so. */
async function asDescribed(
  resource: Resource,
  context: RequestContext,
  key: string | null,
): Promise<Resource> {
  if (!resource.fields.some(({ field }) => field.describeFor !== undefined)) return resource;
  const fields = resource.fields.map(async (one) => {
    const description = await one.field.describeFor?.(context, key);
    return description === undefined ? one : { ...one, field: { ...one.field, describe: () => description } };
  });
  return { ...resource, fields: await Promise.all(fields) };
}

const named = (title: string, kind: "List" | "Instance"): string =>
  title.endsWith(" Api") ? title : `${title} ${kind}`;

async function exists(resource: Resource, context: CallerContext, key: string): Promise<boolean> {
  try {
    await findRow(resource, context, key);
    return true;
  } catch (error) {
    if (error instanceof NotFound) return false;
    throw error;
  }
}

/** A field of the detail alone, as everything but the detail describes it: it is only written there. */
function asWritten(named: NamedField): NamedField {
  const { detailOnly, ...options } = named.field.options;
  if (detailOnly !== true) return named;
  return { ...named, field: { ...named.field, options: { ...options, writeOnly: true } } };
}

const isDescribed = ({ field }: NamedField): boolean => field.options.isUndescribed !== true;

/** The metadata of what a read answers. */
export function describeColumns(
  resource: Resource,
  context: RequestContext,
  operation: "list" | "retrieve",
): Metadata {
  const { filters = {}, order } = resource.declaration;
  const described = operation === "list" ? { ...resource, fields: resource.fields.map(asWritten) } : resource;
  return Object.fromEntries(
    trimmedFields(described, context, operation)
      .filter(isDescribed)
      .map(({ name, field }) => [
        name,
        describeField(field, context, {
          filter: filters[name] !== undefined && filters[name].announced !== false,
          order: order.announced !== false && resource.orderable.has(name),
        }),
      ]),
  );
}

/** The metadata of what a write takes. */
export function describeInputs(
  resource: Resource,
  context: RequestContext,
  operation: "create" | "update",
): Metadata {
  return describeFields(
    resource.fields
      .filter((field) => isDescribed(field) && applies(field, operation, context))
      .map(asWritten),
    context,
  );
}

function describeFields(fields: readonly NamedField[], context: RequestContext): Metadata {
  return Object.fromEntries(fields.map(({ name, field }) => [name, describeField(field, context)]));
}

/** Metadata of a route's own input fields. */
export function describeInputFields(
  fields: Readonly<Record<string, Field>>,
  context: RequestContext,
): Metadata {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, describeField(field, context)]),
  );
}
