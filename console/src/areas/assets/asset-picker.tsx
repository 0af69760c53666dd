import { useState } from "react";
import type { FieldInputProps } from "../../kit/field-kinds/field-kind.ts";
import { protocolsKind } from "../../kit/field-kinds/protocols.tsx";
import { useFormTexts } from "../../kit/form/use-form-texts.ts";
import type { TreeItem } from "../../kit/tree/tree-items.ts";
import type { PickColumn } from "../../kit/widgets/pick-table.tsx";
import type { PickTreeProps } from "../../kit/widgets/related-dialog.tsx";
import { RelatedPicker } from "../../kit/widgets/related-picker.tsx";
import { NodeTree } from "./nodes/node-tree.tsx";
import { ASSET_OPTIONS } from "./resources.ts";

const TREE_URL = "/api/v1/assets/nodes/children/tree/?assets=0";

/** The node tree, narrowing the list beside it. */
export function NarrowingTree({ onNarrow }: PickTreeProps) {
  const [selected, setSelected] = useState<string>();
  const choose = (item: TreeItem | undefined) => {
    setSelected(item?.id);
    onNarrow(item === undefined ? undefined : { node_id: item.id, show_current_asset: 0 });
  };
  return <NodeTree url={TREE_URL} selected={selected} onSelect={choose} />;
}

/** Columns of a list to choose assets from. */
export function useAssetColumns(): readonly PickColumn[] {
  const { t } = useFormTexts();
  return [
    { name: "name", title: t("assetColumns.name") },
    { name: "address", title: t("assetColumns.address") },
    { name: "platform", title: t("assetColumns.platform") },
    {
      name: "protocols",
      title: t("assetColumns.protocols"),
      render: (row) => protocolsKind.cell(row.protocols, { type: "field" }, "protocols"),
    },
  ];
}

function AssetPicker({ multiple, ...props }: FieldInputProps & { readonly multiple: boolean }) {
  const columns = useAssetColumns();
  return (
    <RelatedPicker
      {...props}
      related={props.related ?? ASSET_OPTIONS}
      multiple={multiple}
      tree={NarrowingTree}
      columns={columns}
    />
  );
}

/** Several assets, typed or chosen from the tree and the list. */
export function AssetsInput(props: FieldInputProps) {
  return <AssetPicker {...props} multiple />;
}

/** One asset, typed or chosen from the tree and the list. */
export function AssetInput(props: FieldInputProps) {
  return <AssetPicker {...props} multiple={false} />;
}
