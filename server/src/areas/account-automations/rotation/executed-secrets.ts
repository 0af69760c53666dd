import { sql } from "kysely";
import { openStoredSecret, readPointer } from "../../../engine/secrets/index.ts";
import type { Services } from "../../../engine/services.ts";
import { accountsTable, openAccountSecret, openPendingSecret } from "../../accounts/index.ts";
import { assetsTable } from "../../assets/index.ts";
import { formerContext } from "./changes.ts";

/** What an execution did to an account, with its secrets in the clear. */
export interface RotatedSecret {
  /** `name(address)`. */
  readonly asset: string;
  /** User name. */
  readonly account: string;
  readonly oldSecret: string | null;
  readonly newSecret: string | null;
  readonly isSuccess: boolean;
  readonly error: string;
}

interface ExecutedChange {
  readonly id: string;
  readonly asset: string;
  readonly account_id: string;
  readonly username: string;
  readonly former_sealed: string | null;
  readonly secret_sealed: string;
  readonly state: string;
  readonly error: string;
}

/**
 * The changes of an execution with their secrets, for the report to those who are to have them; the caller is
 * responsible for their use. Without accounts that are gone.
 *
 * @throws VaultError where the vault holds one and does not give it
 */
export async function secretsOfExecution(
  services: Pick<Services, "db" | "secrets" | "vault">,
  executionId: string,
): Promise<readonly RotatedSecret[]> {
  const { rows } = await sql<ExecutedChange>`
    select c.id, r.name || '(' || r.address || ')' as asset, c.account_id, a.username, c.former_sealed, c.secret_sealed,
      c.state, c.error
    from secret_changes c join ${accountsTable} a on a.id = c.account_id join ${assetsTable} r on r.id = c.asset_id
    where c.execution_id = ${executionId}::uuid order by r.name, a.username, c.id
  `.execute(services.db);
  return Promise.all(
    rows.map(async (row) => ({
      asset: row.asset,
      account: row.username,
      oldSecret: await formerSecret(services, row),
      newSecret: await newSecret(services, row),
      isSuccess: row.state === "success",
      error: row.error,
    })),
  );
}

type Stores = Pick<Services, "secrets" | "vault">;

/** In the vault it is a version of the account's own. */
async function formerSecret(
  stores: Stores,
  { id, account_id, former_sealed: kept }: ExecutedChange,
): Promise<string | null> {
  if (kept === null) return null;
  return readPointer(kept) === null
    ? openStoredSecret(stores, { kept, context: formerContext(id), path: "" })
    : openAccountSecret(stores, { id: account_id, secret_sealed: kept });
}

/** The same holds of one that became the account's. */
function newSecret(
  stores: Stores,
  { id, account_id, secret_sealed: kept, state }: ExecutedChange,
): Promise<string | null> {
  return state === "success" && readPointer(kept) !== null
    ? openAccountSecret(stores, { id: account_id, secret_sealed: kept })
    : openPendingSecret(stores, id, kept);
}
