import type { Selectable } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import type { Services } from "../../../engine/services.ts";
import { userCredentialsTable } from "../../users/index.ts";

/** What of a user is read for signing in. */
export const signInColumns = [
  "id",
  "username",
  "source",
  "password_hash",
  "public_key",
  "mfa_level",
  "is_active",
  "is_service_account",
  "date_expired",
  "need_update_password",
  "date_password_last_updated",
] as const;

/** A user, as far as signing in goes. Never leaves the server. */
export type SignInUser = Pick<Selectable<Database["users"]>, (typeof signInColumns)[number]>;

/** The person of that name; null when there is none. Accounts of components sign in nowhere. */
export async function findSignInUser(
  { db }: Pick<Services, "db">,
  by: { readonly username: string } | { readonly id: string },
): Promise<SignInUser | null> {
  const query = db
    .selectFrom(userCredentialsTable.as("users"))
    .select(signInColumns)
    .where("is_service_account", "=", false);
  const user = "id" in by ? query.where("id", "=", by.id) : query.where("username", "=", by.username);
  return (await user.executeTakeFirst()) ?? null;
}
