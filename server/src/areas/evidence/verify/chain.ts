import { verify } from "node:crypto";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { sql } from "kysely";
import { type Message, withParameters } from "../../../engine/i18n/index.ts";
import type { Services } from "../../../engine/services.ts";
import { type Checkpoint, hashOf } from "../chain/checkpoints.ts";
import { type CopiedCheckpoint, copyFile, readCopied } from "../chain/copies.ts";
import { type KeyTerm, keyTerms, readHandovers } from "../chain/handovers.ts";
import { chained, chainStart, type Entry, leafOf } from "../chain/line.ts";
import { fingerprintOf, publicKeyOf } from "../chain/signing-key.ts";
import type { ChainServices } from "../evidence-services.ts";
import { text } from "../texts.ts";

/** Rows that are read at a time. */
const page = 5000;

/** Told of each thing that is wrong. */
export type ProblemReport = (problem: Message) => void;

/** Goes on through the chain and says whether each entry continues the one before. */
export async function verifyEntries(
  { db }: Pick<Services, "db">,
  report: ProblemReport,
  signal: AbortSignal,
): Promise<number> {
  let before = chainStart;
  let last = 0;
  for (;;) {
    const { rows } = await sql<Entry & { readonly hash: string }>`
      select seq, kind, action, object_id as object, encode(content_hash, 'hex') as content, date_noted as date,
        encode(chain_hash, 'hex') as hash
      from evidence_entries where seq > ${last} order by seq limit ${sql.lit(page)}
    `.execute(db);
    for (const { hash, ...entry } of rows) {
      const isNext = entry.seq === last + 1;
      for (let seq = last + 1; seq < entry.seq; seq += 1) {
        // A gap may be of any size: its two ends say enough.
        if (seq === last + 1 || seq === entry.seq - 1) report(withParameters(text.entryMissing, { seq }));
      }
      if (isNext && chained(before, leafOf(entry)) !== hash) {
        report(withParameters(text.entryChanged, { seq: entry.seq }));
      }
      before = hash;
      last = entry.seq;
    }
    if (rows.length < page || signal.aborted) return last;
  }
}

/** Compares the signed checkpoints with the chain, and each with the one before. */
export async function verifyCheckpoints(
  { db }: Pick<Services, "db">,
  entries: number,
  report: ProblemReport,
): Promise<number> {
  const terms = await knownKeys(db, report);
  let count = 0;
  let previous = "";
  for (let last = 0; ; ) {
    const { rows } = await sql<Checkpoint & { readonly signed: string; readonly found: string | null }>`
      select c.number, c.entries, c.statement, c.signature, c.fingerprint, encode(c.chain_hash, 'hex') as signed,
        encode(e.chain_hash, 'hex') as found
      from evidence_checkpoints c left join evidence_entries e on e.seq = c.entries
      where c.number > ${last} order by c.number limit ${sql.lit(page)}
    `.execute(db);
    for (const checkpoint of rows) {
      const { number, statement, found } = checkpoint;
      if (number !== last + 1) report(withParameters(text.checkpointMissing, { number: last + 1 }));
      const said = readStatement(checkpoint);
      const term = terms.get(checkpoint.fingerprint);
      const isInTerm = term !== undefined && number > term.after && number <= term.until;
      const isSigned =
        term !== undefined &&
        verify(
          null,
          Buffer.from(statement),
          publicKeyOf(term.publicKey),
          Buffer.from(checkpoint.signature, "base64"),
        );
      const isHandedOver = number !== term?.until || term.hash === hashOf(statement);
      if (!isInTerm) report(withParameters(text.checkpointKey, { number }));
      else if (
        !(isSigned && isHandedOver) ||
        said === null ||
        (number === last + 1 && said.previous !== previous)
      ) {
        report(withParameters(text.checkpointChanged, { number }));
      } else if (found === null) {
        report(withParameters(text.chainTruncated, { seq: entries, number, entries: said.entries }));
      } else if (found !== said.hash) {
        report(withParameters(text.checkpointChain, { number, seq: said.entries }));
      }
      previous = hashOf(statement);
      last = number;
      count += 1;
    }
    if (rows.length < page) return count;
  }
}

/** The keys that may have signed, from that of the first checkpoint on. */
async function knownKeys(db: Services["db"], report: ProblemReport): Promise<ReadonlyMap<string, KeyTerm>> {
  const first = await db
    .selectFrom("evidence_checkpoints")
    .select("fingerprint")
    .orderBy("number")
    .limit(1)
    .executeTakeFirst();
  const rows = await db.selectFrom("evidence_keys").select(["fingerprint", "public_key"]).execute();
  const own = rows.filter(({ public_key: key, fingerprint }) => fingerprintOf(key) === fingerprint);
  const keys = new Map(own.map(({ public_key: key, fingerprint }) => [fingerprint, key]));
  return keyTerms(first?.fingerprint ?? "", keys, await readHandovers(db), (number) =>
    report(withParameters(text.handoverChanged, { number })),
  );
}

/** What a checkpoint says, where its columns say the same. */
function readStatement({
  statement,
  number,
  entries,
  signed,
}: Checkpoint & { readonly signed: string }): { entries: number; hash: string; previous: string } | null {
  try {
    const said = JSON.parse(statement) as Record<string, unknown>;
    const { hash, previous } = said;
    if (typeof hash !== "string" || typeof previous !== "string") return null;
    return said.number === number && said.entries === entries && hash === signed
      ? { entries, hash, previous }
      : null;
  } catch {
    return null;
  }
}

/** Compares the copy of checkpoints with the database, which may have been put back or replaced. */
export async function verifyCopies({ db, config }: ChainServices, report: ProblemReport): Promise<void> {
  const input = createReadStream(copyFile(config));
  input.on("error", () => undefined);
  let waiting: CopiedCheckpoint[] = [];
  const compare = async (): Promise<void> => {
    const numbers = waiting.map(({ number }) => number);
    const { rows } = await sql<CopiedCheckpoint>`
      select number, statement, signature from evidence_checkpoints where number = any(${numbers}::bigint[])
    `.execute(db);
    const known = new Map(rows.map((row) => [row.number, row]));
    for (const { number, statement } of waiting) {
      if (known.get(number)?.statement !== statement)
        report(withParameters(text.chainRolledBack, { number }));
    }
    waiting = [];
  };
  let line = 0;
  try {
    for await (const written of createInterface({ input })) {
      line += 1;
      try {
        waiting.push(readCopied(written));
      } catch {
        report(withParameters(text.copyDamaged, { line }));
      }
      if (waiting.length >= page) await compare();
    }
  } catch (error) {
    // Before the first checkpoint there is none.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  if (waiting.length > 0) await compare();
}
