import { sql } from "kysely";
import { authorOf } from "../../../engine/access/author.ts";
import { unlabelled } from "../../../engine/i18n/messages.ts";
import { list } from "../../../engine/resource/field-kinds/composites.ts";
import type { Field } from "../../../engine/resource/field-kinds/field.ts";
import { text as textField } from "../../../engine/resource/field-kinds/text.ts";
import { organizationRootNode } from "../nodes/scope.ts";
import { ensurePath, maximumPathLength } from "../nodes/tree.ts";
import { text } from "../texts.ts";

/** An item is a text of no particular kind in the metadata. */
const plain = { type: "field", describe: () => ({}) };

/**
 * Full paths of an asset's nodes. Written, it sets the nodes to exactly these, making missing levels; an empty
 * list changes nothing. Contract: docs/contract/assets.md, "Nodes of an asset".
 */
export const nodesDisplayField: Field = {
  ...list({
    label: text.nodesDisplay,
    child: { ...textField({ label: unlabelled, required: true, maxLength: maximumPathLength }), ...plain },
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
  link: async (context, id, value, { before }) => {
    const paths = value as readonly string[];
    if (paths.length === 0) return;
    const organizationId = String(before?.org_id ?? context.organization.id);
    const root = await organizationRootNode(context, organizationId);
    const ids: string[] = [];
    for (const path of new Set(paths)) {
      ids.push((await ensurePath(context.db, root, path, authorOf(context))).id);
    }
    await sql`
      insert into asset_nodes (asset_id, node_id) select ${id}::uuid, k from unnest(${[...new Set(ids)]}::uuid[]) as k
      on conflict do nothing
    `.execute(context.db);
    await sql`delete from asset_nodes where asset_id = ${id} and not (node_id = any(${ids}::uuid[]))`.execute(
      context.db,
    );
  },
};
