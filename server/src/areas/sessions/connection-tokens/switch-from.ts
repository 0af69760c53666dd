import type { Kysely } from "kysely";
import type { Principal } from "../../../engine/access/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import type { SessionCertificate } from "../../../transport/connections/index.ts";
import { type AccountRow, findAccount, openAccountSecret } from "../../accounts/index.ts";
import type { AccountServices } from "../decision/decision-services.ts";
import { sessionCertificate } from "./session-certificate.ts";

/** An account that signs in so that another one can be changed to. Holds the secret in plain text. */
export interface SwitchingAccount {
  readonly name: string;
  readonly username: string;
  readonly secretType: string;
  readonly secret: string;
  /** Set: it signs in by certificate. */
  readonly certificate: SessionCertificate | undefined;
}

/** The account from which a stored one is changed to, with its secret; null where none is named. */
export async function switchingAccount(
  services: AccountServices,
  db: Kysely<Database>,
  account: AccountRow | null,
  principal: Pick<Principal, "username">,
): Promise<SwitchingAccount | null> {
  if (account?.su_from_id == null) return null;
  const from = await findAccount(account.su_from_id, db);
  if (from === null) return null;
  const secret = (await openAccountSecret(services, from)) ?? "";
  const certificate = sessionCertificate(services, principal, from);
  return { name: from.name, username: from.username, secretType: from.secret_type, secret, certificate };
}
