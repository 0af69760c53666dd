import type { FieldMetadata, TreeChoice } from "../metadata/types.ts";
import { plainValue, valueText } from "../metadata/value-text.ts";
import type { FieldKind } from "./field-kind.ts";

/** The leaves of a tree of choices, in order. */
export function treeLeaves(tree: readonly TreeChoice[]): TreeChoice[] {
  return tree.flatMap((node) => (node.children === undefined ? [node] : treeLeaves(node.children)));
}

/** Splits `Label (hint)` into its parts; the hint is shown apart. */
export function splitHint(label: string): { readonly text: string; readonly hint?: string } {
  const match = /^(.*?)\s*[(（](.+)[)）]\s*$/.exec(label);
  return match?.[1] === undefined || match[2] === undefined
    ? { text: label }
    : { text: match[1], hint: match[2] };
}

function summary(value: unknown, field: FieldMetadata): string {
  if (!Array.isArray(value)) return valueText(value);
  const leaves = treeLeaves(field.tree ?? []);
  const root = field.tree?.[0];
  if (leaves.length > 0 && value.length >= leaves.length && root !== undefined) return root.label;
  return value.map((item) => splitHint(valueText(item)).text).join(", ");
}

/** Flags chosen in a check tree, written as a list of leaf names. */
export const treeKind: FieldKind = {
  cell: summary,
  toForm: (value) => (Array.isArray(value) ? value.map(plainValue) : []),
};
