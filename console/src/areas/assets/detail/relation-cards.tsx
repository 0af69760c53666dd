import { useTranslation } from "react-i18next";
import { isRecord } from "../../../kit/api/api-error.ts";
import { RelationCard, type RelationItem } from "../../../kit/detail/relation-card.tsx";
import type { DetailContext } from "../../../kit/detail/resource-detail.tsx";
import { labelText } from "../../../kit/field-kinds/labels.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { valueText } from "../../../kit/metadata/value-text.ts";
import { useSession } from "../../../kit/session.ts";
import { LABEL_OPTIONS, NODE_OPTIONS } from "../resources.ts";

interface CardContext {
  readonly context: DetailContext;
}

const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => String(id));

/** Where in the tree an asset stands. It stands somewhere, so the last place stays. */
export function NodesCard({ context }: CardContext) {
  const { t } = useTranslation("assetForms");
  const { can, inRoot } = useSession();
  const { row, patch } = context;
  const nodes = rowsOf(row.nodes);
  const paths =
    Array.isArray(row.nodes_display) && row.nodes_display.length === nodes.length ? row.nodes_display : [];
  const items: RelationItem[] = nodes.map((node, at) => ({
    id: String(node.id),
    label: valueText(paths[at] ?? node.name),
    path: `/console/assets/assets?activeTab=all&node=${encodeURIComponent(String(node.id))}`,
    ...(nodes.length === 1 ? { kept: t("nodeKept") } : {}),
  }));
  const may = !inRoot && can("assets.change_asset");
  return (
    <RelationCard
      title={t("nodes.title")}
      items={items}
      options={NODE_OPTIONS}
      onAdd={may ? (ids) => patch({ nodes: [...idsOf(nodes), ...ids] }) : undefined}
      onRemove={may ? ({ id }) => patch({ nodes: idsOf(nodes).filter((other) => other !== id) }) : undefined}
    />
  );
}

/** The labels of an asset. */
export function LabelsCard({ context }: CardContext) {
  const { t } = useTranslation("routes");
  const { can, inRoot } = useSession();
  const { row, patch } = context;
  const labels = rowsOf(row.labels);
  const items: RelationItem[] = labels.map((label) => ({ id: String(label.id), label: labelText(label) }));
  const may = !inRoot && can("assets.change_asset");
  const set = (ids: readonly string[]) => patch({ labels: ids.map((pk) => ({ pk })) });
  return (
    <RelationCard
      title={t("labels")}
      items={items}
      options={LABEL_OPTIONS}
      onAdd={may ? (ids) => set([...idsOf(labels), ...ids]) : undefined}
      onRemove={may ? ({ id }) => set(idsOf(labels).filter((other) => other !== id)) : undefined}
    />
  );
}
