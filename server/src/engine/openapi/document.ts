import type { RequestContext } from "../access/context.ts";
import type { RouteDeclaration } from "../http/routes.ts";
import type { Resource } from "../resource/resource.ts";
import { parameters, responses, securitySchemes, sharedSchemas } from "./components.ts";
import type { JsonSchema } from "./field-schema.ts";
import type { Operation } from "./operation.ts";
import { plainOperations } from "./plain-operations.ts";
import { resourceOperations, resourceSchemas } from "./resource-operations.ts";

/** What the document is made of: everything that is declared. */
export interface Declarations {
  readonly resources: readonly Resource[];
  readonly routes: readonly Omit<RouteDeclaration, "handle">[];
  /** Version of the product. */
  readonly version: string;
}

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: JsonSchema;
  readonly servers: readonly JsonSchema[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  readonly components: Readonly<Record<string, JsonSchema>>;
}

/** Every operation, in the order of the declarations. */
function allOperations({ resources, routes }: Declarations, context: RequestContext): Operation[] {
  return [
    ...routes
      .filter(({ path }) => path.startsWith("/api/"))
      .flatMap((route) => plainOperations(route, context)),
    ...resources.flatMap((resource) => resourceOperations(resource, context)),
  ];
}

/**
 * The whole API as an OpenAPI document, from nothing but the declarations; labels are in the language of the
 * request. Contract: docs/contract/metadata.md, "OpenAPI".
 */
export function openApiDocument(declarations: Declarations, context: RequestContext): OpenApiDocument {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  const tags = new Set<string>();
  for (const { path, method, operation } of allOperations(declarations, context)) {
    const at = paths[path] ?? {};
    at[method.toLowerCase()] = operation;
    paths[path] = at;
    for (const tag of operation.tags as string[]) tags.add(tag);
  }
  const schemas = declarations.resources.map((resource) => resourceSchemas(resource, context));
  return {
    openapi: "3.1.0",
    info: {
      title: "Sallyport",
      version: declarations.version,
      description: "The API of this installation, as its resources declare it.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: context.services.config.siteUrl }],
    tags: [...tags].sort().map((name) => ({ name, description: `Everything below \`${name}\`.` })),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      securitySchemes: securitySchemes(context.services.config.sessionCookieNamePrefix),
      parameters,
      responses,
      schemas: Object.assign({}, sharedSchemas, ...schemas),
    },
  };
}
