import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";

/** Most passkeys a person can have. */
export const mostPasskeys = 20;

/** A passkey as it is compared with. */
export interface StoredPasskey {
  readonly id: string;
  readonly user_id: string;
  readonly credential_id: Buffer;
  readonly public_key: Buffer;
  readonly counter: number;
  readonly rp_id: string;
}

/** The passkey of a credential id of an authenticator; null when nobody registered it. */
export async function findPasskey(db: Kysely<Database>, credentialId: Buffer): Promise<StoredPasskey | null> {
  const row = await db
    .selectFrom("passkeys")
    .select(["id", "user_id", "credential_id", "public_key", "counter", "rp_id"])
    .where("credential_id", "=", credentialId)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, counter: Number(row.counter) };
}

/**
 * Notes that a passkey signed. Where the authenticator counts its signatures the count has to have grown since the
 * last one, whichever node took that: a smaller one means that there is a copy.
 *
 * @returns whether it had grown
 */
export async function usePasskey(db: Kysely<Database>, id: string, counter: number): Promise<boolean> {
  const { rows } = await sql`
    update passkeys set counter = ${counter}, date_last_used = now()
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))
    returning 1
  `.execute(db);
  return rows.length > 0;
}

/** The credentials a user made for a site, as an authenticator is asked for them. */
export async function credentialsOf(
  db: Kysely<Database>,
  userId: string,
  rpId: string,
): Promise<{ readonly id: string; readonly transports: string[] }[]> {
  const rows = await db
    .selectFrom("passkeys")
    .select(["credential_id", "transports"])
    .where("user_id", "=", userId)
    .where("rp_id", "=", rpId)
    .execute();
  return rows.map(({ credential_id: id, transports }) => ({ id: id.toString("base64url"), transports }));
}
