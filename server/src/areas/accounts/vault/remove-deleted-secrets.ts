import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { defineJob } from "../../../engine/jobs/index.ts";
import { readPointer, type VaultClient } from "../../../engine/secrets/index.ts";
import type { Services } from "../../../engine/services.ts";

/** Paths that are looked at in one run. */
const most = 500;

/** The versions of a path that an account, a template or a former secret points to; they are held meanwhile. */
async function versionsInUse(db: Kysely<Database>, path: string): Promise<ReadonlySet<number>> {
  const id = path.slice(path.lastIndexOf("/") + 1);
  const { rows } = await sql<{ kept: string }>`
    with holder as (
      select secret_sealed from accounts where id = ${id}::uuid
      union all select secret_sealed from account_templates where id = ${id}::uuid
      union all select secret_sealed from account_histories where account_id = ${id}::uuid
    )
    select secret_sealed as kept from holder where secret_sealed like 'vault:%'
  `.execute(db);
  const locations = rows.map(({ kept }) => readPointer(kept)).filter((location) => location?.path === path);
  return new Set(locations.flatMap((location) => (location === null ? [] : [location.version])));
}

/** Takes out of the vault what nothing points to: the path, or those of its versions. */
async function removeStrayVersions(db: Kysely<Database>, client: VaultClient, path: string): Promise<void> {
  const used = await versionsInUse(db, path);
  if (used.size === 0) return client.remove(path);
  const stray = (await client.versions(path)).filter((version) => !used.has(version));
  if (stray.length > 0) await client.destroy(path, stray);
}

/**
 * Takes out of the vault what was deleted, or brought back to the database, once that is committed. An account that
 * is being moved is waited for: what it points to in the end stays.
 */
export async function removeDeletedSecrets({ db, vault }: Pick<Services, "db" | "vault">): Promise<void> {
  const { rows } = await sql<{ path: string }>`
      select path from vault_removals order by date_added limit ${most}
    `.execute(db);
  if (rows.length === 0) return;
  const client = await vault.client();
  for (const { path } of rows) {
    await db.transaction().execute(async (held) => {
      const { rows: mine } = await sql<{ path: string }>`
          select path from vault_removals where path = ${path} for update skip locked
        `.execute(held);
      if (mine.length === 0) return;
      const id = path.slice(path.lastIndexOf("/") + 1);
      await sql`select from accounts where id = ${id}::uuid for update`.execute(held);
      await sql`select from account_templates where id = ${id}::uuid for update`.execute(held);
      await removeStrayVersions(held, client, path);
      await sql`delete from vault_removals where path = ${path}`.execute(held);
    });
  }
}

/** Looks for them once a minute. */
export const removeDeletedSecretsJob = defineJob({
  name: "accounts.remove-deleted-secrets",
  schedule: { everySeconds: 60 },
  run: removeDeletedSecrets,
});
