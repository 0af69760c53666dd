import type { RequestContext } from "../../engine/access/index.ts";
import type { Message } from "../../engine/i18n/index.ts";
import type { Json } from "../../engine/json.ts";
import { type FlagNode, flagTree, presentFlags } from "../../engine/resource/index.ts";
import { text } from "./texts.ts";

/** What a permission lets a user do; each is one bit. Contract: docs/contract/permissions.md, section 2. */
export const actionBits = {
  connect: 1,
  upload: 2,
  download: 4,
  copy: 8,
  paste: 16,
  delete: 32,
} as const;

/** Name of an action. */
export type Action = keyof typeof actionBits;

const leaf = (value: Action): Extract<FlagNode, { bit: number }> => ({
  value,
  bit: actionBits[value],
  label: text[value],
});

const leaves = (["connect", "upload", "download", "copy", "paste", "delete"] as const).map(leaf);

/** The actions as the forms show them. */
export const actionTree: FlagNode = {
  label: text.all,
  children: [
    leaf("connect"),
    { label: text.transfer, children: [leaf("upload"), leaf("download"), leaf("delete")] },
    { label: text.clipboard, children: [leaf("copy"), leaf("paste")] },
  ],
};

/** The tree of the actions, for the metadata of fields that only show them. */
export function describeActions(context: RequestContext): Record<string, unknown> {
  return flagTree({ label: text.all, root: actionTree }).describe?.(context) ?? {};
}

/** The names of the set bits, in the order of the bits. */
export function actionNames(bits: number): Action[] {
  return leaves.filter(({ bit }) => (bits & bit) !== 0).map(({ value }) => value as Action);
}

/** What the set bits are called. */
export const actionLabels = (bits: number): Message[] =>
  leaves.filter(({ bit }) => (bits & bit) !== 0).map(({ label }) => label);

/** The set bits as the list of `{value, label}` clients read. */
export function presentActions(bits: number, context: RequestContext): Json {
  return presentFlags(leaves, bits, context);
}
