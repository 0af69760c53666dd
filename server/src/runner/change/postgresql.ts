import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import type pg from "pg";
import { withDriver } from "../protocols/database.ts";
import { openPostgresql, postgresqlRefusal } from "../protocols/postgresql.ts";
import { badName, type ChangeMeans, missing, passwordOf, sending } from "./means.ts";

const longestPassword = 1_000;
const scramIterations = 4_096;

/** Passwords of PostgreSQL's roles. The server gets what it keeps of them, so that its log does not show them. */
export const postgresqlPassword: ChangeMeans = {
  async set(target, change) {
    const { username } = change.account;
    if (username === "" || /\p{Cc}/u.test(username)) throw badName(target, change);
    const password = passwordOf(target, change, longestPassword);
    const client = await openPostgresql(target);
    const { exists, kept } = await withDriver(target, () => ask(client, username), postgresqlRefusal);
    if (!exists && !change.create) throw missing(target, change);
    const verb = exists ? "ALTER" : "CREATE";
    const login = change.create ? " LOGIN" : "";
    const value = client.escapeLiteral(keptForm(kept, username, password));
    const statement = `${verb} ROLE ${client.escapeIdentifier(username)} WITH${login} PASSWORD ${value}`;
    await sending(target, () => client.query(statement), noOf);
    return "";
  },
};

async function ask(client: pg.Client, username: string) {
  const { rows } = await client.query<{ there: number; kept: string }>(
    "SELECT (SELECT count(*)::int FROM pg_catalog.pg_roles WHERE rolname = $1) AS there," +
      " current_setting('password_encryption') AS kept",
    [username],
  );
  return { exists: rows[0]?.there === 1, kept: rows[0]?.kept ?? "" };
}

/** A password as the server keeps it. One whose letters have to be normalized is left to the server. */
function keptForm(kept: string, username: string, password: string): string {
  if (!/^\p{ASCII}*$/u.test(password)) return password;
  if (kept !== "scram-sha-256") {
    return `md5${createHash("md5").update(`${password}${username}`).digest("hex")}`;
  }
  return scramVerifier(password, randomBytes(16));
}

/** What a server keeps of a password for SCRAM-SHA-256 (RFC 5803, in PostgreSQL's own form). */
export function scramVerifier(password: string, salt: Buffer): string {
  const salted = pbkdf2Sync(password, salt, scramIterations, 32, "sha256");
  const hmac = (about: string) => createHmac("sha256", salted).update(about).digest();
  const stored = createHash("sha256").update(hmac("Client Key")).digest("base64");
  const server = hmac("Server Key").toString("base64");
  return `SCRAM-SHA-256$${scramIterations}:${salt.toString("base64")}$${stored}:${server}`;
}

/** An error with a code of the server is its no. One that says that it is shutting down is none. */
function noOf(error: Error & { readonly code?: unknown }): string | null {
  const { code, message } = error;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && !/^(?:57|58|08)/.test(code)
    ? message
    : null;
}
