import type { TestProduct } from "../product.ts";

/** Stores a change of a secret that nobody could settle; the repair does not come to it. Answers its id. */
export async function storeOpenChange(
  { database }: TestProduct,
  assetId: string,
  accountId: string,
): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into secret_changes (
       id, org_id, kind, execution_id, asset_id, account_id, account_version, key_strategy, params, secret_sealed,
       state, attempts, leased_until
     )
     select gen_random_uuid(), a.org_id, 'change_secret', gen_random_uuid(), $1, a.id, a.version, 'add', '{}',
       a.secret_sealed, 'pending', 1, now() + interval '1 day'
     from accounts a where a.id = $2 returning id`,
    [assetId, accountId],
  );
  return rows[0]?.id ?? "";
}
