import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { type BuiltInPlatform, builtInPlatforms } from "../catalogue/built-in-platforms.ts";

/**
 * Writes the built-in platforms by their stable ids. Internal ones are brought back to this build's state every
 * time; the two that people may edit are only made when missing. Safe to call from several processes at once.
 */
export async function seedPlatforms(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('platforms', 0))`.execute(transaction);
    const present = await transaction.selectFrom("platforms").select("id").execute();
    const ids = new Set(present.map(({ id }) => id));
    for (const platform of builtInPlatforms) {
      if (platform.internal || !ids.has(platform.id)) await write(transaction, platform);
    }
  });
}

async function write(db: Kysely<Database>, platform: BuiltInPlatform): Promise<void> {
  const columns = {
    name: platform.name,
    category: platform.category,
    type: platform.type,
    internal: platform.internal,
    charset: "utf-8",
    domain_enabled: platform.domainEnabled,
    su_enabled: platform.suEnabled,
    su_method: platform.suMethod,
  };
  await db
    .insertInto("platforms")
    .values({ id: platform.id, ...columns, created_by: "System", updated_by: "System" })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(columns))
    .execute();
  await db
    .deleteFrom("platform_protocols")
    .where("platform_id", "=", platform.id)
    .where(
      "name",
      "not in",
      platform.protocols.map(({ name }) => name),
    )
    .execute();
  for (const protocol of platform.protocols) {
    const row = {
      port: protocol.port,
      is_primary: protocol.primary,
      is_required: false,
      is_default: protocol.default,
      is_public: protocol.public,
      setting: JSON.stringify(protocol.setting),
    };
    await db
      .insertInto("platform_protocols")
      .values({ platform_id: platform.id, name: protocol.name, ...row })
      .onConflict((conflict) => conflict.columns(["platform_id", "name"]).doUpdateSet(row))
      .execute();
  }
  const automation = Object.entries(platform.automation).map(
    ([name, value]) =>
      [name, typeof value === "object" && value !== null ? JSON.stringify(value) : value] as const,
  );
  const names = sql.join(automation.map(([name]) => sql.ref(name)));
  const values = sql.join(automation.map(([, value]) => value));
  const updates = sql.join(automation.map(([name]) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`));
  await sql`
    insert into platform_automations (platform_id, ${names}) values (${platform.id}, ${values})
    on conflict (platform_id) do update set ${updates}
  `.execute(db);
}
