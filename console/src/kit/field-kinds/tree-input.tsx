import { Tooltip, Tree } from "antd";
import type { TreeChoice } from "../metadata/types.ts";
import { groupProps } from "./control.ts";
import type { FieldInputProps } from "./field-kind.ts";
import { splitHint, treeLeaves } from "./tree.tsx";

interface TreeRow {
  readonly key: string;
  readonly title: React.ReactNode;
  readonly children?: TreeRow[];
}

function title(label: string): React.ReactNode {
  const { text, hint } = splitHint(label);
  if (hint === undefined) return text;
  return (
    <Tooltip title={hint}>
      <span>
        {text} <span className="hint">({hint})</span>
      </span>
    </Tooltip>
  );
}

function rows(tree: readonly TreeChoice[]): TreeRow[] {
  return tree.map((node) =>
    node.children === undefined
      ? { key: node.value, title: title(node.label) }
      : { key: node.value, title: title(node.label), children: rows(node.children) },
  );
}

/** Check tree, all levels open; its value is the list of checked leaves, in the tree's order. */
export default function TreeInput(props: FieldInputProps) {
  const { value, onChange, field } = props;
  const tree = field.tree ?? [];
  const leaves = treeLeaves(tree).map((leaf) => leaf.value);
  return (
    <div {...groupProps(props)}>
      <Tree
        checkable
        defaultExpandAll
        selectable={false}
        disabled={props.disabled ?? false}
        treeData={rows(tree)}
        checkedKeys={Array.isArray(value) ? value.map(String) : []}
        onCheck={(checked) => {
          const keys = new Set((Array.isArray(checked) ? checked : checked.checked).map(String));
          onChange?.(leaves.filter((leaf) => keys.has(leaf)));
        }}
      />
    </div>
  );
}
