import { FieldError } from "../errors.ts";
import { isObject } from "../json.ts";
import { custom, type Filter, nothing } from "../resource/index.ts";
import { compileFilter } from "./compile.ts";
import type { FilterSubject } from "./filter.ts";
import { text } from "./texts.ts";

/** Longest encoded filter that is read, in characters. */
const longest = 20_000;

function decoded(value: string): Record<string, unknown> {
  if (value.length > longest) throw new FieldError([text.notEncoded]);
  let filter: unknown;
  try {
    const plain = value.includes("%") ? decodeURIComponent(value) : value;
    filter = JSON.parse(Buffer.from(plain, "base64").toString("utf8"));
  } catch {
    throw new FieldError([text.notEncoded]);
  }
  if (!isObject(filter)) throw new FieldError([text.notEncoded]);
  return filter;
}

/**
 * The `attr_rules` parameter of a list: base64 of a filter's JSON. An empty selection is an empty list.
 *
 * @param options.onProblem what a filter that cannot be asked does: `refuse` it with the reason, or select `nothing`
 */
export function attributeRules<Facts>(
  subject: FilterSubject<Facts>,
  { onProblem }: { readonly onProblem: "refuse" | "nothing" },
): Filter {
  return custom(async (value, context) => {
    if (value === "") return null;
    const filter = decoded(value);
    const { condition, problem } = compileFilter(subject, filter);
    const isEmpty = [filter.ids, filter.attrs].some((list) => Array.isArray(list) && list.length === 0);
    if (problem === null) return condition(context);
    if (onProblem === "refuse" && !isEmpty) throw new FieldError([problem]);
    return nothing;
  });
}
