import { randomBytes } from "node:crypto";
import { chownSync, closeSync, fsyncSync, openSync, renameSync, statSync, writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import { readKeyFile } from "../config/secret-key.ts";
import type { Database } from "../database/database.ts";
import { noteKey, retainOnlyKey } from "./key-register.ts";
import { formatKeyFile, type KeyRing, keyFileAge } from "./key-ring.ts";
import type { ResealResult } from "./sealed-values.ts";

/** Sealed values of one kind: a column, the queue, the recordings. */
export interface SealedHolding {
  /** What it is called in the report, as `accounts.secret_sealed`. */
  readonly name: string;
  /** Seals what is not under the current key; may be repeated and interrupted. */
  reseal(): Promise<ResealResult>;
}

/** What a rotation works on. */
export interface Rotation {
  readonly config: Pick<Config, "secretKeys" | "secretKeyFile">;
  /** The keys as `config` names them; follows the key file. */
  readonly keys: KeyRing;
  readonly db: Kysely<Database>;
  readonly holdings: readonly SealedHolding[];
  /** Called before the former key can be lost: what else follows from it is kept. */
  beforeReplacing(): void;
  /** Tells the operator how far it is. */
  report(line: string): void;
}

/** Arbitrary, but the same everywhere: one rotation at a time. */
const rotationLock = 7_215_340_981;

/** Longest that transactions of before the switch are waited for, in milliseconds. */
const timeout = 60_000;

/** Passes after which values that keep coming back under the former key are a mistake of the operator's. */
const mostPasses = 20;

/** The rotation stopped before its end. Both keys are kept and nothing is lost; the message says what to do. */
export class RotationUnfinishedError extends Error {
  override readonly name = "RotationUnfinishedError";
}

/**
 * Replaces the installation key and seals everything under the new one, while the product runs. It may be killed
 * anywhere: until the end both keys open, and running it again continues where it was.
 *
 * @throws ConfigError when there is nothing to rotate to or another rotation runs; RotationUnfinishedError
 */
export async function rotateKey(rotation: Rotation): Promise<void> {
  const { db } = rotation;
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{
      taken: boolean;
    }>`select pg_try_advisory_lock(${rotationLock}) as taken`.execute(connection);
    if (rows[0]?.taken !== true)
      throw new ConfigError([
        "Another key rotation is running on this database. Wait until it has finished.",
      ]);
    try {
      await underLock(rotation);
    } finally {
      await sql`select pg_advisory_unlock(${rotationLock})`.execute(connection);
    }
  });
}

async function underLock(rotation: Rotation): Promise<void> {
  const { config, keys, db, report } = rotation;
  const { secretKeyFile: file } = config;
  rotation.beforeReplacing();
  if (file === null) requireFormerKeys(config);
  else await addKey(file, report);
  const current = keys.current().id;
  await noteKey(db, current);
  const switched = new Date();
  await resealAll(rotation);
  await outwait(db, switched);
  // What transactions of before the switch had still to write.
  await resealAll(rotation);
  await retainOnlyKey(db, current);
  if (file !== null) {
    replaceKeyFile(file, readKeyFile(file).slice(0, 1));
    report(`All secrets are encrypted with the key ${current}. The former key was removed from ${file}.`);
    report("Older backups still need the former key. Keep it with them, or create a new backup now.");
  } else {
    report(`All secrets are encrypted with the key ${current}.`);
    report("Remove SALLYPORT_FORMER_SECRET_KEYS on every node.");
  }
}

function requireFormerKeys({ secretKeys }: Rotation["config"]): void {
  if (secretKeys.length > 1) return;
  throw new ConfigError([
    "SALLYPORT_SECRET_KEY: the key comes from the environment, so the new one must too. First start every node with " +
      "the new key in SALLYPORT_FORMER_SECRET_KEYS. Then start them with the new key in SALLYPORT_SECRET_KEY and " +
      "the current one in SALLYPORT_FORMER_SECRET_KEYS, and run this command with the same environment.",
  ]);
}

/** Puts a new key in front of the file, unless an interrupted rotation has done so. */
async function addKey(file: string, report: Rotation["report"]): Promise<void> {
  const kept = readKeyFile(file);
  if (kept.length > 1) report("Continuing the interrupted rotation.");
  else {
    replaceKeyFile(file, [randomBytes(32), ...kept]);
    report("Created a new key.");
  }
  // Every process reads the file again within its age, and seals with the new key from then on.
  await sleep(keyFileAge * 1.5);
}

/** Replaces the file whole or not at all; it keeps its owner. */
function replaceKeyFile(path: string, keys: readonly Buffer[]): void {
  const draft = `${path}.draft`;
  const { uid, gid } = statSync(path);
  const file = openSync(draft, "w", 0o600);
  try {
    writeSync(file, formatKeyFile(keys));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  chownSync(draft, uid, gid);
  renameSync(draft, path);
}

/** Goes through everything until a pass finds nothing. */
async function resealAll({ holdings, report }: Rotation): Promise<void> {
  for (const { name, reseal } of holdings) {
    let total = 0;
    for (let pass = 1; ; pass += 1) {
      const { resealed, unreadable } = await reseal();
      total += resealed;
      if (resealed > 0 && pass < mostPasses) continue;
      if (total > 0) report(`${name}: ${total} encrypted again`);
      if (resealed > 0)
        throw new RotationUnfinishedError(
          `${name}: a running process still encrypts with a former key. Restart every node, then run this again.`,
        );
      if (unreadable > 0) {
        throw new RotationUnfinishedError(
          `${name}: no key of this installation decrypts ${unreadable} values. Nothing is lost: both keys are ` +
            "still in use. Restore or clear these values, then run this again.",
        );
      }
      break;
    }
  }
}

/** Waits until no transaction is open that began before `moment`: it may hold values of the former key. */
async function outwait(db: Kysely<Database>, moment: Date): Promise<void> {
  const deadline = Date.now() + timeout;
  for (;;) {
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend'
        and pid <> pg_backend_pid() and xact_start < ${moment}
    `.execute(db);
    if (rows[0]?.open === 0) return;
    if (Date.now() > deadline) {
      throw new RotationUnfinishedError(
        "A transaction of before the switch is still open. Both keys are kept; run this again when it has ended.",
      );
    }
    await sleep(250);
  }
}
