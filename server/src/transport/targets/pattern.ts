import { createExpression, InvalidExpressionError } from "../../engine/expressions.ts";

/**
 * A regular expression that people wrote, over text that a target wrote, in time linear to that text: neither can hold
 * up the process.
 *
 * @param invalid what is thrown when it cannot be used
 * @returns tests whether it is found, without regard to case
 */
export function pattern(source: string, invalid: () => Error): (heard: string) => boolean {
  try {
    return createExpression(source, { ignoreCase: true });
  } catch (error) {
    throw error instanceof InvalidExpressionError ? invalid() : error;
  }
}
