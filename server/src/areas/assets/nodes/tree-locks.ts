import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { ApiError } from "../../../engine/errors.ts";
import { text as engineText } from "../../../engine/i18n/index.ts";

type Db = Kysely<Database>;

/** Shares the tree of an organization with other writers, keeping movers out until the transaction ends. */
export async function shareTree(db: Db, organizationId: string): Promise<void> {
  await sql`select lock_node_trees(array[${organizationId}::uuid], false)`.execute(db);
}

/** Takes the tree of an organization alone until the transaction ends. */
export async function takeTree(db: Db, organizationId: string): Promise<void> {
  await sql`select lock_node_trees(array[${organizationId}::uuid], true)`.execute(db);
}

/** What only one request of an organization does at a time: changing the tree itself, or taking assets out of nodes. */
export type TreeLock = "nodes" | "assets";

/**
 * Takes the turn until the transaction ends. Two people who change one tree at the same moment would each answer to
 * what they saw before: the later one is told, and looks again.
 * @param wait whether to wait instead, for what nobody asked for
 * @throws ApiError 409 when somebody else has the turn.
 */
export async function takeLock(db: Db, organizationId: string, lock: TreeLock, wait = false): Promise<void> {
  const key = sql`hashtextextended(${`tree turn:${lock}:${organizationId}`}, 0)`;
  if (wait) {
    await sql`select pg_advisory_xact_lock(${key})`.execute(db);
    return;
  }
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${key}) as taken`.execute(
    db,
  );
  if (rows[0]?.taken !== true) throw new ApiError(409, "error", engineText.busy);
}
