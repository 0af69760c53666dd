import type { Kysely } from "kysely";
import type { Database } from "../../engine/database/database.ts";
import type { Json } from "../../engine/json.ts";
import type { SecretBox } from "../../engine/secrets/secret-box.ts";
import { settingCatalogue, type SettingKey } from "./catalogue.ts";

/** Stores one setting; secrets are sealed. Effective in every process once `db`'s transaction commits. */
export async function saveSetting(
  db: Kysely<Database>,
  secrets: SecretBox,
  key: SettingKey,
  value: Json,
  updatedBy = "System",
): Promise<void> {
  const isSecret = settingCatalogue[key].type === "secret";
  const row = {
    value: isSecret ? null : (JSON.stringify(value) as unknown as Json),
    sealed: isSecret ? secrets.seal(String(value), `settings.value:${key}`) : null,
    updated_by: updatedBy,
    date_updated: new Date(),
  };
  await db
    .insertInto("settings")
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
    .execute();
}
