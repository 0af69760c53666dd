import { RE2JS, RE2JSSyntaxException } from "re2js";
import { type Message, withParameters } from "./i18n/messages.ts";
import { text } from "./i18n/texts.ts";

/** Most steps an expression may be compiled to: a repetition counts as often as it repeats. */
const mostSteps = 10_000;

/**
 * What is wrong with a regular expression that a person wrote; null: it can be used. Expressions run in time linear to
 * what is searched: what such an engine cannot express (look-around, references back) is refused, as is one whose
 * repetitions take long to compile.
 */
export function expressionProblem(source: string): Message | null {
  if (stepsOf(source) > mostSteps) return text.expressionTooLarge;
  try {
    RE2JS.compile(source);
    return null;
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    const reason = `${error.getDescription()} ${error.getPattern() ?? ""}`.trim();
    return withParameters(text.invalidExpression, { reason });
  }
}

/** About how many steps an expression compiles to; what is malformed is left for the compiler to refuse. */
function stepsOf(source: string): number {
  const open: { total: number; last: number }[] = [];
  let group = { total: 0, last: 0 };
  const add = (cost: number): void => {
    group.total += cost;
    group.last = cost;
  };
  for (const [token] of source.matchAll(/\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{\d+(?:,\d*)?\}|[\s\S]/g)) {
    if (token === "(") {
      open.push(group);
      group = { total: 1, last: 0 };
    } else if (token === ")") {
      const { total } = group;
      group = open.pop() ?? { total: 0, last: 0 };
      add(total);
    } else if (/^\{\d/.test(token)) {
      const times = Math.max(...(token.match(/\d+/g) ?? []).map(Number), 1);
      add(group.last * (times - 1));
      group.last *= times;
    } else add(1);
  }
  return [...open, group].reduce((sum, { total }) => sum + total, 0);
}
