import { ValidationError } from "../../engine/errors.ts";
import { text } from "./texts.ts";

/**
 * Accounts are stored here and not made on their assets. Anyone who asks for that is told, rather than left to
 * believe it was done. Contract: docs/contract/accounts.md, "Fields".
 * @throws ValidationError on `push_now`.
 */
export function refusePush(values: Readonly<Record<string, unknown>>): void {
  if (values.push_now === true) throw new ValidationError({ push_now: [text.noPush] });
}
