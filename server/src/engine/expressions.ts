import { RE2JS, RE2JSSyntaxException } from "re2js";
import { type Message, withParameters } from "./i18n/messages.ts";
import { text } from "./i18n/texts.ts";

/** Most steps an expression may be compiled to: a repetition counts as often as it repeats. */
const mostSteps = 10_000;

/** The expression compiled last: it is looked at first, and then used. */
let latest: { readonly source: string; readonly flags: number; readonly compiled: RE2JS } | null = null;

function compile(source: string, flags: number): RE2JS {
  if (latest?.source !== source || latest.flags !== flags)
    latest = { source, flags, compiled: RE2JS.compile(source, flags) };
  return latest.compiled;
}

/**
 * What is wrong with a regular expression that a person wrote; null: it can be used. Expressions run in time linear to
 * what is searched: what such an engine cannot express (look-around, references back) is refused, as is one whose
 * repetitions take long to compile.
 *
 * @param most steps it may be compiled to
 */
export function expressionProblem(source: string, most = mostSteps): Message | null {
  if (stepsOf(source) > most) return text.expressionTooLarge;
  try {
    compile(source, 0);
    return null;
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    const reason = `${error.getDescription()} ${error.getPattern() ?? ""}`.trim();
    return withParameters(text.invalidExpression, { reason });
  }
}

/** What cannot be used as an expression; the reason is `problem`. */
export class InvalidExpressionError extends Error {
  override readonly name = "InvalidExpressionError";
  readonly problem: Message;

  constructor(problem: Message) {
    super("not an expression that can be used");
    this.problem = problem;
  }
}

/**
 * Whether an expression of a person is found in a text. Takes time linear to the text, whatever both hold.
 *
 * @param options.steps most steps it may be compiled to: what one character may cost
 * @throws InvalidExpressionError
 */
export function createExpression(
  source: string,
  { ignoreCase = false, steps = mostSteps }: { readonly ignoreCase?: boolean; readonly steps?: number } = {},
): (text: string) => boolean {
  const problem = expressionProblem(source, steps);
  if (problem !== null) throw new InvalidExpressionError(problem);
  const expression = compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  return (text) => expression.test(text);
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
