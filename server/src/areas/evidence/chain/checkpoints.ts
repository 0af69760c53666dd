import { createHash, sign } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { appendPending, chainHead, entriesAtOnce, lockChain } from "./append.ts";
import { type SigningKeeper, signingKey } from "./signing-key.ts";

/** Longest time between an entry and the checkpoint that covers it, in seconds. */
const longestWait = 300;

/** A signed statement of how far the chain went. */
export interface Checkpoint {
  readonly number: number;
  /** Entries it covers. */
  readonly entries: number;
  /** What is signed, byte for byte: JSON. docs/evidence.md, section 3. */
  readonly statement: string;
  /** Ed25519, base64. */
  readonly signature: string;
  readonly fingerprint: string;
  readonly date_signed: Date;
}

/** SHA-256 of a statement, by which the next one names it; empty before the first. */
export const hashOf = (statement: string | undefined): string =>
  statement === undefined ? "" : createHash("sha256").update(statement).digest("hex");

/** The latest checkpoint; undefined before the first. */
export async function latestCheckpoint(db: Kysely<Database>): Promise<Checkpoint | undefined> {
  const { rows } = await sql<Checkpoint>`
    select number, entries, statement, signature, fingerprint, date_signed
    from evidence_checkpoints order by number desc limit 1
  `.execute(db);
  return rows[0];
}

/**
 * Signs how far the chain went, if that is due or `isDue` says so; nothing where nothing is new or another worker is
 * at it.
 */
async function signCheckpoint({ db, secrets }: SigningKeeper, isDue: boolean): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (!(await lockChain(transaction, isDue))) return;
    // Under the lock: a key that was handed over meanwhile signs no more.
    const key = await signingKey({ db: transaction, secrets });
    const head = await chainHead(transaction);
    const last = await latestCheckpoint(transaction);
    const fresh = head.seq - (last?.entries ?? 0);
    const age = last === undefined ? longestWait : (Date.now() - last.date_signed.getTime()) / 1000;
    if (fresh <= 0 || !(isDue || fresh >= entriesAtOnce || age >= longestWait)) return;
    const number = (last?.number ?? 0) + 1;
    const date = new Date();
    const statement = JSON.stringify({
      format: "sallyport-checkpoint-1",
      number,
      entries: head.seq,
      hash: head.hash,
      date: date.toISOString(),
      previous: hashOf(last?.statement),
      key: key.fingerprint,
    });
    const signature = sign(null, Buffer.from(statement), key.privateKey).toString("base64");
    await sql`
      insert into evidence_checkpoints (number, entries, chain_hash, statement, signature, fingerprint, date_signed)
      values (${number}, ${head.seq}, decode(${head.hash}, 'hex'), ${statement}, ${signature}, ${key.fingerprint},
        ${date.toISOString()}::timestamptz)
    `.execute(transaction);
  });
}

/**
 * Adds all that waits to the chain and signs checkpoints.
 *
 * @param options.isDue true: the end is signed at once, after
 *   other workers, for what is shown to somebody. Default: when it is time.
 * @param options.signal stops between steps, each of which is whole
 */
export async function advanceChain(
  keeper: SigningKeeper,
  { isDue = false, signal }: { readonly isDue?: boolean; readonly signal?: AbortSignal } = {},
): Promise<void> {
  for (;;) {
    const added = await appendPending(keeper.db, isDue);
    await signCheckpoint(keeper, false);
    if (added === null || added < entriesAtOnce || signal?.aborted === true) break;
  }
  if (isDue) await signCheckpoint(keeper, true);
}
