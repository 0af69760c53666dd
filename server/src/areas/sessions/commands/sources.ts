import { text } from "./texts.ts";

/** How a command was known. */
export const commandSources = [
  { value: "exact", label: text.exact },
  { value: "marks", label: text.marks },
  { value: "screen", label: text.screen },
] as const;
