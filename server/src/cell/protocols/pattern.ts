import { createContext, Script } from "node:vm";
import type { Message } from "../../engine/i18n/messages.ts";
import { text } from "../texts.ts";
import type { Visit } from "../visit.ts";

// A pattern over a few kilobytes takes microseconds; one that takes this long never ends.
const longest = 1000;

/**
 * A regular expression that people wrote, over text that a target wrote: the two together may take for ever, so it
 * runs where it can be interrupted.
 *
 * @returns tests whether it is found, without regard to case
 * @throws TargetFailure `invalid_setting` when it is no regular expression, or takes too long
 */
export function pattern(visit: Visit, name: Message, source: string): (heard: string) => boolean {
  const invalid = () =>
    visit.failure("invalid_setting", text.invalidPattern, {
      name: name[visit.order.language],
      pattern: source,
    });
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
