import { randomInt } from "node:crypto";
import { sql } from "kysely";
import type { Services } from "../../engine/services.ts";
import { storePassword } from "./set-password.ts";
import type { UserRoles } from "./user-roles.ts";
import { firstUsername } from "./user-rules.ts";

/** Letters and digits that cannot be taken for one another. */
const alphabet = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

function generatePassword(): string {
  return Array.from({ length: 20 }, () => alphabet[randomInt(alphabet.length)]).join("");
}

/** The first administrator, with the password when it was generated now. */
export interface FirstAdministrator {
  readonly username: string;
  readonly password: string;
}

/**
 * Makes the user `admin` when there is none. The password is the configured one, or a generated one that is
 * answered once and stored nowhere else; null when nothing is to be shown. Safe when several processes start.
 */
export async function bootstrapAdministrator(
  services: Pick<Services, "config" | "db">,
  roles: UserRoles,
): Promise<FirstAdministrator | null> {
  return services.db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(hashtext('sallyport.first-administrator'))`.execute(db);
    const existing = await db
      .selectFrom("users")
      .select("id")
      .where("username", "=", firstUsername)
      .executeTakeFirst();
    if (existing !== undefined) return null;
    const user = await db
      .insertInto("users")
      .values({
        name: "Administrator",
        username: firstUsername,
        email: "admin@example.com",
        is_first_login: false,
        created_by: "System",
        date_expired: sql<Date>`now() + interval '70 years'`,
      })
      .returning(["id", "name", "username"])
      .executeTakeFirstOrThrow();
    const password = services.config.adminPassword ?? generatePassword();
    // A generated one was on a screen, and maybe in a log; a demonstration is to be tried, not administered.
    const mustChange = services.config.adminPassword === null && !services.config.demo;
    const author = { display: "System", remoteAddress: "" };
    await storePassword({ ...services, db }, user, password, author, mustChange);
    await roles.makeAdministrator(db, user.id);
    return services.config.adminPassword === null ? { username: user.username, password } : null;
  });
}
