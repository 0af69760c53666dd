import type { Colors } from "../colors.ts";

type Color = keyof Colors;

const page = ["canvas", "surface", "raised", "head", "hover"] as const;
const chosen = ["selected", "selectedHover"] as const;
const code = ["surface", "codeLine"] as const;

/** Each colour of a text with the grounds it stands on: 4.5 to 1 at the least. */
export const TEXT_PAIRS: readonly (readonly [text: Color, grounds: readonly Color[]])[] = [
  ["text", [...page, ...chosen, "found", "codeSelection", "goodGround", "warningGround", "badGround"]],
  ["text", ["codeLine", "skeleton"]],
  ["textMuted", [...page, ...chosen, "warningGround", "codeLine"]],
  ["textFaint", page],
  ["link", [...page, ...chosen]],
  ["good", [...page, ...chosen, "goodGround"]],
  ["warning", [...page, ...chosen, "warningGround"]],
  ["bad", [...page, ...chosen, "badGround"]],
  ["onPrimary", ["colorPrimary", "primaryHover", "primaryActive", "spotlight"]],
  ["onPrimary", ["solidGood", "solidWarning", "solidBad", "solidBadHover"]],
  ["codeKeyword", code],
  ["codeString", code],
  ["codeNumber", code],
  ["codeName", code],
  ["codeInvalid", code],
];

/** Each colour that has to be seen without being a text, and what cannot be used now: 3 to 1 at the least. */
export const MARK_PAIRS: readonly (readonly [mark: Color, grounds: readonly Color[]])[] = [
  ["textDisabled", page],
  ["controlBorder", ["canvas", "surface", "raised", "head"]],
  ["colorPrimary", page],
  // The ring around what has the focus.
  ["link", [...page, ...chosen]],
  ["good", page],
  ["warning", page],
  ["bad", page],
  ["series1", page],
  ["series2", page],
  ["series3", page],
  ["series4", page],
  ["series5", page],
  ["series6", page],
  ["series7", page],
];

/** Colours that only separate or lie below: nothing is told by them alone. */
export const DECORATION: readonly Color[] = [
  "border",
  "buttonBorder",
  "backdrop",
  "shadowCard",
  "shadowFloat",
  "shadowDialog",
  "shadowEdge",
];
