import { sql } from "kysely";
import { authorOf, type CallerContext } from "../../../engine/access/index.ts";
import { unlabelled } from "../../../engine/i18n/index.ts";
import { oneLine } from "../../../engine/names.ts";
import { type Field, list, text as textField } from "../../../engine/resource/index.ts";
import { organizationRootNode } from "../nodes/scope.ts";
import { ensurePath, maximumPathLength, splitPath } from "../nodes/tree.ts";
import { text } from "../texts.ts";

/** An item is a text of no particular kind in the metadata. */
const plain = { type: "field", describe: () => ({}) };

/** Ids of the nodes at paths of the organization's tree, by path; missing levels are made. */
async function nodesAt(
  context: CallerContext,
  organizationId: string,
  paths: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const { db } = context;
  const root = await organizationRootNode(context, organizationId);
  const wanted = [...new Set(paths)].map((path) => {
    const names = splitPath(path, root.value);
    return { path, fullValue: [root.full_value, ...names].join("/") };
  });
  const { rows } = await sql<{ id: string; full_value: string }>`
    select id, full_value from nodes
    where org_id = ${organizationId} and full_value = any(${wanted.map(({ fullValue }) => fullValue)}::text[])
  `.execute(db);
  const known = new Map(rows.map(({ id, full_value }) => [full_value, id]));
  const nodes = new Map<string, string>();
  for (const { path, fullValue } of wanted) {
    nodes.set(path, known.get(fullValue) ?? (await ensurePath(db, root, path, authorOf(context))).id);
  }
  return nodes;
}

/**
 * Full paths of an asset's nodes. Written, it sets the nodes to exactly these, making missing levels; an empty
 * list changes nothing. Contract: docs/contract/assets.md, "Nodes of an asset".
 */
export const nodesDisplayField: Field<readonly string[]> = {
  ...list({
    label: text.nodesDisplay,
    child: {
      ...textField({ label: unlabelled, required: true, maxLength: maximumPathLength, check: oneLine }),
      ...plain,
    },
    maxItems: 200,
  }),
  columns: [],
  toColumns: () => ({}),
  load: async (context, rows) => {
    const { rows: paths } = await sql<{ asset_id: string; full_value: string }>`
      select l.asset_id, n.full_value from asset_nodes l join nodes n on n.id = l.node_id
      where l.asset_id = any(${rows.map((row) => row.id)}::uuid[]) order by n.full_value
    `.execute(context.db);
    const byAsset = new Map<unknown, string[]>();
    for (const { asset_id, full_value } of paths) {
      byAsset.set(asset_id, [...(byAsset.get(asset_id) ?? []), full_value]);
    }
    return byAsset;
  },
  present: (row, _context, loaded) => (loaded as Map<unknown, string[]>).get(row.id) ?? [],
  linkNew: async (context, items) => {
    const given = items.flatMap(({ id, value }) =>
      (value as readonly string[]).map((path) => ({ id, path })),
    );
    if (given.length === 0) return;
    const nodes = await nodesAt(
      context,
      context.organization.id,
      given.map(({ path }) => path),
    );
    const own = given.map(({ id }) => id);
    const other = given.map(({ path }) => nodes.get(path));
    await sql`
      insert into asset_nodes (asset_id, node_id) select * from unnest(${own}::uuid[], ${other}::uuid[])
      on conflict do nothing
    `.execute(context.db);
    // The paths are the whole of it, whatever nodes were given besides them.
    await sql`
      delete from asset_nodes l where l.asset_id = any(${own}::uuid[])
        and (l.asset_id, l.node_id) not in (select * from unnest(${own}::uuid[], ${other}::uuid[]))
    `.execute(context.db);
  },
  link: async (context, id, value, { before }) => {
    const paths = value as readonly string[];
    if (paths.length === 0) return;
    const organizationId = String(before?.org_id ?? context.organization.id);
    const ids = [...new Set((await nodesAt(context, organizationId, paths)).values())];
    await sql`
      insert into asset_nodes (asset_id, node_id) select ${id}::uuid, k from unnest(${ids}::uuid[]) as k
      on conflict do nothing
    `.execute(context.db);
    await sql`delete from asset_nodes where asset_id = ${id} and not (node_id = any(${ids}::uuid[]))`.execute(
      context.db,
    );
  },
};
