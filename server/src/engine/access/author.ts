import { firstCharacters } from "../json.ts";
import type { CallerContext } from "./context.ts";

/** Longest name kept of who wrote a row, in characters. */
const longestAuthor = 30;

/** The caller as `created_by` and `updated_by` name them. */
export const authorOf = ({ principal }: CallerContext): string =>
  firstCharacters(principal.name, longestAuthor);
