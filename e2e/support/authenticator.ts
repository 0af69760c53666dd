import { createHmac } from "node:crypto";
import { ApiClient } from "./api.ts";
import type { Person } from "./stage.ts";

const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Seconds a code is shown. */
const period = 30;

/** A phone that was shown a key. */
export interface Authenticator {
  /** The key, in base32. */
  readonly secret: string;
  /** The next code. Each is taken once, so that after the first these are codes of the time to come. */
  next(): string;
}

/** The six digits an authenticator shows for a secret, some steps after now (RFC 6238). */
function oneTimeCode(secret: string, steps: number): string {
  const bits = [...secret].map((letter) => base32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000 / period) + steps));
  const hash = createHmac("sha1", key).update(counter).digest();
  const at = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

function createAuthenticator(secret: string): Authenticator {
  let steps = 0;
  return { secret, next: () => oneTimeCode(secret, steps++) };
}

/** Has a person bind an authenticator, through the pages they would use; answers it. */
export async function bindAuthenticator(url: string, { username, password }: Person): Promise<Authenticator> {
  const path = "/core/auth/profile/otp/enable/bind/";
  const client = await ApiClient.signIn(url, username, password);
  const page = String((await client.raw("GET", path)).body);
  const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1] ?? "").replaceAll(" ", "");
  const token = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const phone = createAuthenticator(secret);
  const form = { csrfmiddlewaretoken: token, password, otp_code: phone.next() };
  const bound = await client.raw("POST", path, new URLSearchParams(form));
  // Either on to the sign-in, or first to the recovery codes that were made.
  if (bound.status >= 400) throw new Error(`no authenticator was bound: ${bound.status}`);
  return phone;
}
