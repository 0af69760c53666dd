import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/database.ts";
import { ApiError } from "../../../engine/errors.ts";
import { readAccessVersion } from "../../../engine/http/identify.ts";
import { isUuid } from "../../../engine/resource/query/filters.ts";
import type { Services } from "../../../engine/services.ts";
import type { AlgorithmProfile } from "../../../engine/ssh/algorithms.ts";
import type { GatewayCandidate } from "../../../engine/ssh/gateways.ts";
import { gatewaysOfAsset } from "../../accounts/index.ts";
import { actionBits, actionNames, effectiveAccounts } from "../../permissions/index.ts";
import { shorten } from "../carried-sessions.ts";
import { text } from "../texts.ts";
import { type SwitchingAccount, switchingAccount } from "./switch-from.ts";
import { accountOfToken, type ConnectionAccount, grantOfToken, takeToken } from "./take-token.ts";

/** Everything a redeemed token stands for. Holds the secret in plain text; never stored, never logged. */
export interface RedeemedConnection {
  readonly tokenId: string;
  readonly asset: {
    readonly id: string;
    readonly name: string;
    readonly address: string;
    readonly port: number;
    readonly platform: { readonly name: string; readonly type: string };
    readonly organization: { readonly id: string; readonly name: string };
    /** Which SSH algorithms its platform allows. */
    readonly sshProfile: AlgorithmProfile;
    readonly charset: string;
    /** What its platform says about the protocol. */
    readonly protocolSetting: Readonly<Record<string, unknown>>;
  };
  /** The gateways of its domain, any of which leads to it. */
  readonly gateways: readonly GatewayCandidate[];
  readonly account: Omit<ConnectionAccount, "row"> & {
    /** The account that signs in and changes to this one, and the platform's way of it. */
    readonly switchFrom: (SwitchingAccount & { readonly method: string }) | null;
  };
  /** What clients name the account by. */
  readonly accountAlias: string;
  readonly protocol: string;
  readonly actions: readonly string[];
  readonly permissionExpires: Date;
  readonly connectOptions: Readonly<Record<string, unknown>>;
  readonly userDisplay: string;
  readonly assetDisplay: string;
  readonly accountDisplay: string;
}

/**
 * Checks and uses up a person's connection token: of several who try at once one gets it. Everything it stands
 * for is checked as of now. Contract: docs/contract/sessions.md, section 8.
 *
 * @throws ApiError 403 with the code of the refusal
 */
export async function redeemConnectionToken(
  services: Services,
  tokenId: string,
  userId: string,
): Promise<RedeemedConnection> {
  const token = await takeToken(services.db, { tokenId, userId, how: "use" });
  const grant = await grantOfToken(services, services.db, token);
  const { principal, granted } = grant;
  const { asset, account, port } = granted;
  if ((account.actions & actionBits.connect) === 0)
    throw new ApiError(403, "perm_account_invalid", text.connectNotGranted);
  const { row, ...credentials } = await accountOfToken(services, grant);
  const from = asset.su_method === null ? null : await switchingAccount(services, services.db, row);
  const version = await readAccessVersion(services);
  return {
    tokenId: token.id,
    asset: {
      id: asset.id,
      name: asset.name,
      address: asset.address,
      port,
      platform: { name: asset.platform_name, type: asset.type },
      organization: { id: asset.org_id, name: await services.organizations.name(asset.org_id, version) },
      sshProfile: asset.legacy_ssh ? "legacy" : "modern",
      charset: asset.charset,
      protocolSetting: await protocolSetting(services.db, asset.id, token.protocol),
    },
    gateways: await gatewaysOfAsset(services, asset.id),
    account: {
      ...credentials,
      switchFrom: from === null || asset.su_method === null ? null : { ...from, method: asset.su_method },
    },
    accountAlias: account.alias,
    protocol: token.protocol,
    actions: actionNames(account.actions),
    permissionExpires: account.dateExpired,
    connectOptions: token.connect_options,
    userDisplay: shorten(`${principal.name}(${principal.username})`),
    assetDisplay: shorten(`${asset.name}(${asset.address})`),
    accountDisplay: shorten(`${credentials.name}(${credentials.username})`),
  };
}

/** What the platform of an asset says about a protocol, e.g. the prompts of telnet. */
async function protocolSetting(
  db: Kysely<Database>,
  assetId: string,
  protocol: string,
): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await sql<{ setting: Record<string, unknown> }>`
    select s.setting from assets a join platform_protocols s on s.platform_id = a.platform_id
    where a.id = ${assetId}::uuid and s.name = ${protocol}
  `.execute(db);
  return rows[0]?.setting ?? {};
}

/**
 * Until when a person's permissions let them connect with this account, as things stand now; null when they do not.
 * Asked while a session runs: an account that got another name meanwhile is still the same.
 */
export async function connectionPermittedUntil(
  services: Services,
  userId: string,
  connection: { readonly assetId: string; readonly accountId: string },
): Promise<Date | null> {
  const version = await readAccessVersion(services);
  const principal = await services.principals.load(userId, version);
  if (principal === null) return null;
  const { rows } = await sql<{ org_id: string }>`
    select org_id from assets where id = ${connection.assetId}::uuid and is_active
  `.execute(services.db);
  const organizationId = rows[0]?.org_id;
  if (organizationId === undefined) return null;
  const organization = await services.organizations.resolve(organizationId, version);
  const permissions = await services.permissions.permissions(principal, organization, version);
  if (!permissions.has("authentication.add_connectiontoken")) return null;
  const accounts = await effectiveAccounts(services.db, principal, connection.assetId);
  const account = accounts.find(({ id }) => id === connection.accountId);
  return account !== undefined && (account.actions & actionBits.connect) !== 0 ? account.dateExpired : null;
}

/** The owner of a token that still holds, for the few reads a connector makes with it; null when it does not. */
export async function connectionTokenOwner(db: Kysely<Database>, tokenId: string): Promise<string | null> {
  if (!isUuid(tokenId)) return null;
  const row = await db
    .selectFrom("connection_tokens")
    .select("user_id")
    .where("id", "=", tokenId)
    .where("is_active", "=", true)
    .where("date_expired", ">", new Date())
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Removes tokens a day after they ended; until then they can be exchanged for a new one. */
export async function pruneConnectionTokens(db: Kysely<Database>): Promise<void> {
  await sql`delete from connection_tokens where date_expired < now() - interval '1 day'`.execute(db);
}
