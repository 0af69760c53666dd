import type { RequestContext } from "../../../engine/access/index.ts";
import { NotFound } from "../../../engine/errors.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import { organizationIds } from "../../organizations/index.ts";
import { text } from "../texts.ts";
import { ensureRootNode, findNode, type Node } from "./tree.ts";

/** The root node of the request's organization; in the global view, the default organization's. */
export async function currentRootNode(context: RequestContext): Promise<Node> {
  const { organization, db, services } = context;
  if (!organization.isRoot) return ensureRootNode(db, organization.id, organization.name);
  const id = organizationIds.default;
  return ensureRootNode(db, id, await services.organizations.name(id, context.accessVersion));
}

/** The root node of an organization. */
export async function organizationRootNode(context: RequestContext, organizationId: string): Promise<Node> {
  const name = await context.services.organizations.name(organizationId, context.accessVersion);
  return ensureRootNode(context.db, organizationId, name);
}

/** A node the caller may know of; throws `NotFound` for others. */
export async function nodeInScope(context: RequestContext, id: string): Promise<Node> {
  const node = isUuid(id) ? await findNode(context.db, id) : null;
  if (node === null || !(context.organization.isRoot || node.org_id === context.organization.id)) {
    throw new NotFound(text.node);
  }
  return node;
}

/** The node of an id or key the caller may know of, or null. */
export async function findNodeInScope(context: RequestContext, idOrKey: string): Promise<Node | null> {
  const byId = isUuid(idOrKey);
  if (!byId && !/^\d+(:\d+)*$/.test(idOrKey)) return null;
  const { organization, db } = context;
  const row = await db
    .selectFrom("nodes")
    .select(["id", "org_id", "parent_id", "key", "value", "full_value"])
    .where(byId ? "id" : "key", "=", byId ? idOrKey : idOrKey.slice(0, 64))
    .executeTakeFirst();
  return row === undefined || !(organization.isRoot || row.org_id === organization.id) ? null : row;
}
