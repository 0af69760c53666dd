import type { RequestContext } from "../../../engine/access/index.ts";
import { BadRequest } from "../../../engine/errors.ts";
import { cleanText, isUuid, validInstant } from "../../../engine/resource/index.ts";
import { folded } from "./fold.ts";
import { text } from "./texts.ts";

/** A place in the order of all chunks. */
export interface Position {
  readonly started: number;
  readonly session: string;
  readonly place: number;
}

/** What somebody looks for. */
export interface Wanted {
  /** Folded, and without gaps around it. */
  readonly text: string;
  /** What is set in the signature of a chunk that has the text. */
  readonly hashes: readonly number[];
  /** Null: of every organization. */
  readonly organization: string | null;
  /** Parts of names; empty: of everyone. */
  readonly user: string;
  readonly asset: string;
  readonly account: string;
  /** First and last moment, in milliseconds since 1970. */
  readonly from: number | null;
  readonly to: number | null;
  /** Whether only what was typed is looked for. */
  readonly isTyped: boolean;
}

const longestText = 200;
const longestName = 128;

function instant({ query }: RequestContext, name: string): number | null {
  const value = query.get(name) ?? "";
  if (value === "") return null;
  const at = value.length > 64 ? null : validInstant(value);
  if (at === null) throw new BadRequest("invalid", text.badTime);
  return at.getTime();
}

function named({ query }: RequestContext, name: string): string {
  const value = cleanText(query.get(name) ?? "").trim();
  if (value.length > longestName) throw new BadRequest("invalid", text.badName);
  return value;
}

/**
 * What a request looks for, but for what follows from the keys.
 *
 * @throws BadRequest
 */
export function readWanted(context: RequestContext): Omit<Wanted, "hashes"> {
  const { query, organization } = context;
  const given = cleanText(query.get("text") ?? "");
  const wanted = given.length > longestText ? "" : folded(given.replaceAll("\n", " ")).trim();
  if (wanted === "") throw new BadRequest("invalid", text.badText);
  const kind = query.get("kind") ?? "";
  if (!["", "shown", "typed"].includes(kind)) throw new BadRequest("invalid", text.badKind);
  const [from, to] = [instant(context, "date_from"), instant(context, "date_to")];
  return {
    text: wanted,
    organization: organization.isRoot ? null : organization.id,
    ...{ user: named(context, "user"), asset: named(context, "asset"), account: named(context, "account") },
    ...{ from, to, isTyped: kind === "typed" },
  };
}

/** A position as the next request names it. */
export const writePosition = ({ started, session, place }: Position): string =>
  `${started}_${session}_${-place}`;

/**
 * Where a request goes on; null where it begins.
 *
 * @throws BadRequest
 */
export function readPosition({ query }: RequestContext): Position | null {
  const value = query.get("after") ?? "";
  if (value === "") return null;
  const [, started = "", session = "", place = ""] =
    /^(-?\d{1,17})_([0-9a-f-]{36})_(\d{1,9})$/.exec(value) ?? [];
  if (!isUuid(session)) throw new BadRequest("invalid", text.badPosition);
  return { started: Number(started), session, place: -Number(place) };
}
