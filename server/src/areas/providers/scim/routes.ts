import { anonymous } from "../../../engine/access/index.ts";
import {
  type Method,
  type RouteAnswer,
  type RouteDeclaration,
  type RouteRequest,
  siteOrigin,
} from "../../../engine/http/index.ts";
import { isObject } from "../../../engine/json.ts";
import { groupKind } from "./group-kind.ts";
import { type Presented, project, readListQuery, readShown } from "./listing.ts";
import type { KindRequest, ResourceKind } from "./resource-kind.ts";
import { resourceTypes, schemas, serviceProviderConfig } from "./schemas.ts";
import { presentScimError, refused, ScimError, scimMediaType } from "./scim-error.ts";
import { scimPath } from "./scim-path.ts";
import { sourceOf } from "./source.ts";
import { userKind } from "./user-kind.ts";

/** A request with the source whose token came with it, and the address of the endpoint. */
type Handler = (request: KindRequest, sent: RouteRequest) => Promise<RouteAnswer>;

const answer = (body: unknown, more: Omit<RouteAnswer, "body" | "type"> = {}): RouteAnswer => ({
  ...more,
  type: scimMediaType,
  body: JSON.stringify(body),
});

function route(methods: readonly Method[], path: string, handle: Handler): RouteDeclaration {
  return {
    methods,
    path: scimPath + path,
    access: anonymous(
      "the token of a SCIM source says who asks, and reaches nothing but what the source sent",
    ),
    csrf: false,
    produces: scimMediaType,
    bodyLimit: 4_194_304,
    presentError: presentScimError,
    handle: async (context, sent) => {
      const source = await sourceOf(context, sent);
      const base = (await siteOrigin(context.services)) + scimPath;
      return handle({ context, source, base }, sent);
    },
  };
}

const missing = (): ScimError => new ScimError(404, undefined, "There is no such resource.");

/** The object of a request, locked where it is about to change. */
async function found<Row>(
  kind: ResourceKind<Row>,
  { context, source }: KindRequest,
  { params }: RouteRequest,
  isLocked: boolean,
): Promise<Row> {
  const row = await kind.find(context, source, params.id ?? "", isLocked);
  if (row === null) throw missing();
  return row;
}

const tags = (header: string | undefined): string[] =>
  (header ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));

/** Whether a version is among those of a header; weak and strong ones are the same here. */
const isAmong = (version: string, header: string | undefined): boolean =>
  tags(header).some((tag) => tag === "*" || tag === version.replace(/^W\//, ""));

async function present<Row>(kind: ResourceKind<Row>, request: KindRequest, row: Row): Promise<Presented> {
  const everything = { only: [], without: [] };
  const [resource] = await kind.present(request, [row], everything);
  if (resource === undefined) throw missing();
  return resource;
}

/** A resource with its version, or that it is the one the client has. */
async function show<Row>(
  kind: ResourceKind<Row>,
  request: KindRequest,
  sent: RouteRequest,
  row: Row,
  status = 200,
): Promise<RouteAnswer> {
  const resource = await present(kind, request, row);
  const { version, location } = resource.meta;
  const headers = { etag: version, ...(status === 201 ? { location } : {}) };
  if (sent.method === "GET" && isAmong(version, sent.headers["if-none-match"]))
    return { status: 304, headers };
  const { query } = request.context;
  return answer(
    project(
      resource,
      readShown((name) => query.get(name)),
    ),
    {
      status,
      headers: { ...headers, "content-location": location },
    },
  );
}

/** Refuses a change of what somebody else has changed since. @throws ScimError 412 */
async function requireVersion<Row>(
  kind: ResourceKind<Row>,
  request: KindRequest,
  { headers }: RouteRequest,
  row: Row,
): Promise<void> {
  const wanted = headers["if-match"];
  if (wanted === undefined) return;
  const { version } = (await present(kind, request, row)).meta;
  if (!isAmong(version, wanted))
    throw new ScimError(412, undefined, "The resource has changed since it was read.");
}

const listing = (resources: readonly unknown[], total: number, startIndex: number): RouteAnswer =>
  answer({
    schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  });

async function list<Row>(
  kind: ResourceKind<Row>,
  request: KindRequest,
  get: (name: string) => unknown,
): Promise<RouteAnswer> {
  const query = readListQuery(get);
  const { total, rows } = await kind.list(request.context, request.source, query);
  const resources = await kind.present(request, rows, query.shown);
  return listing(
    resources.map((resource) => project(resource, query.shown)),
    total,
    query.startIndex,
  );
}

/** Every endpoint of a kind of resource. */
function kindRoutes<Row>(kind: ResourceKind<Row>): readonly RouteDeclaration[] {
  const one = `${kind.path}/:id`;
  const changing =
    (change: (request: KindRequest, row: Row, body: unknown) => Promise<void>): Handler =>
    async (request, sent) => {
      const row = await found(kind, request, sent, true);
      await requireVersion(kind, request, sent, row);
      await change(request, row, sent.body);
      return show(kind, request, sent, await found(kind, request, sent, false));
    };
  return [
    route(["GET"], kind.path, (request) => list(kind, request, (name) => request.context.query.get(name))),
    route(["POST"], `${kind.path}/.search`, (request, { body }) => {
      if (!isObject(body)) throw refused("invalidSyntax", "the body is no object");
      return list(kind, request, (name) => (Object.hasOwn(body, name) ? body[name] : undefined));
    }),
    route(["POST"], kind.path, async (request, sent) => {
      const id = await kind.create(request, sent.body);
      const row = await kind.find(request.context, request.source, id, false);
      if (row === null) throw new Error("what was made is gone");
      return show(kind, request, sent, row, 201);
    }),
    route(["GET"], one, async (request, sent) =>
      show(kind, request, sent, await found(kind, request, sent, false)),
    ),
    route(["PUT"], one, changing(kind.replace)),
    route(["PATCH"], one, changing(kind.patch)),
    route(["DELETE"], one, async (request, sent) => {
      const row = await found(kind, request, sent, true);
      await requireVersion(kind, request, sent, row);
      await kind.remove(request, row);
      return { status: 204 };
    }),
  ];
}

/** Endpoints that describe the others. */
function described(
  path: string,
  resources: readonly { readonly id: string }[],
  kind: string,
): readonly RouteDeclaration[] {
  const placed = (base: string) =>
    resources.map((one) => ({
      ...one,
      meta: { resourceType: kind, location: `${base}${path}/${one.id}` },
    }));
  return [
    route(["GET"], path, async ({ base }) => listing(placed(base), resources.length, 1)),
    route(["GET"], `${path}/:id`, async ({ base }, { params }) => {
      const one = placed(base).find(({ id }) => id === params.id);
      if (one === undefined) throw missing();
      return answer(one);
    }),
  ];
}

/** The SCIM 2.0 server (RFC 7643, RFC 7644). Contract: docs/contract/identity.md, "SCIM". */
export const scimRoutes: readonly RouteDeclaration[] = [
  ...kindRoutes(userKind),
  ...kindRoutes(groupKind),
  route(["GET"], "/ServiceProviderConfig", async ({ base }) =>
    answer({
      ...(serviceProviderConfig as object),
      meta: { resourceType: "ServiceProviderConfig", location: `${base}/ServiceProviderConfig` },
    }),
  ),
  ...described("/ResourceTypes", resourceTypes, "ResourceType"),
  ...described("/Schemas", schemas, "Schema"),
];
