import { createContext, Script } from "node:vm";

/**
 * A regular expression that people wrote, over text that a target wrote: the two together may take forever, so it
 * runs where it can be interrupted.
 *
 * @param longest how long one search may take, in milliseconds; over a few kilobytes it takes microseconds
 * @param invalid what is thrown when it is no regular expression, or takes longer
 * @returns tests whether it is found, without regard to case
 */
export function pattern(source: string, longest: number, invalid: () => Error): (heard: string) => boolean {
  const globals = { source, heard: "" };
  const context = createContext(globals);
  const run = (code: string): unknown => {
    try {
      return new Script(code).runInContext(context, { timeout: longest });
    } catch {
      throw invalid();
    }
  };
  run("expression = new RegExp(source, 'i'); undefined");
  return (heard) => {
    globals.heard = heard;
    return run("expression.test(heard)") === true;
  };
}
