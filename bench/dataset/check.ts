import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { ApiClient } from "../../e2e/support/api.ts";
import type { Organization } from "./dataset.ts";

/**
 * Holds what was created by SQL against the product's invariants: the product's own recount of nodes, and the counts of
 * rows that lists answer with.
 *
 * @throws Error naming the count that is wrong
 */
export async function checkDataset(
  admin: ApiClient,
  database: pg.Client,
  organizations: readonly Organization[],
): Promise<void> {
  for (const organization of organizations) {
    await checkNodeCounts(admin, organization);
    await checkAnswers(admin, organization);
  }
  await checkRowCounts(database);
  await checkChildren(database);
}

/** The product's task that compares what is above the links with the links, and repairs what differs. */
async function checkNodeCounts(admin: ApiClient, { id, count }: Organization): Promise<void> {
  const { task } = await admin.post(`/api/v1/assets/nodes/check_assets_amount_task/?oid=${id}`, {});
  for (;;) {
    const { state, result } = await admin.get(
      `/api/v1/ops/celery/task/main.tasks/task-execution/${task}/result/`,
    );
    if (state === "FAILURE" || state === "REVOKED") throw new Error(`the recount of nodes ended as ${state}`);
    if (state === "SUCCESS") {
      if (result.organizations !== 1 || result.repaired !== 0)
        throw new Error(`nodes of ${count} assets are counted wrongly: ${JSON.stringify(result)}`);
      return;
    }
    await sleep(100);
  }
}

/** A sample of what lists and the tree answer. */
async function checkAnswers(admin: ApiClient, { id, count, tree, samples }: Organization): Promise<void> {
  const amount = async (query: string): Promise<number> =>
    (await admin.get(`/api/v1/assets/assets/?limit=1&oid=${id}&${query}`)).count;
  const answers = {
    all: (await amount("")) === count,
    root: (await amount(`node_id=${tree.root}`)) === count,
    site: (await amount(`node_id=${tree.site}`)) > 0,
    room: (await amount(`node_id=${tree.room}`)) > 0,
    domain: (await amount(`domain=${samples.domain.id}`)) > 0,
    accounts: (await admin.get(`/api/v1/accounts/accounts/?limit=1&oid=${id}`)).count === count,
  };
  const wrong = Object.entries(answers).filter(([, isRight]) => !isRight);
  if (wrong.length > 0)
    throw new Error(
      `of ${count} assets these are answered wrongly: ${wrong.map(([name]) => name).join(", ")}`,
    );
}

/** Every table whose rows are counted as they are written. */
export async function checkRowCounts(database: pg.Client): Promise<void> {
  const { rows: tables } = await database.query<{ name: string }>(
    "select distinct tgrelid::regclass::text as name from pg_trigger where tgname = 'count_inserted'",
  );
  for (const { name } of tables) {
    const { rows } = await database.query<{ told: string; there: string }>(
      `select (select coalesce(sum(difference), 0) from row_counts where table_name = $1) as told,
         (select count(*) from ${name}) as there`,
      [name],
    );
    const [row] = rows;
    if (row === undefined || row.told !== row.there)
      throw new Error(`${name} has ${row?.there} rows and counts ${row?.told}`);
  }
}

/** The number of the next child is above those of all children. */
async function checkChildren(database: pg.Client): Promise<void> {
  const { rows } = await database.query(
    `select p.key from nodes p join nodes c on c.parent_id = p.id
     where split_part(c.key, ':', -1)::int >= p.next_child limit 1`,
  );
  if (rows.length > 0) throw new Error(`node ${rows[0].key} would give a key twice`);
}
