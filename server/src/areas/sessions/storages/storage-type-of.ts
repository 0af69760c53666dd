import { isObject } from "../../../engine/json.ts";
import type { ParseContext } from "../../../engine/resource/index.ts";

/** The type of a storage that is written: that of the object, or as it is named for a new one. */
export const storageTypeOf = ({
  before,
  input,
  context,
}: Pick<ParseContext, "before" | "input" | "context">): string => {
  if (before !== null) return String(before.type);
  const named = isObject(input.type) ? input.type.value : (input.type ?? context.query.get("type"));
  return typeof named === "string" ? named : "";
};
