import { literal } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import { boolean, type Field, json, text as textField } from "../../../engine/resource/index.ts";
import type { AssetProtocol } from "../asset-protocol.ts";

const itemText = (name: string, maxLength = 128): Field =>
  textField({ label: literal(name), required: true, maxLength });
const itemFlag = (name: string): Field => boolean({ label: literal(name), default: false });

/** What the items of every tree may carry; the names are those of the widget that draws them. */
export const treeItemFields: Readonly<Record<string, Field>> = {
  id: itemText("ID"),
  name: itemText("Name"),
  title: itemText("Title"),
  pId: itemText("Parent ID"),
  parentInfo: itemText("Parent info", 4096),
  isParent: itemFlag("Is parent"),
  open: itemFlag("Open"),
  iconSkin: itemText("Icon"),
  nocheck: itemFlag("No check box"),
  checked: itemFlag("Checked"),
  halfCheck: itemFlag("Half checked"),
  chkDisabled: itemFlag("Check box disabled"),
  meta: json({ label: literal("Meta"), required: true }),
};

/** What a node item of a tree is made of. */
export interface NodeItemSource {
  readonly id: string;
  readonly key: string;
  readonly parent_key: string;
  readonly value: string;
}

/** A node of a tree, in the simple form tree widgets read. Contract: docs/contract/assets.md, "Trees". */
export function nodeItem(node: NodeItemSource, assetsAmount: number): Record<string, Json> {
  const name = `${node.value} (${assetsAmount})`;
  return {
    id: node.key,
    name,
    title: name,
    pId: node.parent_key,
    isParent: true,
    open: true,
    meta: { type: "node", data: { id: node.id, key: node.key, value: node.value } },
  };
}

/** What an asset item of a tree is made of. */
export interface AssetItemSource {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly comment: string;
  readonly category: string;
  readonly type: string;
  readonly is_active: boolean;
  readonly protocols: readonly AssetProtocol[];
}

/** An asset of a tree below the item `parentId`. Contract: docs/contract/assets.md, "Trees". */
export function assetItem(
  asset: AssetItemSource,
  parentId: string,
  organizationName: string,
): Record<string, Json> {
  return {
    id: asset.id,
    name: asset.name,
    title: `${asset.address}\n${asset.comment}`,
    pId: parentId,
    isParent: false,
    open: false,
    iconSkin: asset.category === "custom" ? "file" : asset.type,
    chkDisabled: !asset.is_active,
    meta: {
      type: "asset",
      data: {
        platform_type: asset.type,
        org_name: organizationName,
        sftp: asset.protocols.some(({ name }) => name === "sftp"),
        name: asset.name,
        address: asset.address,
      },
    },
  };
}
