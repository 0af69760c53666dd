import { X509Certificate } from "node:crypto";
import { FieldError, ValidationError } from "../../../engine/errors.ts";
import type { Message } from "../../../engine/i18n/index.ts";
import { text } from "../texts.ts";
import type { ReceiverType } from "./receiver.ts";
import { requestHeaders } from "./request-headers.ts";

/** Protocols of the addresses of each type. */
const protocols: Readonly<Record<ReceiverType, readonly string[]>> = {
  webhook: ["http:", "https:"],
  syslog: ["udp:", "tcp:", "tls:"],
  otlp: ["http:", "https:"],
  slack: ["https:"],
  teams: ["https:"],
};

const problems: Readonly<Record<ReceiverType, Message>> = {
  webhook: text.addressWebhook,
  syslog: text.addressSyslog,
  otlp: text.addressOtlp,
  slack: text.addressChat,
  teams: text.addressChat,
};

/** What is wrong with an address for a type; null: nothing. */
export function addressProblem(type: ReceiverType, address: string): Message | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isPlain = url !== null && url.username + url.password + url.hash === "" && url.hostname !== "";
  const isBare = url !== null && /^\/?$/.test(url.pathname) && url.search === "";
  const fits = isPlain && protocols[type].includes(url.protocol) && (type !== "syslog" || isBare);
  return fits ? null : problems[type];
}

const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : "");

const pemBlocks = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

/** Certificates in PEM and nothing else. */
export function checkCertificates(value: string): string {
  if (value === "") return value;
  const blocks = value.match(pemBlocks) ?? [];
  if (blocks.length === 0 || value.replace(pemBlocks, "").trim() !== "")
    throw new FieldError([text.caInvalid]);
  try {
    for (const block of blocks) new X509Certificate(block);
  } catch {
    throw new FieldError([text.caInvalid]);
  }
  return `${blocks.join("\n")}\n`;
}

/** Shortest signing key: a shorter one is guessed from what it signed. */
const shortestKey = 16;

/** What a receiver has to have, by its type. */
export interface GivenReceiver {
  readonly type: ReceiverType;
  readonly address: string;
  /** "" where none was sent. */
  readonly signingKey: string;
  readonly chatAddress: string;
  readonly headers: string;
  /** Whether there is a stored one. */
  readonly hasSigningKey: boolean;
  readonly hasHeaders: boolean;
  /** The address it has; "": it is new. */
  readonly storedAddress: string;
  readonly hasChatAddress: boolean;
}

/** @throws ValidationError at the field that is wrong */
export function checkReceiver(given: GivenReceiver): void {
  const { type, address, signingKey, chatAddress } = given;
  const isChat = type === "slack" || type === "teams";
  const [field, value] = isChat ? (["chat_address", chatAddress] as const) : (["address", address] as const);
  if (value === "" && !(isChat && given.hasChatAddress))
    throw new ValidationError({ [field]: [text.addressMissing] });
  const problem = value === "" ? null : addressProblem(type, value);
  if (problem !== null) throw new ValidationError({ [field]: [problem] });
  if (requestHeaders(given.headers) === null) throw new ValidationError({ headers: [text.headersInvalid] });
  const isElsewhere = given.storedAddress !== "" && originOf(value) !== originOf(given.storedAddress);
  // They would be told to whoever is there.
  if (given.hasHeaders && given.headers === "" && isElsewhere) {
    throw new ValidationError({ headers: [text.headersElsewhere] });
  }
  if (type !== "webhook") return;
  const isKept = signingKey === "" && given.hasSigningKey;
  if (!isKept && signingKey.length < shortestKey)
    throw new ValidationError({ signing_key: [text.signingKeyMissing] });
}
