import { type RawBuilder, sql } from "kysely";
import { authorOf, type RequestContext } from "../../../engine/access/index.ts";
import { ApiError, BadRequest, ValidationError } from "../../../engine/errors.ts";
import { text as engineText, translate, withParameters } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import {
  computed,
  defineResource,
  type ExistingRow,
  exact,
  exactUuid,
  organizationFields,
  prepareResource,
  presentRows,
  type ResourceDeclaration,
  rowsByKey,
  text as textField,
  trimmedFields,
  uuid,
  type WriteEvent,
} from "../../../engine/resource/index.ts";
import { text } from "../texts.ts";
import { currentRootNode } from "./scope.ts";
import { ensurePath, findNode, maximumNameLength, reserveChild, splitPath } from "./tree.ts";
import { clearBelow, renameNode } from "./tree-edits.ts";

/** "New node N" in the language of the request. */
export const newNodeName = (context: RequestContext) => (number: number) =>
  translate(withParameters(text.newNode, { number }), context.language);

/** A name, or null when a name is to be made up. */
export function nameOrNull(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

const base = {
  app: "assets",
  model: "node",
  label: text.node,
  scope: "organization",
  table: "nodes",
  displayColumn: "full_value",
  sizes: { mini: ["id", "value", "full_value"], small: ["id", "key", "value", "full_value"] },
  fields: {
    id: uuid({ label: engineText.id }),
    key: textField({ label: text.key, readOnly: true }),
    value: {
      ...textField({ label: text.value, nullable: true, blank: true, maxLength: maximumNameLength }),
      toColumns: () => ({}),
    },
    org_id: organizationFields.org_id,
    name: computed({ label: engineText.name, columns: ["value"], present: (row) => row.value as Json }),
    full_value: {
      ...textField({ label: text.fullValue, createOnly: true, blank: true }),
      toColumns: () => ({}),
    },
  },
  filters: { value: exact("t.value"), key: exact("t.key"), id: exactUuid("t.id") },
  order: { by: ["key", "value", "full_value", "parent_key", "org_id"], default: ["parent_key", "value"] },
} satisfies Omit<ResourceDeclaration, "path" | "title" | "search">;

type NodeEvent = WriteEvent<(typeof base)["fields"]>;

/** Nodes. Contract: docs/contract/assets.md, "Nodes". */
export const nodesResource = defineResource({
  ...base,
  path: "assets/nodes",
  title: "Node",
  search: ["t.full_value"],
  operations: ["list", "retrieve", "create", "update", "delete", "bulk", "suggestions"],
  bulkDelete: "selected",
  hooks: {
    findExisting: (events) => Promise.all(events.map(findByPath)),
    columns: async (event) => (event.before === null ? reserveNewNode(event) : {}),
    afterWrite: async ({ context, before, values, id }) => {
      const value = nameOrNull(values.value);
      if (before === null || value === null || value === before.value) return;
      if (before.parent_id === null) {
        throw new BadRequest("root_node_rename", text.rootRename, { error: text.rootRename });
      }
      await renameNode(context.db, String(id), value, context.principal.name);
    },
    beforeDelete: async ({ db }, row) => {
      // A node above it in the same request may have taken it along.
      if ((await findNode(db, row.id)) !== null) await clearBelow(db, row.id);
    },
  },
});

/** The node a creation names by its path, when it is there already. */
async function findByPath({ context, values }: NodeEvent): Promise<ExistingRow | null> {
  const path = nameOrNull(values.full_value);
  if (path === null) return null;
  const root = await currentRootNode(context);
  const names = splitPath(path, root.value);
  const { rows } = await sql<{ id: string }>`
    select id from nodes where org_id = ${root.org_id} and full_value = ${[root.full_value, ...names].join("/")}
  `.execute(context.db);
  return rows[0] === undefined ? null : { row: rows[0], change: false };
}

/** Where a node made through the list goes: below the root, or at the end of `full_value`. */
async function reserveNewNode(
  { context, values }: NodeEvent,
  onField = true,
): Promise<Record<string, unknown>> {
  const root = await currentRootNode(context);
  const names = splitPath(nameOrNull(values.full_value) ?? "", root.value);
  const last = names.at(-1);
  if (last !== undefined && [...last].length > maximumNameLength) {
    throw new ValidationError({
      full_value: [withParameters(engineText.tooLong, { limit: maximumNameLength })],
    });
  }
  const author = authorOf(context);
  const parent =
    last === undefined ? root : await ensurePath(context.db, root, names.slice(0, -1).join("/"), author);
  try {
    const child = await reserveChild(
      context.db,
      parent.id,
      last ?? nameOrNull(values.value),
      newNodeName(context),
    );
    return {
      parent_id: parent.id,
      key: child.key,
      value: child.value,
      full_value: child.fullValue,
      created_by: author,
      updated_by: author,
    };
  } catch (error) {
    if (onField && error instanceof ApiError && error.code === "node_name_taken") {
      throw new ValidationError({ value: [text.nodeNameTaken] });
    }
    throw error;
  }
}

/** Which nodes the children list shows. */
function childrenCondition({ query, organization }: RequestContext): RawBuilder<boolean> {
  const all = query.get("all") === "all";
  const [id, key] = [query.get("id") ?? "", query.get("key") ?? ""];
  const own = organization.isRoot ? sql`true` : sql`p.org_id = ${organization.id}::uuid`;
  const parent = /^[0-9a-f-]{32,36}$/i.test(id) ? sql`p.id::text = ${id.toLowerCase()}` : sql`p.key = ${key}`;
  if (id !== "" || key !== "") {
    return all
      ? sql<boolean>`exists (select 1 from nodes p where ${parent} and ${own} and t.key like p.key || ':%')`
      : sql<boolean>`t.parent_id = (select p.id from nodes p where ${parent} and ${own})`;
  }
  if (all) return sql<boolean>`true`;
  if (organization.isRoot) return sql<boolean>`t.parent_id is null`;
  return sql<boolean>`(t.parent_id is null or t.parent_id in (select p.id from nodes p where p.parent_id is null and ${own}))`;
}

/** `nodes/children/`: one level of the tree, or all below it; POST makes a child of the root. */
export const nodeChildrenResource = defineResource({
  ...base,
  path: "assets/nodes/children",
  title: "Node Children Api",
  search: ["t.value"],
  filters: {},
  order: { ...base.order, announced: false },
  operations: ["list", "create"],
  where: childrenCondition,
  hooks: { columns: (event) => reserveNewNode(event, false) },
});

/** Nodes as the list shows them, in the order of the ids. */
export async function presentNodes(
  context: RequestContext,
  ids: readonly string[],
): Promise<Record<string, Json>[]> {
  const resource = prepareResource(nodesResource);
  const fields = trimmedFields(resource, context, "retrieve");
  return presentRows(await rowsByKey(resource, context, ids, fields), fields, context);
}
