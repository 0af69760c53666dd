import { findGroup, type GroupRow, listGroups, presentGroups } from "./groups.ts";
import { readOperations } from "./patch.ts";
import { readResource } from "./read-resource.ts";
import type { ResourceKind } from "./resource-kind.ts";
import { groupAttributes } from "./schemas.ts";
import { createGroup, deleteGroup, patchGroup, replaceGroup } from "./write-groups.ts";

/** `/Groups`. */
export const groupKind: ResourceKind<GroupRow> = {
  path: "/Groups",
  list: ({ db }, source, query) => listGroups(db, source, query),
  find: ({ db }, source, id, isLocked) => findGroup(db, source, id, isLocked),
  present: ({ context: { db }, source, base }, rows, shown) =>
    presentGroups(db, source, rows, { base, shown }),
  create: ({ context, source }, body) => createGroup(context, source, readResource(body, groupAttributes)),
  replace: ({ context, source }, row, body) =>
    replaceGroup(context, source, row, readResource(body, groupAttributes)),
  patch: ({ context, source }, row, body) => patchGroup(context, source, row, readOperations(body)),
  remove: ({ context, source }, row) => deleteGroup(context, source, row),
};
