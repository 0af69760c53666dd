import { randomUUID } from "node:crypto";
import { pendingSecretContext } from "../../areas/accounts/index.ts";
import type { TestProduct } from "../product.ts";

/** Stores a change of a secret that nobody could settle; the repair does not come to it. Answers its id. */
export async function storeOpenChange(
  { database: { pool }, services }: TestProduct,
  assetId: string,
  accountId: string,
): Promise<string> {
  const id = randomUUID();
  const sealed = services.secrets.seal("never proved", pendingSecretContext(id));
  await pool.query(
    `insert into secret_changes (
       id, org_id, kind, execution_id, asset_id, account_id, account_version, key_strategy, params, secret_sealed,
       state, attempts, leased_until
     )
     select $1, a.org_id, 'change_secret', gen_random_uuid(), $2, a.id, a.version, 'add', '{}', $3, 'pending', 1,
       now() + interval '1 day'
     from accounts a where a.id = $4`,
    [id, assetId, sealed, accountId],
  );
  return id;
}
