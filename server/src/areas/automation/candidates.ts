import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import type { JsonObject } from "../../engine/json.ts";
import { accountsTable } from "../accounts/index.ts";
import {
  type AssetProtocol,
  assetsTable,
  type DatabaseColumns,
  platformAutomationsTable,
  platformProtocolsTable,
  platformsTable,
} from "../assets/index.ts";

/** What is done on assets; the items of a platform's automation, and the test of gateways. */
export type AutomationItem =
  | "ping"
  | "gather_facts"
  | "gather_accounts"
  | "verify_account"
  | "change_secret"
  | "push_account";

/** An asset with what its platform says about automating it. Certificates are sealed. */
export interface Candidate extends DatabaseColumns {
  readonly org_id: string;
  readonly name: string;
  readonly address: string;
  readonly type: string;
  readonly is_active: boolean;
  readonly protocols: readonly AssetProtocol[];
  readonly domain_id: string | null;
  readonly platform_name: string;
  readonly charset: string;
  readonly domain_enabled: boolean;
  readonly is_gateway: boolean;
  readonly su_enabled: boolean;
  readonly su_method: string | null;
  readonly ansible_enabled: boolean;
  readonly ansible_config: JsonObject;
  readonly item_enabled: boolean;
  readonly item_method: string | null;
  readonly item_params: JsonObject;
  /** Settings of the platform's protocols by name. */
  readonly settings: Readonly<Record<string, JsonObject>>;
}

/** The assets of these ids as far as they are there, of one organization unless `organizationId` is null. */
export async function loadCandidates(
  db: Kysely<Database>,
  ids: readonly string[],
  item: AutomationItem,
  organizationId: string | null,
): Promise<readonly Candidate[]> {
  const column = (suffix: string) => sql.ref(`m.${item}_${suffix}`);
  const { rows } = await sql<Candidate>`
    select a.id, a.org_id, a.name, a.address, a.category, a.type, a.is_active, a.protocols, a.domain_id,
      a.db_name, a.use_ssl, a.allow_invalid_cert, a.ca_cert, a.client_cert, a.client_key,
      p.name as platform_name, p.charset, p.domain_enabled, p.su_enabled, p.su_method,
      p.internal and p.name = 'Gateway' as is_gateway,
      coalesce(m.ansible_enabled, false) as ansible_enabled, coalesce(m.ansible_config, '{}') as ansible_config,
      coalesce(${column("enabled")}, false) as item_enabled, ${column("method")} as item_method,
      coalesce(${column("params")}, '{}') as item_params,
      coalesce((
        select jsonb_object_agg(s.name, s.setting) from ${platformProtocolsTable} s where s.platform_id = p.id
      ), '{}') as settings
    from ${assetsTable} a join ${platformsTable} p on p.id = a.platform_id left join ${platformAutomationsTable} m on m.platform_id = p.id
    where a.id = any(${[...ids]}::uuid[])
      and (${organizationId}::uuid is null or a.org_id = ${organizationId}::uuid)
    order by a.name, a.id
  `.execute(db);
  return rows;
}

/** An account as automation chooses among them. The secret is sealed. */
export interface CandidateAccount {
  readonly id: string;
  readonly asset_id: string;
  readonly name: string;
  readonly username: string;
  readonly secret_type: string;
  readonly secret_sealed: string | null;
  readonly privileged: boolean;
  readonly su_from_id: string | null;
  /** Whether it signs in to SSH targets by certificate. */
  readonly by_certificate: boolean;
}

/**
 * The account automation signs in with, of each asset that has an active one: of these privileged ones first, then
 * those that were reached, then the newest; `root` and `administrator` before all. Contract: docs/contract/jobs.md.
 */
export function operatingAccounts(
  db: Kysely<Database>,
  assetIds: readonly string[],
): Promise<ReadonlyMap<string, CandidateAccount>> {
  return firstAccounts(
    db,
    assetIds,
    sql`(lower(username) in ('root', 'administrator')) desc, privileged desc,
      case connectivity when 'ok' then 0 when '-' then 1 else 2 end, date_updated desc`,
  );
}

/** The account that changes others: as `operatingAccounts`, but that a name counts for nothing. */
export function changingAccounts(
  db: Kysely<Database>,
  assetIds: readonly string[],
): Promise<ReadonlyMap<string, CandidateAccount>> {
  return firstAccounts(
    db,
    assetIds,
    sql`privileged desc, case connectivity when 'ok' then 0 when '-' then 1 else 2 end, date_updated desc`,
  );
}

/** The account gateways are gone through with: a privileged one first, of these the one changed last. */
export function gatewayAccounts(
  db: Kysely<Database>,
  gatewayIds: readonly string[],
): Promise<ReadonlyMap<string, CandidateAccount>> {
  return firstAccounts(db, gatewayIds, sql`privileged desc, date_updated desc`);
}

async function firstAccounts(
  db: Kysely<Database>,
  assetIds: readonly string[],
  order: RawBuilder<unknown>,
): Promise<ReadonlyMap<string, CandidateAccount>> {
  const { rows } = await sql<CandidateAccount>`
    select distinct on (asset_id) id, asset_id, name, username, secret_type, secret_sealed, privileged, su_from_id,
      by_certificate
    from ${accountsTable} where asset_id = any(${[...assetIds]}::uuid[]) and is_active order by asset_id, ${order}, id
  `.execute(db);
  return new Map(rows.map((row) => [row.asset_id, row]));
}

/** Accounts by id, with those they are reached from. */
export async function accountsById(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CandidateAccount>> {
  const { rows } = await sql<CandidateAccount>`
    select id, asset_id, name, username, secret_type, secret_sealed, privileged, su_from_id,
      by_certificate
    from ${accountsTable} where id = any(${[...ids]}::uuid[])
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
