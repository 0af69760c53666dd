import { type KeyObject, sign, verify } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { recordSystemOperations } from "../../../engine/audit/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { log } from "../../../engine/log.ts";
import { organizationIds } from "../../organizations/index.ts";
import { text } from "../texts.ts";
import { lockChain } from "./append.ts";
import { advanceChain, hashOf, latestCheckpoint } from "./checkpoints.ts";
import { fingerprintOf, makeKey, publicKeyOf, type SigningKeeper, signingKey } from "./signing-key.ts";

/** One key followed by another, as it is kept. */
export interface Handover {
  readonly number: number;
  readonly former: string;
  readonly successor: string;
  /** The last checkpoint of the former key; 0: none. */
  readonly checkpoint: number;
  /** What both signed, byte for byte: JSON. docs/evidence.md, section 3. */
  readonly statement: string;
  readonly former_signature: string;
  readonly successor_signature: string;
  readonly date_signed: Date;
}

const signed = (statement: string, key: KeyObject): string =>
  sign(null, Buffer.from(statement), key).toString("base64");

/** All of them, in their order. */
export async function readHandovers(db: Kysely<Database>): Promise<readonly Handover[]> {
  const { rows } = await sql<Handover>`
    select number, former, successor, checkpoint, statement, former_signature, successor_signature, date_signed
    from evidence_handovers order by number
  `.execute(db);
  return rows;
}

/**
 * Makes a new signing key. The one before it signs what is in the chain so far, and with its last signature names its
 * successor; then its private half is removed. It is an entry of the operate log.
 *
 * @returns the fingerprints of both
 */
export async function rotateSigningKey(
  keeper: SigningKeeper,
): Promise<{ readonly former: string; readonly successor: string }> {
  await advanceChain(keeper, { isDue: true });
  const { secrets } = keeper;
  const prints = await keeper.db.transaction().execute(async (db) => {
    await lockChain(db, true);
    const former = await signingKey({ db, secrets });
    const successor = makeKey(secrets);
    const last = await latestCheckpoint(db);
    const before = (await readHandovers(db)).at(-1);
    const number = (before?.number ?? 0) + 1;
    const date = new Date();
    const checkpoint = last?.number ?? 0;
    const statement = JSON.stringify({
      format: "sallyport-handover-1",
      number,
      former: former.fingerprint,
      successor: successor.fingerprint,
      public_key: successor.publicKey,
      checkpoint,
      hash: hashOf(last?.statement),
      date: date.toISOString(),
    });
    await sql`
      insert into evidence_keys (fingerprint, public_key, private_sealed, date_created)
      values (${successor.fingerprint}, ${successor.publicKey}, ${successor.sealed}, ${date.toISOString()}::timestamptz)
    `.execute(db);
    await sql`
      insert into evidence_handovers (number, former, successor, checkpoint, statement, former_signature,
        successor_signature, date_signed)
      values (${number}, ${former.fingerprint}, ${successor.fingerprint}, ${checkpoint}, ${statement},
        ${signed(statement, former.privateKey)}, ${signed(statement, successor.privateKey)},
        ${date.toISOString()}::timestamptz)
    `.execute(db);
    await sql`update evidence_keys set private_sealed = null where fingerprint = ${former.fingerprint}`.execute(
      db,
    );
    await recordSystemOperations(db, [
      {
        action: "update",
        type: text.signingKey,
        name: successor.fingerprint,
        id: successor.fingerprint,
        changes: [
          {
            field: "fingerprint",
            label: { en: text.fingerprint.en, zh: text.fingerprint.zh, ja: text.fingerprint.ja },
            before: former.fingerprint,
            after: successor.fingerprint,
          },
        ],
        organizationId: organizationIds.root,
      },
    ]);
    return { former: former.fingerprint, successor: successor.fingerprint };
  });
  log.info(prints, "the key that signs the evidence was replaced");
  return prints;
}

/** A key of the installation, and the checkpoints it may have signed: those behind `after`, up to `until`. */
export interface KeyTerm {
  readonly publicKey: string;
  readonly after: number;
  readonly until: number;
  /** Hash of the statement of the checkpoint `until`; null for the key that signs now. */
  readonly hash: string | null;
}

/**
 * The keys of the installation by fingerprint, from the one that signed the first checkpoint, each as far as the one
 * before handed over to it. A key that was slipped in is not among them.
 *
 * @param keys public keys (SPKI, base64) by fingerprint
 * @param report called with the number of each hand-over that is not as it was signed; keys behind it are not known
 */
export function keyTerms(
  first: string,
  keys: ReadonlyMap<string, string>,
  handovers: readonly Handover[],
  report: (number: number) => void,
): ReadonlyMap<string, KeyTerm> {
  const terms = new Map<string, KeyTerm>();
  let [print, after] = [first, 0];
  for (;;) {
    const publicKey = keys.get(print);
    if (publicKey === undefined || terms.has(print)) return terms;
    const next = handovers.find(({ former }) => former === print);
    const said = next === undefined ? null : readHandover(next, publicKey);
    const until = said?.checkpoint ?? Number.POSITIVE_INFINITY;
    terms.set(print, { publicKey, after, until, hash: said?.hash ?? null });
    if (next === undefined) return terms;
    if (said === null) {
      report(next.number);
      return terms;
    }
    [print, after] = [next.successor, said.checkpoint];
  }
}

/** What a hand-over says, where both keys signed it and its columns say the same; null where not. */
function readHandover(
  { number, former, successor, checkpoint, statement, ...signatures }: Handover,
  formerKey: string,
): { readonly checkpoint: number; readonly hash: string } | null {
  try {
    const said = JSON.parse(statement) as Record<string, unknown>;
    const { public_key: key, hash } = said;
    if (typeof key !== "string" || typeof hash !== "string" || fingerprintOf(key) !== successor) return null;
    const isSame =
      said.number === number &&
      said.former === former &&
      said.successor === successor &&
      said.checkpoint === checkpoint;
    const isSigned = (by: string, signature: string) =>
      verify(null, Buffer.from(statement), publicKeyOf(by), Buffer.from(signature, "base64"));
    return isSame &&
      isSigned(formerKey, signatures.former_signature) &&
      isSigned(key, signatures.successor_signature)
      ? { checkpoint, hash }
      : null;
  } catch {
    return null;
  }
}
