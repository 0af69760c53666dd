import { FieldError } from "../../../engine/errors.ts";
import { text } from "../texts.ts";

/** A proxy is empty or an http address. */
export function checkProxy(value: string): string {
  if (value !== "" && !/^https?:\/\//.test(value)) throw new FieldError([text.proxyScheme]);
  return value;
}
