import {
  authorOf,
  type CallerContext,
  permission,
  type QueryParameters,
} from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import { ValidationError } from "../../../engine/errors.ts";
import { caller, type RouteDeclaration, type RouteRequest } from "../../../engine/http/index.ts";
import { text as engineText, withParameters } from "../../../engine/i18n/index.ts";
import { isObject, plainText, typeName } from "../../../engine/json.ts";
import {
  isUuid,
  listObjects,
  prepareResource,
  type ResourceDeclaration,
  text as textField,
  uuid,
} from "../../../engine/resource/index.ts";
import { text } from "../texts.ts";
import { changeNodeAssets, type LinkChange } from "./asset-links.ts";
import { nameOrNull, newNodeName, nodeChildrenResource, presentNodes } from "./node-resource.ts";
import { nodeInScope } from "./scope.ts";
import { createChild, findNode, maximumNameLength } from "./tree.ts";
import { moveNode } from "./tree-edits.ts";

/** Most nodes moved by one call. */
const mostMoved = 1000;

const at = (tail: string): string => `/api/v1/assets/nodes/:id/${tail}/`;

/** The same query with other values for some parameters. */
function withQuery(query: QueryParameters, values: Readonly<Record<string, string>>): QueryParameters {
  return {
    get: (name) => values[name] ?? query.get(name),
    all: (name) => (values[name] === undefined ? query.all(name) : [values[name]]),
    has: (name) => Object.hasOwn(values, name) || query.has(name),
    entries: () => [
      ...query.entries().filter(([name]) => !Object.hasOwn(values, name)),
      ...Object.entries(values),
    ],
  };
}

const node = (context: CallerContext, { params }: RouteRequest) => nodeInScope(context, params.id ?? "");

async function addChild(context: CallerContext, request: RouteRequest) {
  const parent = await node(context, request);
  const body = isObject(request.body) ? request.body : {};
  const value = typeof body.value === "string" ? nameOrNull(body.value.trim()) : null;
  if (value !== null && [...value].length > maximumNameLength) {
    throw new ValidationError({ value: [withParameters(engineText.tooLong, { limit: maximumNameLength })] });
  }
  if (value?.includes("\0")) throw new ValidationError({ value: [engineText.nulCharacter] });
  const id = typeof body.id === "string" && body.id !== "" ? body.id : undefined;
  if (id !== undefined && !isUuid(id)) throw new ValidationError({ id: [engineText.notUuid] });
  if (id !== undefined) {
    const taken = await context.db.selectFrom("nodes").select("id").where("id", "=", id).executeTakeFirst();
    if (taken !== undefined) throw new ValidationError({ id: [engineText.idTaken] });
  }
  const child = await createChild(context.db, parent.id, {
    value,
    newName: newNodeName(context),
    createdBy: authorOf(context),
    ...(id === undefined ? {} : { id }),
  });
  await record(context, "create", child);
  const [body201] = await presentNodes(context, [child.id]);
  return { status: 201, body: body201 };
}

const record = (
  context: CallerContext,
  action: "create" | "update",
  changed: { readonly id: string; readonly full_value: string; readonly org_id: string },
) =>
  recordOperation(context, {
    action,
    type: text.node,
    name: changed.full_value,
    id: changed.id,
    organizationId: changed.org_id,
  });

async function moveHere(context: CallerContext, request: RouteRequest) {
  const parent = await node(context, request);
  const nodes = isObject(request.body) ? request.body.nodes : undefined;
  if (!Array.isArray(nodes)) {
    throw new ValidationError({
      nodes: [
        nodes === undefined
          ? engineText.required
          : withParameters(engineText.notList, { type: typeName(nodes) }),
      ],
    });
  }
  if (nodes.length > mostMoved) {
    throw new ValidationError({ nodes: [withParameters(engineText.tooLarge, { limit: mostMoved })] });
  }
  for (const item of nodes) {
    const id = plainText(isObject(item) ? (item.id ?? item.pk) : item);
    const moved = await nodeInScope(context, id).catch(() => null);
    if (moved === null || moved.org_id !== parent.org_id) {
      throw new ValidationError({
        nodes: [withParameters(engineText.objectMissing, { pk: id.slice(0, 64) })],
      });
    }
    const isMoved = await moveNode(context.db, moved.id, parent.id, authorOf(context));
    if (isMoved) await record(context, "update", (await findNode(context.db, moved.id)) ?? moved);
  }
  return { body: JSON.stringify("OK"), type: "application/json; charset=utf-8" };
}

const childFields = {
  id: uuid({ label: engineText.id }),
  value: textField({ label: text.value, nullable: true, maxLength: maximumNameLength }),
};

/** Endpoints below one node. Contract: docs/contract/assets.md, "Nodes". */
export function nodeRoutes(assetsResource: ResourceDeclaration): RouteDeclaration[] {
  const children = prepareResource(nodeChildrenResource);
  const assets = prepareResource(assetsResource);
  const links = (change: LinkChange): RouteDeclaration[] =>
    (["PUT", "PATCH"] as const).map((method) => ({
      methods: [method],
      path: at(`assets/${change}`),
      access: permission(method === "PUT" ? "assets.change_assetnodes" : "assets.change_node"),
      title: "Node Assets Api",
      bodyLimit: 10_485_760,
      handle: async (context, request) => {
        const known = caller(context);
        return { body: await changeNodeAssets(known, await node(known, request), change, request.body) };
      },
    }));
  return [
    {
      methods: ["GET"],
      path: at("children"),
      access: permission("assets.view_node"),
      title: "Node Children Api",
      handle: async (context, request) => {
        const known = caller(context);
        const { id } = await node(known, request);
        return listObjects(children, { ...known, query: withQuery(known.query, { id }) }, request.url);
      },
    },
    {
      methods: ["POST"],
      path: at("children"),
      access: permission("assets.add_node"),
      title: "Node Children Api",
      fields: { POST: childFields },
      handle: (context, request) => addChild(caller(context), request),
    },
    {
      methods: ["PUT", "PATCH"],
      path: at("children/add"),
      access: permission("assets.change_node"),
      title: "Node Add Children Api",
      handle: (context, request) => moveHere(caller(context), request),
    },
    {
      methods: ["GET"],
      path: at("assets"),
      access: permission("assets.view_asset"),
      title: "Node Assets Api",
      handle: async (context, request) => {
        const known = caller(context);
        const { id } = await node(known, request);
        const all = known.query.get("all") ?? "0";
        return listObjects(
          assets,
          { ...known, query: withQuery(known.query, { node_id: id, all }) },
          request.url,
        );
      },
    },
    ...links("add"),
    ...links("replace"),
    ...links("remove"),
  ];
}
