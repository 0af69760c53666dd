import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The password of the embedded database, and whether it was made just now. */
export interface DatabasePassword {
  readonly value: string;
  readonly isNew: boolean;
}

/** Where the password is kept, by the installation key: only the product's own account reads it. */
export const passwordFile = (dataFolder: string): string => join(dataFolder, "database.password");

/** The password of the embedded database of a data folder, made where there is none yet. */
export function databasePassword(dataFolder: string): DatabasePassword {
  const path = passwordFile(dataFolder);
  const kept = existsSync(path) ? readFileSync(path, "utf8").trim() : "";
  if (kept !== "") {
    chmodSync(path, 0o600);
    return { value: kept, isNew: false };
  }
  const value = randomBytes(32).toString("base64url");
  writeFileSync(path, `${value}\n`, { mode: 0o600 });
  return { value, isNew: true };
}

/** The least that RFC 7677 allows; more would add nothing to a password of 256 random bits. */
const iterations = 4_096;

/** What PostgreSQL stores of a password (SCRAM-SHA-256, RFC 5803): who reads it cannot sign in with it. */
export function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, "sha256");
  const hmac = (key: string): Buffer => createHmac("sha256", salted).update(key).digest();
  const storedKey = createHash("sha256").update(hmac("Client Key")).digest("base64");
  const serverKey = hmac("Server Key").toString("base64");
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${storedKey}:${serverKey}`;
}
