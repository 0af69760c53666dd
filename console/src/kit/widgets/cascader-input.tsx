import { Cascader } from "antd";
import { controlProps, nameOf } from "../field-kinds/control.ts";
import type { FieldInputProps } from "../field-kinds/field-kind.ts";
import type { TreeChoice } from "../metadata/types.ts";

/** The values from the root to a leaf; undefined when the leaf is not in the tree. */
export function pathToLeaf(tree: readonly TreeChoice[], leaf: string): string[] | undefined {
  for (const node of tree) {
    if (node.children === undefined) {
      if (node.value === leaf) return [node.value];
      continue;
    }
    const below = pathToLeaf(node.children, leaf);
    if (below !== undefined) return [node.value, ...below];
  }
  return undefined;
}

interface CascaderOption {
  value: string;
  label: string;
  children?: CascaderOption[];
}

function options(tree: readonly TreeChoice[]): CascaderOption[] {
  return tree.map(({ value, label, children }) =>
    children === undefined ? { value, label } : { value, label, children: options(children) },
  );
}

/** One leaf of a tree of choices, level by level; its value is the leaf's. The tree is the metadata's. */
export function CascaderInput(props: FieldInputProps) {
  const { value, onChange, field } = props;
  const tree = field.tree ?? [];
  return (
    <Cascader
      {...controlProps(props)}
      aria-label={nameOf(props)}
      allowClear={field.required !== true}
      showSearch
      options={options(tree)}
      value={typeof value === "string" ? (pathToLeaf(tree, value) ?? []) : []}
      onChange={(path) => onChange?.(path?.at(-1) ?? null)}
    />
  );
}
