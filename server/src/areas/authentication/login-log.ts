import { isIP } from "node:net";
import type { Kysely } from "kysely";
import type { Database } from "../../engine/database/database.ts";
import { addressMatches } from "./address-rules.ts";

/** How a sign-in came: web page, terminal, or another client of the API. */
export type LoginType = "W" | "T" | "U";

/** One attempt as it is recorded. Never holds the password. */
export interface LoginRecord {
  readonly username: string;
  readonly type: LoginType;
  readonly remoteAddress: string;
  readonly userAgent: string;
  readonly succeeded: boolean;
  /** Code of the refusal; empty on success. */
  readonly reason: string;
  /** Whether the user has a second factor: 0 no, 1 yes, 2 not known. */
  readonly mfa: 0 | 1 | 2;
}

const privateNetworks = [
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "::1",
  "fc00::/7",
  "fe80::/10",
];

/** Without a database of places only "inside" and "not known" can be told. */
function cityOf(address: string): string {
  if (isIP(address) === 0) return "Invalid ip";
  return addressMatches(address, privateNetworks) ? "LAN" : "Unknown";
}

const clean = (value: string, limit: number): string => value.replaceAll("\0", "").slice(0, limit);

/** Writes an attempt to the login log. Contract: docs/contract/identity.md, "Login log". */
export async function recordLogin(db: Kysely<Database>, record: LoginRecord): Promise<void> {
  await db
    .insertInto("login_logs")
    .values({
      username: clean(record.username, 128),
      type: record.type,
      ip: clean(record.remoteAddress, 64),
      city: cityOf(record.remoteAddress),
      user_agent: clean(record.userAgent, 254),
      mfa: record.mfa,
      reason: record.reason,
      backend: "Password",
      status: record.succeeded,
    })
    .execute();
}
