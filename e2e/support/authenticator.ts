import { createHmac } from "node:crypto";
import { ApiClient } from "./api.ts";
import type { Person } from "./stage.ts";

const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The six digits an authenticator shows now for a secret (RFC 6238). */
function oneTimeCode(secret: string): string {
  const bits = [...secret].map((letter) => base32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac("sha1", key).update(counter).digest();
  const at = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** Has a person bind an authenticator, through the pages they would use. */
export async function bindAuthenticator(url: string, { username, password }: Person): Promise<void> {
  const path = "/core/auth/profile/otp/enable/bind/";
  const client = await ApiClient.signIn(url, username, password);
  const page = String((await client.raw("GET", path)).body);
  const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1] ?? "").replaceAll(" ", "");
  const token = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const form = { csrfmiddlewaretoken: token, password, otp_code: oneTimeCode(secret) };
  const bound = await client.raw("POST", path, new URLSearchParams(form));
  if (bound.status !== 302) throw new Error(`no authenticator was bound: ${bound.status}`);
}
