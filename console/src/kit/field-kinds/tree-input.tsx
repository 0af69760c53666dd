import { Tree } from "antd";
import type { TreeChoice } from "../metadata/types.ts";
import type { FieldInputProps } from "./field-kind.ts";
import { splitHint, treeLeaves } from "./tree.tsx";

interface TreeRow {
  readonly key: string;
  readonly title: React.ReactNode;
  readonly children?: TreeRow[];
}

function rows(tree: readonly TreeChoice[]): TreeRow[] {
  return tree.map((node) => {
    const { text, hint } = splitHint(node.label);
    const title = (
      <span key={node.value}>
        {text}
        {hint === undefined ? null : <span className="hint"> {hint}</span>}
      </span>
    );
    return node.children === undefined
      ? { key: node.value, title }
      : { key: node.value, title, children: rows(node.children) };
  });
}

/** Check tree, all levels open; its value is the list of checked leaves. */
export default function TreeInput({ value, onChange, field, disabled }: FieldInputProps) {
  const tree = field.tree ?? [];
  const leaves = new Set(treeLeaves(tree).map((leaf) => leaf.value));
  return (
    <Tree
      checkable
      defaultExpandAll
      selectable={false}
      disabled={disabled ?? false}
      treeData={rows(tree)}
      checkedKeys={Array.isArray(value) ? value.map(String) : []}
      onCheck={(checked) => {
        const keys = Array.isArray(checked) ? checked : checked.checked;
        onChange?.(keys.map(String).filter((key) => leaves.has(key)));
      }}
    />
  );
}
