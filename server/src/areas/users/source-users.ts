import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import type { UserSource } from "./user-source.ts";

/** What another system says of a user, as it is kept. */
export interface SourceUserValues {
  readonly name: string;
  readonly username: string;
  readonly email: string;
  readonly phone: string | null;
  readonly comment: string;
}

/**
 * Makes users of people whom another system knows: without a password, and with the terms still to accept. Answers
 * their ids in the order of the values; no two of them have one username.
 */
export async function createSourceUsers(
  db: Kysely<Database>,
  source: UserSource,
  values: readonly SourceUserValues[],
): Promise<readonly string[]> {
  if (values.length === 0) return [];
  const rows = await db
    .insertInto("users")
    .values(
      values.map((one) => ({
        ...one,
        source,
        created_by: "System",
        date_expired: sql<Date>`now() + interval '70 years'`,
      })),
    )
    .returning(["id", "username"])
    .execute();
  const ids = new Map(rows.map(({ id, username }) => [username, id]));
  return values.map(({ username }) => {
    const id = ids.get(username);
    if (id === undefined) throw new Error("a user was stored under another name");
    return id;
  });
}

/** Makes the user of one person, as `createSourceUsers` does. */
export async function createSourceUser(
  db: Kysely<Database>,
  source: UserSource,
  values: SourceUserValues,
): Promise<string> {
  const [id = ""] = await createSourceUsers(db, source, [values]);
  return id;
}

/** Changes what another system says of a user; nothing else of them. */
export async function changeSourceUser(
  db: Kysely<Database>,
  userId: string,
  values: Partial<SourceUserValues>,
): Promise<void> {
  await db
    .updateTable("users")
    .set({ ...values, updated_by: "System", date_updated: new Date() })
    .where("id", "=", userId)
    .execute();
}

/** Makes a user a member of a group. */
export async function joinGroup(db: Kysely<Database>, userId: string, groupId: string): Promise<void> {
  await sql`
    insert into user_group_members (user_id, usergroup_id) values (${userId}::uuid, ${groupId}::uuid)
    on conflict do nothing
  `.execute(db);
}

/** Takes a user out of a group. */
export async function leaveGroup(db: Kysely<Database>, userId: string, groupId: string): Promise<void> {
  await db
    .deleteFrom("user_group_members")
    .where("user_id", "=", userId)
    .where("usergroup_id", "=", groupId)
    .execute();
}

/** Removes a user another system made and has removed; their sessions are the caller's to end. */
export async function removeSourceUser(db: Kysely<Database>, userId: string): Promise<void> {
  await db.deleteFrom("users").where("id", "=", userId).where("is_service_account", "=", false).execute();
}
