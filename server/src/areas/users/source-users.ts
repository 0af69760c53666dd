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

/** Makes the user of a person whom another system knows: without a password, and with the terms still to accept. */
export async function createSourceUser(
  db: Kysely<Database>,
  source: UserSource,
  values: SourceUserValues,
): Promise<string> {
  const { id } = await db
    .insertInto("users")
    .values({
      ...values,
      source,
      created_by: "System",
      date_expired: sql<Date>`now() + interval '70 years'`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
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
