import { sql } from "kysely";
import type { Services } from "../../engine/services.ts";
import { builtinRoles } from "./builtin-roles.ts";

/** Brings the built-in roles to what this version says they are. Writes nothing when they already are. */
export async function refreshBuiltinRoles({ db }: Pick<Services, "db">): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('sallyport.builtin-roles'))`.execute(transaction);
    for (const { id, name, scope, codes } of builtinRoles) {
      await sql`
        insert into roles (id, name, scope, builtin, created_by) values (${id}, ${name}, ${scope}, true, 'System')
        on conflict (id) do update set name = excluded.name, builtin = true
        where roles.name <> excluded.name or not roles.builtin
      `.execute(transaction);
      const wanted = codes === "all" ? [] : [...codes];
      const stored = await transaction
        .selectFrom("role_permissions")
        .select("code")
        .where("role_id", "=", id)
        .orderBy("code")
        .execute();
      if (stored.length === wanted.length && stored.every(({ code }) => wanted.includes(code))) continue;
      await transaction.deleteFrom("role_permissions").where("role_id", "=", id).execute();
      if (wanted.length === 0) continue;
      await transaction
        .insertInto("role_permissions")
        .values(wanted.map((code) => ({ role_id: id, code })))
        .execute();
    }
  });
}
