import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { translate, withParameters } from "../../../engine/i18n/index.ts";
import { mapConcurrent } from "../../../engine/map-concurrent.ts";
import { callsAtOnce, type SecretStores } from "../../../engine/secrets/index.ts";
import { defineTask, type TaskDeclaration, type TaskRun } from "../../../engine/tasks/index.ts";
import { accountsTable, openAccountSecret } from "../../accounts/index.ts";
import { text } from "./texts.ts";

/** Accounts read at once. */
const batchSize = 500;

interface Compared {
  readonly id: string;
  readonly org_id: string;
  readonly version: number;
  readonly secret_sealed: string;
}

/**
 * Finds which accounts of an organization have the same secret. Digests are made with a key that is thrown away, and
 * are themselves not kept. Contract: docs/contract/account-automations.md, "Weak spots".
 */
export const compareTask: TaskDeclaration = defineTask({
  name: "accounts.tasks.weak_spots.compare_secrets_task",
  label: text.compareTask,
  repeatable: true,
  schedule: { crontab: "30 3 * * *" },
  run: async (run) => {
    const { services, log, language, organizationId } = run;
    const { groups, count, unreadable } = await groupBySecret(run);
    const same = await keep(services.db, organizationId, groups);
    log.line(translate(withParameters(text.compared, { count, same }), language));
    if (unreadable > 0)
      log.line(translate(withParameters(text.unreadable, { count: unreadable }), language), "bad");
    return { accounts: count, same, unreadable };
  },
});

async function groupBySecret(run: TaskRun) {
  const { services } = run;
  const key = randomBytes(32);
  const groups = new Map<string, Compared[]>();
  let [count, unreadable] = [0, 0];
  for await (const rows of batches(run)) {
    const opened = await mapConcurrent(rows, callsAtOnce, async (row) => ({
      row,
      digest: await digestOf(services, row, key),
    }));
    for (const { row, digest } of opened) {
      count++;
      if (digest === null) unreadable++;
      else groups.set(digest, [...(groups.get(digest) ?? []), row]);
    }
  }
  return { groups, count, unreadable };
}

/** Differs between organizations: that two of them share a secret is nothing either may know. */
async function digestOf(stores: SecretStores, row: Compared, key: Buffer): Promise<string | null> {
  try {
    const secret = await openAccountSecret(stores, row);
    return secret === null
      ? null
      : createHmac("sha256", key).update(`${row.org_id}:`).update(secret).digest("base64");
  } catch {
    // What another installation sealed, or the vault does not give, is compared with nothing.
    return null;
  }
}

async function* batches({ services, organizationId, signal }: TaskRun): AsyncGenerator<readonly Compared[]> {
  let after = "00000000-0000-0000-0000-000000000000";
  while (!signal.aborted) {
    const { rows } = await sql<Compared>`
      select id, org_id, version, secret_sealed from ${accountsTable} c
      where secret_sealed is not null and id > ${after}::uuid
        and (${organizationId}::uuid is null or org_id = ${organizationId}::uuid)
      order by id limit ${batchSize}
    `.execute(services.db);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.id;
  }
}

/** Keeps the groups of more than one; answers how many accounts are in them. */
async function keep(
  db: Kysely<Database>,
  organizationId: string | null,
  groups: ReadonlyMap<string, readonly Compared[]>,
): Promise<number> {
  const rows = [...groups.values()].flatMap((group) => {
    const id = randomUUID();
    return group.length < 2 ? [] : group.map((account) => ({ account, id }));
  });
  await db.transaction().execute(async (transaction) => {
    await sql`
      delete from shared_account_secrets where ${organizationId}::uuid is null or org_id = ${organizationId}::uuid
    `.execute(transaction);
    await sql`
      insert into shared_account_secrets (account_id, org_id, version, group_id)
      select v.account_id, v.org_id, v.version, v.group_id
      from unnest(
        ${rows.map(({ account }) => account.id)}::uuid[], ${rows.map(({ account }) => account.org_id)}::uuid[],
        ${rows.map(({ account }) => account.version)}::integer[], ${rows.map(({ id }) => id)}::uuid[]
      ) as v (account_id, org_id, version, group_id)
      where exists (select from ${accountsTable} c where c.id = v.account_id)
    `.execute(transaction);
  });
  return rows.length;
}
