import { isPath, shownPath } from "../../files/paths.ts";
import { badRequest } from "./failure.ts";

/** The only volume: all a connection shows hangs below one root. */
export const volumeId = "l1_";

/** elFinder's name for a path: the volume, and the bytes of the path in base64 for addresses. */
export const hashOf = (path: string): string => volumeId + Buffer.from(path, "latin1").toString("base64url");

/**
 * The path a hash stands for.
 *
 * @throws FileFailure `bad_request`
 */
export function pathOfHash(hash: string, field = "target"): string {
  if (!hash.startsWith(volumeId)) throw badRequest(field);
  const coded = hash.slice(volumeId.length).replace(/\.+$/, "");
  if (!/^[A-Za-z0-9_-]*$/.test(coded)) throw badRequest(field);
  const path = Buffer.from(coded, "base64url").toString("latin1");
  if (!path.startsWith("/") || !isPath(path)) throw badRequest(field);
  return path;
}

const strict = new TextDecoder("utf-8", { fatal: true });

/** A name as a person reads it: where its bytes are no UTF-8, those are written as `\xNN`. */
export function shownName(name: string): string {
  const bytes = Buffer.from(name, "latin1");
  try {
    return strict.decode(bytes);
  } catch {
    return shownPath(name).includes("\uFFFD") ? escaped(bytes) : shownPath(name);
  }
}

/** Each byte that is no ASCII is written out: what a part of it might mean nobody knows. */
const escaped = (bytes: Buffer): string =>
  [...bytes]
    .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, "0")}`))
    .join("");
