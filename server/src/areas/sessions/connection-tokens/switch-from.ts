import type { Kysely } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import type { SecretStores } from "../../../engine/secrets/index.ts";
import { type AccountRow, findAccount, openAccountSecret } from "../../accounts/index.ts";

/** An account that signs in so that another one can be changed to. Holds the secret in plain text. */
export interface SwitchingAccount {
  readonly name: string;
  readonly username: string;
  readonly secretType: string;
  readonly secret: string;
}

/** The account from which a stored one is changed to, with its secret; null where none is named. */
export async function switchingAccount(
  services: SecretStores,
  db: Kysely<Database>,
  account: AccountRow | null,
): Promise<SwitchingAccount | null> {
  if (account?.su_from_id == null) return null;
  const from = await findAccount(account.su_from_id, db);
  if (from === null) return null;
  const secret = (await openAccountSecret(services, from)) ?? "";
  return { name: from.name, username: from.username, secretType: from.secret_type, secret };
}
