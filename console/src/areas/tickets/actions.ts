import type { TreeChoice } from "../../kit/metadata/types.ts";
import { plainValue } from "../../kit/metadata/value-text.ts";

const ACTIONS = ["connect", "upload", "download", "delete", "copy", "paste"] as const;

type ActionKey = (typeof ACTIONS)[number] | "all" | "transfer" | "clipboard" | "none";
type Translate = (key: `tickets:actions.${ActionKey}`) => string;

/** What can be asked for and allowed on assets, as a tree to tick (docs/contract/permissions.md, "Actions"). */
export function actionTree(t: Translate): TreeChoice[] {
  const leaf = (value: (typeof ACTIONS)[number]) => ({ value, label: t(`tickets:actions.${value}`) });
  return [
    {
      value: "all",
      label: t("tickets:actions.all"),
      children: [
        leaf("connect"),
        {
          value: "transfer",
          label: t("tickets:actions.transfer"),
          children: [leaf("upload"), leaf("download"), leaf("delete")],
        },
        {
          value: "clipboard",
          label: t("tickets:actions.clipboard"),
          children: [leaf("copy"), leaf("paste")],
        },
      ],
    },
  ];
}

/** Every action. */
export const ALL_ACTIONS: readonly string[] = ACTIONS;

/** Actions in words. */
export function actionsText(value: unknown, t: Translate): string {
  const given = new Set(Array.isArray(value) ? value.map((item) => String(plainValue(item))) : []);
  const named = ACTIONS.filter((action) => given.has(action));
  if (named.length === ACTIONS.length) return t("tickets:actions.all");
  return named.map((action) => t(`tickets:actions.${action}`)).join(", ") || t("tickets:actions.none");
}
