import { type Kysely, sql } from "kysely";
import type { RequestContext } from "../../engine/access/index.ts";
import type { Database } from "../../engine/database/index.ts";
import { caller } from "../../engine/http/index.ts";
import { translate } from "../../engine/i18n/index.ts";
import type { Json } from "../../engine/json.ts";
import { mapConcurrent } from "../../engine/map-concurrent.ts";
import { callsAtOnce } from "../../engine/secrets/index.ts";
import { secretTypeChoices } from "./account-fields.ts";
import { recordReading } from "./secret-readings.ts";
import { openAccountSecret } from "./secrets.ts";

/** The account a gateway is gone through with. */
interface GatewayAccount {
  readonly id: string;
  readonly asset_id: string;
  readonly name: string;
  readonly username: string;
  readonly privileged: boolean;
  readonly secret_type: string;
  readonly secret_sealed: string | null;
}

/**
 * The account of each gateway: of the active ones the privileged ones first, of these the one changed last.
 * Contract: docs/contract/assets.md, "Gateways".
 */
async function gatewayAccountsOf(
  db: Kysely<Database>,
  gatewayIds: readonly string[],
): Promise<readonly GatewayAccount[]> {
  const { rows } = await sql<GatewayAccount>`
    select distinct on (asset_id) id, asset_id, name, username, privileged, secret_type, secret_sealed
    from accounts where asset_id = any(${[...gatewayIds]}::uuid[]) and is_active
    order by asset_id, privileged desc, date_updated desc, id
  `.execute(db);
  return rows;
}

/** Tells components the accounts of gateways, by gateway, and writes down that they were told. */
export async function gatewayAccountsFor(
  context: RequestContext,
  gatewayIds: readonly string[],
): Promise<ReadonlyMap<string, Json>> {
  if (context.principal?.isServiceAccount !== true) return new Map();
  const accounts = await gatewayAccountsOf(context.db, gatewayIds);
  if (accounts.length > 0) {
    const ids = accounts.map(({ id }) => id);
    await recordReading(caller(context), "list", sql`select unnest(${ids}::uuid[])`);
  }
  return new Map(
    await mapConcurrent(accounts, callsAtOnce, async (account) => {
      const { asset_id, name, username, privileged, secret_type } = account;
      const type = secretTypeChoices.find(({ value }) => value === secret_type);
      const label = type === undefined ? secret_type : translate(type.label, context.language);
      return [
        asset_id,
        {
          name,
          username,
          privileged,
          secret_type: { value: secret_type, label },
          secret: await openAccountSecret(context.services, account),
        },
      ] as const;
    }),
  );
}
