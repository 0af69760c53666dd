import { splitHint } from "../../kit/field-kinds/tree.tsx";
import { listed } from "../../kit/metadata/labelled.ts";

/** How many actions there are: connecting, and five with files and the clipboard. */
const ALL_ACTIONS = 6;

/** Actions in words, without the protocols they are for. */
export function actionNames(
  actions: readonly { readonly label: string }[],
  everything: string,
  nothing: string,
): string {
  if (actions.length === ALL_ACTIONS) return everything;
  return listed(actions.map(({ label }) => splitHint(label).text)) || nothing;
}
