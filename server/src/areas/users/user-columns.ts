import type { Kysely, QueryCreator, Selectable } from "kysely";
import type { Database } from "../../engine/database/index.ts";

type Db = Kysely<Database>;
type User = Selectable<Database["users"]>;

/** The part of a statement that notes that a user signed in now. */
export const lastLoginUpdate = (db: QueryCreator<Database>, userId: string) =>
  db.updateTable("users").set({ last_login: new Date() }).where("id", "=", userId);

/** The language a user chose; null when they chose none, or are gone. */
export async function findUserLanguage(db: Db, userId: string): Promise<User["language"]> {
  const row = await db.selectFrom("users").select("language").where("id", "=", userId).executeTakeFirst();
  return row?.language ?? null;
}

/** Remembers the language a user chose. */
export async function setUserLanguage(
  db: Db,
  userId: string,
  language: NonNullable<User["language"]>,
): Promise<void> {
  await db.updateTable("users").set({ language }).where("id", "=", userId).execute();
}

/** Sets how a user wants to receive messages: names of notification backends. */
export async function setReceiveBackends(db: Db, userId: string, backends: readonly string[]): Promise<void> {
  await db
    .updateTable("users")
    .set({ receive_backends: [...backends] })
    .where("id", "=", userId)
    .execute();
}

/** Whether there is any user: an installation that is in use has at least one. */
export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) !== undefined;
}
