import { exchange } from "./exchange.ts";
import { isMsChap, isSuccess, type MsChapRefusal, readMsChapError } from "./ms-chap.ts";
import { attributeTypes, encodeRequest, isSendable, type RadiusAttribute } from "./packet.ts";
import { RadiusFailure } from "./radius-failure.ts";
import type { RadiusSettings } from "./radius-settings.ts";

/** What a server is asked about somebody. */
interface RadiusQuestion {
  readonly username: string;
  /** The password, or the answer to what the server has asked. */
  readonly password: string;
  /** Where they come from. */
  readonly remoteAddress: string;
  /** What came with the server's question; absent for a first one. */
  readonly state?: Buffer;
}

/** What a server says of somebody. */
export type RadiusVerdict =
  | { readonly kind: "accept"; readonly attributes: Readonly<Record<string, readonly string[]>> }
  | {
      readonly kind: "reject";
      readonly said: string;
      /** What it says by MS-CHAPv2 beyond that name or password are wrong; null: nothing. */
      readonly reason: MsChapRefusal | null;
    }
  /** It wants another answer, which has to come with its state. */
  | { readonly kind: "challenge"; readonly prompt: string; readonly state: Buffer };

/** Longest text of a server that is shown, in characters. */
const longestText = 500;

/**
 * Asks a server about a name and a password.
 * @throws RadiusFailure where it could not be asked
 */
export async function askRadius(
  { server, protocol, nasIdentifier }: RadiusSettings,
  { username, password, remoteAddress, state }: RadiusQuestion,
): Promise<RadiusVerdict> {
  // The answer to a question is no password that CHAP or MS-CHAP could prove.
  const way = state === undefined ? protocol : "pap";
  if (!isSendable({ username, password, protocol: way })) return { kind: "reject", said: "", reason: null };
  const attributes: RadiusAttribute[] = [
    { type: attributeTypes.nasIdentifier, value: Buffer.from(nasIdentifier) },
    { type: attributeTypes.callingStationId, value: Buffer.from(remoteAddress) },
    ...(state === undefined ? [] : [{ type: attributeTypes.state, value: state }]),
  ];
  const request = encodeRequest({ username, password, protocol: way, attributes }, server.secret);
  const answer = await exchange(server, request);
  const all = (type: number): readonly Buffer[] =>
    answer.attributes.filter((attribute) => attribute.type === type).map(({ value }) => value);
  const said = plain(Buffer.concat([...all(attributeTypes.replyMessage)]));
  if (answer.kind === "accept" && !isProved(answer.attributes, request.success)) {
    throw new RadiusFailure("false_answers", "MS-CHAP2-Success");
  }
  if (answer.kind === "accept") return { kind: "accept", attributes: readable(answer.attributes) };
  const [asked] = all(attributeTypes.state);
  // Without a state nothing could say which question is answered.
  return answer.kind === "challenge" && asked !== undefined
    ? { kind: "challenge", prompt: said, state: asked }
    : { kind: "reject", said, reason: reasonOf(answer.attributes) };
}

/** Why a server refuses, where it says so by MS-CHAPv2. */
const reasonOf = (attributes: readonly RadiusAttribute[]): MsChapRefusal | null =>
  attributes
    .filter(({ type }) => type === attributeTypes.vendorSpecific)
    .map(({ value }) => readMsChapError(value))
    .find((reason) => reason !== null) ?? null;

/** Whether a server that accepts has shown that it knows the password, where the protocol asks for it. */
const isProved = (attributes: readonly RadiusAttribute[], success: Buffer | null): boolean =>
  success === null ||
  attributes.some(({ type, value }) => type === attributeTypes.vendorSpecific && isSuccess(value, success));

const plain = (text: Buffer): string =>
  text
    .toString("utf8")
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, longestText);

/** What rules can go by: groups as servers name them, by the names of RFC 2865; of vendors `Vendor-9-1`. */
function readable(attributes: readonly RadiusAttribute[]): Record<string, readonly string[]> {
  const found: Record<string, string[]> = {};
  const add = (name: string, value: Buffer): void => {
    const text = plain(value);
    if (text !== "") found[name] = [...(found[name] ?? []), text];
  };
  for (const { type, value } of attributes) {
    if (type === attributeTypes.filterId) add("Filter-Id", value);
    else if (type === attributeTypes.class) add("Class", value);
    else if (type === attributeTypes.vendorSpecific && value.length > 6) {
      const [kind = 0, length = 0] = value.subarray(4);
      if (length > 2 && !isMsChap(value.readUInt32BE(0), kind))
        add(`Vendor-${value.readUInt32BE(0)}-${kind}`, value.subarray(6, 4 + length));
    }
  }
  return found;
}
