import type { Message } from "../../engine/i18n/index.ts";
import type { JsonObject } from "../../engine/json.ts";
import { isMachine } from "./targets.ts";
import { text } from "./tool-texts.ts";
import { ToolRefused, type Way } from "./way.ts";

/** What a tool may do. */
export interface ToolLimits {
  /** From where it connects. */
  readonly way: Way;
  /** Addresses of this machine that may be targets all the same. */
  readonly allowed: readonly string[];
  /** The other end of the page's own connection, which a capture leaves out; null where it is not known. */
  readonly page: { readonly address: string; readonly port: number } | null;
  /** Aborted when nobody reads any more, or time is over. */
  readonly signal: AbortSignal;
}

/** Lines of a tool: in the reader's language, or as a program said them. */
export type ToolLines = AsyncIterable<Message | string>;

/**
 * The machine of a request, and what to dial for it.
 * @throws ToolRefused
 */
export async function machine(request: JsonObject, { way }: Pick<ToolLimits, "way">) {
  const host = typeof request.dest_ip === "string" ? request.dest_ip.trim() : "";
  if (!isMachine(host)) throw new ToolRefused(text.badTarget);
  return { host, address: await way.address(host) };
}
