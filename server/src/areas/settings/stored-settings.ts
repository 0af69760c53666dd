import { type Kysely, sql } from "kysely";
import { accessVersionTable } from "../../engine/access/index.ts";
import type { Database } from "../../engine/database/index.ts";
import type { Json } from "../../engine/json.ts";
import { log } from "../../engine/log.ts";
import type { SecretBox } from "../../engine/secrets/index.ts";
import type { AccessVersion } from "../../engine/services.ts";
import "./tables.ts";

/** The settings that were changed, and the version at which they were so. */
export interface StoredSettings {
  readonly version: AccessVersion;
  readonly values: ReadonlyMap<string, Json>;
}

interface Row {
  readonly version: number;
  readonly key: string | null;
  readonly value: Json;
  readonly sealed: string | null;
}

/** Where a secret stands; one sealed for another setting does not open. */
export const settingContext = (key: string): string => `settings.value:${key}`;

/** Reads every changed setting, secrets opened, together with the version. */
export async function readStoredSettings(db: Kysely<Database>, secrets: SecretBox): Promise<StoredSettings> {
  const { rows } = await sql<Row>`
    select v.version, s.key, s.value, s.sealed from ${accessVersionTable} v left join settings s on true
  `.execute(db);
  const values = new Map<string, Json>();
  for (const { key, value, sealed } of rows) {
    if (key === null) continue;
    if (sealed === null) {
      values.set(key, value);
      continue;
    }
    try {
      values.set(key, secrets.open(sealed, settingContext(key)));
    } catch {
      // One unreadable secret must not take every other setting with it.
      log.error({ key }, "a stored setting does not open with this installation's key; using the default");
    }
  }
  return { version: Number(rows[0]?.version ?? 0), values };
}

/** The settings that were saved; the others have what the configuration and the defaults say. */
export async function storedSettingKeys(db: Kysely<Database>): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom("settings").select("key").execute();
  return new Set(rows.map(({ key }) => key));
}

/** Removes a stored setting, so that its default counts; changes nothing where it is not stored. */
export async function removeStoredSetting(db: Kysely<Database>, key: string): Promise<void> {
  const stored = db.selectFrom("settings").select("key").where("key", "=", key);
  // A statement that removes nothing would still tell every node of a change.
  if ((await stored.executeTakeFirst()) === undefined) return;
  await db.deleteFrom("settings").where("key", "=", key).execute();
}

/** Whether the stored list of a setting has an item; what is not stored has the default. */
export async function storedListHas(db: Kysely<Database>, key: string, item: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select 1 from settings where key = ${key} and value @> ${JSON.stringify([item])}::jsonb) as has
  `.execute(db);
  return rows[0]?.has === true;
}
