import { type RawBuilder, sql } from "kysely";
import { log } from "../../engine/log.ts";
import { mapConcurrent } from "../../engine/map-concurrent.ts";
import { callsAtOnce, type SecretStores, VaultError } from "../../engine/secrets/index.ts";
import type { Services } from "../../engine/services.ts";
import type { CertificateSource, GatewayCandidate } from "../../transport/ssh/index.ts";
import { assetsTable, platformProtocolsTable, platformsTable } from "../assets/index.ts";
import { certifyAccount } from "../ssh-authority/index.ts";
import { openAccountSecret } from "./secrets.ts";

interface GatewayRow {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly port: number;
  readonly connectivity: string;
  readonly legacy: boolean;
  /** Null: the gateway has no active account. */
  readonly account_id: string | null;
  readonly account_name: string | null;
  readonly username: string | null;
  readonly secret_type: string | null;
  readonly secret_sealed: string | null;
  readonly by_certificate: boolean | null;
}

/**
 * The gateways an asset may be reached through, with the account each is gone through with: of the active ones a
 * privileged one first, of these the one changed last. A gateway without a usable account stays among them, so
 * that its failure says so: an asset of a domain is never silently connected straight.
 *
 * Empty when the asset is in no domain, its platform has domains off, or it is a gateway itself. Opens secrets:
 * the caller is responsible for their use. Contract: docs/contract/assets.md, "Gateways".
 */
export function gatewaysOfAsset(
  services: Pick<Services, "db"> & SecretStores,
  assetId: string,
): Promise<readonly GatewayCandidate[]> {
  return gatewaysWhere(
    services,
    sql`g.domain_id = (
      select a.domain_id from ${assetsTable} a
      join ${platformsTable} p on p.id = a.platform_id and p.domain_enabled
      where a.id = ${assetId}::uuid and not (p.internal and p.name = 'Gateway')
    )`,
    { asset: assetId },
  );
}

/**
 * One gateway by its id, as `gatewaysOfAsset` has it; null where no active gateway has that id. Opens its secret.
 */
export async function activeGateway(
  services: Pick<Services, "db"> & SecretStores,
  id: string,
): Promise<GatewayCandidate | null> {
  const [gateway] = await gatewaysWhere(services, sql`g.id = ${id}::uuid`, {});
  return gateway ?? null;
}

/** @param usedFor what is behind them, as a certificate for their account says it */
async function gatewaysWhere(
  services: Pick<Services, "db"> & SecretStores,
  condition: RawBuilder<unknown>,
  usedFor: Readonly<Record<string, string>>,
): Promise<readonly GatewayCandidate[]> {
  const { rows } = await sql<GatewayRow>`
    select g.id, g.name, g.address, g.connectivity,
      coalesce((select (one ->> 'port')::integer from jsonb_array_elements(g.protocols) one
        where one ->> 'name' = 'ssh' limit 1), 22) as port,
      exists (select from ${platformProtocolsTable} s where s.platform_id = g.platform_id and s.name = 'ssh'
        and s.setting ->> 'legacy_algorithms' = 'true') as legacy,
      c.id as account_id, c.name as account_name, c.username, c.secret_type, c.secret_sealed,
      c.by_certificate
    from ${assetsTable} g
    join ${platformsTable} gp on gp.id = g.platform_id and gp.internal and gp.name = 'Gateway'
    left join lateral (
      select id, name, username, secret_type, secret_sealed, by_certificate from accounts
      where asset_id = g.id and is_active order by privileged desc, date_updated desc, id limit 1
    ) c on true
    where g.is_active and ${condition}
    order by g.id
  `.execute(services.db);
  return mapConcurrent(rows, callsAtOnce, async (row) => ({
    id: row.id,
    name: row.name,
    address: row.address,
    port: row.port,
    connected: row.connectivity === "ok",
    profile: row.legacy ? "legacy" : "modern",
    account: {
      display: row.account_name === null ? row.name : `${row.account_name}(${row.username})`,
      username: row.username ?? "",
      secretType: row.secret_type ?? "password",
      secret: (await open(services, row)) ?? "",
      certificate: certificateOf(services, row, usedFor),
    },
  }));
}

/** A gateway only carries further: there is nothing else its certificate is for. */
function certificateOf(
  services: Pick<Services, "db"> & SecretStores,
  { by_certificate: isCertified, username, account_id: id }: GatewayRow,
  usedFor: Readonly<Record<string, string>>,
): CertificateSource | undefined {
  if (isCertified !== true || username === null || id === null) return undefined;
  const usedBy = { account: id, ...usedFor };
  return () =>
    certifyAccount(services, { accountId: id, username, usedBy, extensions: ["permit-port-forwarding"] });
}

async function open(stores: SecretStores, row: GatewayRow): Promise<string | null> {
  if (row.account_id === null) return null;
  try {
    return await openAccountSecret(stores, { id: row.account_id, secret_sealed: row.secret_sealed });
  } catch (error) {
    // Nobody signs in without a secret because the vault is away; one that it lost is this gateway's alone.
    if (error instanceof VaultError && error.code !== "vault_secret_missing") throw error;
    log.error({ err: error, account: row.account_id }, "the secret of a gateway's account does not open");
    return null;
  }
}
