import type { CallerContext } from "../../../engine/access/index.ts";
import { ValidationError } from "../../../engine/errors.ts";
import { withParameters } from "../../../engine/i18n/index.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import { findUsableAssets, type UsableAssetQuery } from "../../permissions/index.ts";
import { mostHosts } from "./stored-job.ts";
import { text } from "./texts.ts";

/** What a node that clients name stands for. */
const special: Readonly<Record<string, Partial<UsableAssetQuery>>> = {
  favorite: { favorites: true },
  ungrouped: { ungrouped: true },
};

/**
 * The assets of nodes that a person may use now, in the current organization.
 * @throws ValidationError on `nodes`
 */
export async function assetsOfNodes(
  { db, principal, organization }: CallerContext,
  nodes: readonly string[],
): Promise<readonly string[]> {
  const ids = new Set<string>();
  for (const node of nodes) {
    const query = Object.hasOwn(special, node) ? special[node] : isUuid(node) ? { nodeId: node } : undefined;
    if (query === undefined) {
      throw new ValidationError({ nodes: [withParameters(text.unknownNode, { pk: node.slice(0, 64) })] });
    }
    const found = await findUsableAssets(db, principal.id, {
      ...query,
      organizationId: organization.id,
      limit: mostHosts + 1,
    });
    if (found.total > mostHosts) throw tooMany("nodes", found.total);
    for (const { id } of found.rows) ids.add(id);
  }
  return [...ids];
}

/** @throws ValidationError on `assets` where the person may not use some of them, or they are too many */
export async function requireUsable(
  { db, principal, organization }: CallerContext,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > mostHosts) throw tooMany("assets", ids.length);
  if (ids.length === 0) return;
  const { rows } = await findUsableAssets(db, principal.id, {
    ids,
    organizationId: organization.id,
    limit: mostHosts,
  });
  const usable = new Set(rows.map(({ id }) => id));
  const refused = ids.filter((id) => !usable.has(id));
  if (refused.length === 0) return;
  throw new ValidationError({
    assets: refused.slice(0, 20).map((pk) => withParameters(text.notPermitted, { pk })),
  });
}

const tooMany = (field: string, count: number): ValidationError =>
  new ValidationError({ [field]: [withParameters(text.tooManyAssets, { most: mostHosts, count })] });
