import { type LabelNameProblem, labelNameProblem } from "@sallyport/contract/asset-rules";
import type { Message } from "../../../engine/i18n/index.ts";
import { text } from "../texts.ts";

const problems: Readonly<Record<LabelNameProblem, Message>> = {
  emoji: text.labelEmoji,
  colon: text.labelColon,
};

/** Why a new label cannot have a name; undefined when it can. */
export function labelNameError(name: string): Message | undefined {
  const problem = labelNameProblem(name);
  return problem === undefined ? undefined : problems[problem];
}
