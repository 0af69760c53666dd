import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { createYield } from "../../../engine/yield-to-event-loop.ts";
import { signatureLengths } from "./signature.ts";
import { signatureIn, slicesOf } from "./slices.ts";

/** Chunks in a block. */
const usualSlots = 1024;

interface Loose {
  readonly session_id: string;
  readonly place: number;
  readonly signature: Buffer;
}

/** Takes chunks whose signatures have as many bits into a block; false when there are not enough of them. */
async function gatherOne(db: Kysely<Database>, bits: number, slots: number): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    // The chunks are locked first, as they are when a session is deleted: neither waits for the other in a circle.
    const { rows } = await sql<Loose>`
      select c.session_id, c.place, g.signature from moment_signatures g
      join moment_chunks c on c.session_id = g.session_id and c.place = g.place
      where g.bits = ${bits} order by c.started, c.session_id, c.place
      limit ${sql.lit(slots)} for update of c skip locked
    `.execute(transaction);
    if (rows.length < slots) return false;
    const slices = await slicesOf(rows.map(({ signature }) => signature));
    await sql`
      with block as (
        insert into moment_blocks (slots, bits, slices) values (${slots}, ${bits}, ${slices}) returning id
      ), chunk as (
        select * from unnest(
          ${rows.map(({ session_id: id }) => id)}::uuid[], ${rows.map(({ place }) => place)}::integer[]
        ) with ordinality as v (session_id, place, number)
      ), loose as (
        delete from moment_signatures g using chunk v where g.session_id = v.session_id and g.place = v.place
      )
      update moment_chunks c set block_id = block.id, slot = v.number - 1
      from block, chunk v where c.session_id = v.session_id and c.place = v.place
    `.execute(transaction);
    return true;
  });
}

/** Takes a block apart of which chunks are gone; false when there is none. */
async function dissolveOne(db: Kysely<Database>): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: number; slots: number; bits: number; slices: Buffer }>`
      select id, slots, bits, slices from moment_blocks where is_outdated order by id limit 1
    `.execute(transaction);
    const block = rows[0];
    if (block === undefined) return false;
    const { rows: left } = await sql<{ session_id: string; place: number; slot: number }>`
      select session_id, place, slot from moment_chunks where block_id = ${block.id} for update
    `.execute(transaction);
    const pause = createYield();
    const signatures: Buffer[] = [];
    for (const { slot } of left) {
      signatures.push(signatureIn(block.slices, block.slots, slot));
      await pause();
    }
    await sql`
      insert into moment_signatures (session_id, place, bits, signature)
      select v.session_id, v.place, ${block.bits}, v.signature from unnest(
        ${left.map(({ session_id: id }) => id)}::uuid[], ${left.map(({ place }) => place)}::integer[],
        ${signatures}::bytea[]
      ) as v (session_id, place, signature)
    `.execute(transaction);
    await sql`update moment_chunks set block_id = null, slot = null where block_id = ${block.id}`.execute(
      transaction,
    );
    await sql`delete from moment_blocks where id = ${block.id}`.execute(transaction);
    return true;
  });
}

/**
 * Brings signatures into blocks where there are enough of the same length, and what is left of those whose chunks were
 * deleted out of them, so that nothing of a deleted recording stays. One process at a time.
 *
 * @param options.slots chunks of a block, a multiple of eight
 */
export async function gatherSignatures(
  db: Kysely<Database>,
  { slots = usualSlots, signal }: { readonly slots?: number; readonly signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const isStopped = (): boolean => signal?.aborted === true;
  while (!isStopped() && (await dissolveOne(db)));
  for (const length of signatureLengths) {
    while (!isStopped() && (await gatherOne(db, length * 8, slots)));
  }
}
