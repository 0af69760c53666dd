import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Services } from "../../../engine/services.ts";
import type { ChainServices } from "../evidence-services.ts";
import type { Checkpoint } from "./checkpoints.ts";

/** A checkpoint as a line of the copy holds it. */
export interface CopiedCheckpoint {
  readonly number: number;
  readonly statement: string;
  readonly signature: string;
}

/** The copy of checkpoints outside the database knows of another or a later one: the database was put back or replaced. */
export class ChainRolledBack extends Error {
  override readonly name = "ChainRolledBack";
}

/** Where the copy of checkpoints lies. */
export const copyFile = ({
  checkpointFile,
  dataFolder,
}: Pick<Services["config"], "checkpointFile" | "dataFolder">) =>
  checkpointFile ?? join(dataFolder, "checkpoints.log");

/** A checkpoint as a line of a copy. */
export const checkpointLine = ({ number, statement, signature }: CopiedCheckpoint): string =>
  JSON.stringify({ number, statement, signature });

/** Checkpoints that are copied at a time. */
const batch = 1000;

/** Of the end of the copy this much is read to find its last line, in bytes; a line has less than a quarter of it. */
const tail = 4096;

/**
 * Writes the checkpoints that the copy does not have to its end, and to the disk. A line that was cut short by a killed
 * process is written again.
 *
 * @throws ChainRolledBack when the copy has what the database has not; it is left as it is
 */
export async function copyCheckpoints({ db, config }: ChainServices): Promise<void> {
  const flags = constants.O_RDWR | constants.O_CREAT;
  const file = await open(copyFile(config), flags, 0o600);
  try {
    let last = await lastCopied(file);
    if (last !== null) await requireKnown(db, last);
    for (;;) {
      const { rows } = await sql<Checkpoint>`
        select number, statement, signature from evidence_checkpoints
        where number > ${last?.number ?? 0} order by number limit ${sql.lit(batch)}
      `.execute(db);
      if (rows.length === 0) return;
      const { size } = await file.stat();
      const lines = rows.map(checkpointLine);
      await file.write(`${lines.join("\n")}\n`, size);
      await file.datasync();
      last = rows.at(-1) ?? null;
    }
  } finally {
    await file.close();
  }
}

/** The end of the file, with its last line. */
async function readTail(file: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.min(size, tail));
  await file.read(bytes, 0, bytes.length, size - bytes.length);
  return bytes;
}

/** The last whole line of the end of a file; null where there is none. */
function lastLine(bytes: Buffer): CopiedCheckpoint | null {
  const end = bytes.lastIndexOf(0x0a);
  if (end < 0 && bytes.length < tail) return null;
  return readCopied(
    bytes.subarray(bytes.subarray(0, Math.max(end, 0)).lastIndexOf(0x0a) + 1, end).toString("utf8"),
  );
}

/** The last whole line; what is cut short behind it is taken away. */
async function lastCopied(file: FileHandle): Promise<CopiedCheckpoint | null> {
  const { size } = await file.stat();
  const bytes = await readTail(file, size);
  const last = lastLine(bytes);
  const whole = size - bytes.length + bytes.lastIndexOf(0x0a) + 1;
  if (whole < size) await file.truncate(whole);
  return last;
}

/**
 * A line of the copy.
 * @throws ChainRolledBack when it is none
 */
export function readCopied(line: string): CopiedCheckpoint {
  try {
    const { number, statement, signature } = JSON.parse(line) as Record<string, unknown>;
    if (typeof number === "number" && typeof statement === "string" && typeof signature === "string") {
      return { number, statement, signature };
    }
  } catch {
    // Said below.
  }
  throw new ChainRolledBack("the copy of checkpoints is damaged");
}

async function requireKnown(db: Services["db"], copied: CopiedCheckpoint): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    select statement from evidence_checkpoints where number = ${copied.number}
  `.execute(db);
  if (rows[0]?.statement === copied.statement) return;
  throw new ChainRolledBack(
    rows[0] === undefined
      ? `the chain ends before checkpoint ${copied.number}, which the copy has`
      : `checkpoint ${copied.number} is another one than in the copy`,
  );
}

/** The copy as people see it: how far it goes, and whether it is the database's. */
export async function copyState({
  db,
  config,
}: ChainServices): Promise<{ readonly number: number; readonly is_current: boolean }> {
  let file: FileHandle;
  try {
    file = await open(copyFile(config), "r");
  } catch {
    return { number: 0, is_current: true };
  }
  try {
    const { size } = await file.stat();
    const last = lastLine(await readTail(file, size));
    if (last === null) return { number: 0, is_current: true };
    const { number } = last;
    const isCurrent = await requireKnown(db, last).then(
      () => true,
      () => false,
    );
    return { number, is_current: isCurrent };
  } catch {
    return { number: 0, is_current: false };
  } finally {
    await file.close();
  }
}
