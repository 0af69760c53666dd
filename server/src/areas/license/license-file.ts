import { createHash, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { isObject } from "../../engine/json.ts";

/** What a license says. Contract: docs/contract/license.md, section 2. */
export interface LicenseTerms {
  readonly subscription_id: string;
  readonly serial_no: string;
  /** Who may use the installation. */
  readonly corporation: string;
  readonly edition: string;
  /** Most assets; null without a limit. Going over it is announced, nothing is switched off. */
  readonly asset_count: number | null;
  /** First and last day it is valid on, `YYYY-MM-DD` in UTC. */
  readonly date_issued: string;
  readonly date_expired: string;
  readonly remark: string;
}

/** Why a file is not taken. */
export type LicenseProblem =
  | "malformed"
  | "unsupported"
  | "foreign"
  | "tampered"
  | "expired"
  | "notYetValid"
  | "alteredClock";

/** A license file that is not taken; `problem` tells why. */
export class LicenseRefused extends Error {
  readonly problem: LicenseProblem;
  constructor(problem: LicenseProblem) {
    super(`license refused: ${problem}`);
    this.problem = problem;
  }
}

/** Largest license file, in bytes. */
export const largestLicense = 16_384;

const format = 1;
const domain = "sallyport license 1\n";

/** Short name of a public key: the first 16 hexadecimal digits of the SHA-256 of its 32 bytes. */
export function keyName(publicKey: KeyObject): string {
  return createHash("sha256").update(publicKeyBytes(publicKey)).digest("hex").slice(0, 16);
}

/** The 32 bytes of an Ed25519 public key. */
export function publicKeyBytes(publicKey: KeyObject): Buffer {
  const { x } = publicKey.export({ format: "jwk" });
  return Buffer.from(String(x), "base64url");
}

/** The key of 32 bytes in base64; throws when it is none. */
export function readPublicKey(base64: string): KeyObject {
  const x = Buffer.from(base64, "base64");
  if (x.length !== 32) throw new Error("an Ed25519 public key has 32 bytes");
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: x.toString("base64url") }, format: "jwk" });
}

/** Writes the license file for `terms`. What is signed are the exact bytes that are read back. */
export function writeLicense(terms: LicenseTerms, privateKey: KeyObject): string {
  const license = Buffer.from(JSON.stringify(terms)).toString("base64url");
  const signature = sign(null, Buffer.from(domain + license), privateKey).toString("base64url");
  return `${JSON.stringify({ format, key: keyName(createPublicKey(privateKey)), license, signature })}\n`;
}

/**
 * The terms of a license file signed by one of `trusted`. Dates are checked by `checkDates`.
 * @throws LicenseRefused
 */
export function readLicense(file: string, trusted: readonly KeyObject[]): LicenseTerms {
  const envelope = parseObject(file, "malformed");
  const { format: given, key, license, signature, ...rest } = envelope;
  if (typeof key !== "string" || typeof license !== "string" || typeof signature !== "string") {
    throw new LicenseRefused("malformed");
  }
  if (given !== format || Object.keys(rest).length > 0) throw new LicenseRefused("unsupported");
  const signer = trusted.find((candidate) => keyName(candidate) === key);
  if (signer === undefined) throw new LicenseRefused("foreign");
  const signatureBytes = canonical(signature);
  const payload = canonical(license);
  if (!verify(null, Buffer.from(domain + license), signer, signatureBytes)) {
    throw new LicenseRefused("tampered");
  }
  return readTerms(parseObject(payload.toString("utf8"), "unsupported"));
}

/**
 * Whether the terms hold at `now`.
 * @param seen the latest time known before; a clock behind it by more than a day was set back
 * @throws LicenseRefused
 */
export function checkDates(terms: LicenseTerms, now: Date, seen: Date | null): void {
  const day = 86_400_000;
  if (seen !== null && now.getTime() < seen.getTime() - day) throw new LicenseRefused("alteredClock");
  const latest = Math.max(now.getTime(), seen?.getTime() ?? 0);
  if (latest >= Date.parse(terms.date_expired) + day) throw new LicenseRefused("expired");
  // A day of grace: issuer and installation may be in different zones.
  if (now.getTime() < Date.parse(terms.date_issued) - day) throw new LicenseRefused("notYetValid");
}

function parseObject(text: string, problem: LicenseProblem): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Reported below.
  }
  throw new LicenseRefused(problem);
}

/** Decodes base64url that has exactly one spelling. */
function canonical(text: string): Buffer {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.toString("base64url") !== text) throw new LicenseRefused("tampered");
  return bytes;
}

function readTerms(value: Record<string, unknown>): LicenseTerms {
  const text = (name: string): string => {
    const given = value[name] ?? "";
    if (typeof given !== "string" || given.length > 256) throw new LicenseRefused("unsupported");
    return given;
  };
  const date = (name: string): string => {
    const given = text(name);
    if (!/^\d{4}-\d{2}-\d{2}$/.test(given) || !isDay(given)) throw new LicenseRefused("unsupported");
    return given;
  };
  const count = value.asset_count ?? null;
  const isCount = typeof count === "number" && Number.isSafeInteger(count) && count >= 0;
  if (count !== null && !isCount) throw new LicenseRefused("unsupported");
  const corporation = text("corporation");
  if (corporation === "") throw new LicenseRefused("unsupported");
  return {
    subscription_id: text("subscription_id"),
    serial_no: text("serial_no"),
    corporation,
    edition: text("edition"),
    asset_count: count as number | null,
    date_issued: date("date_issued"),
    date_expired: date("date_expired"),
    remark: text("remark"),
  };
}

/** Whether `YYYY-MM-DD` is a day of the calendar. */
function isDay(text: string): boolean {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
