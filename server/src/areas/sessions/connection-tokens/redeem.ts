import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/database.ts";
import { ApiError } from "../../../engine/errors.ts";
import { readAccessVersion } from "../../../engine/http/identify.ts";
import { log } from "../../../engine/log.ts";
import { isUuid } from "../../../engine/resource/query/filters.ts";
import type { Services } from "../../../engine/services.ts";
import type { AlgorithmProfile } from "../../../engine/ssh/algorithms.ts";
import type { GatewayCandidate } from "../../../engine/ssh/gateways.ts";
import { findAccount, gatewaysOfAsset, openAccountSecret } from "../../accounts/index.ts";
import { actionBits, actionNames, effectiveAccount } from "../../permissions/index.ts";
import { shorten } from "../carried-sessions.ts";
import { text } from "../texts.ts";
import { checkConnection, type GrantedConnection } from "./checks.ts";
import { inputSecretContext } from "./token-values.ts";

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
  };
  /** The gateways of its domain, any of which leads to it. */
  readonly gateways: readonly GatewayCandidate[];
  readonly account: {
    /** Id, or the special alias of an account that is not stored. */
    readonly id: string;
    readonly name: string;
    readonly username: string;
    readonly secretType: string;
    readonly secret: string;
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

interface TakenToken {
  readonly id: string;
  readonly asset_id: string;
  readonly account: string;
  readonly input_username: string;
  readonly input_secret_sealed: string | null;
  readonly protocol: string;
  readonly connect_method: string;
  readonly connect_options: Readonly<Record<string, unknown>>;
}

const refuse = (code: string, message: typeof text.tokenUnknown): ApiError =>
  new ApiError(403, code, message);

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
  const token = await take(services.db, tokenId, userId);
  const version = await readAccessVersion(services);
  const principal = await services.principals.load(userId, version);
  if (principal === null) throw refuse("user_invalid", text.userInvalid);
  const wish = {
    assetId: token.asset_id,
    account: token.account,
    protocol: token.protocol,
    connectMethod: token.connect_method,
  };
  const granted = await checkConnection({ services, db: services.db, principal, version, status: 403 }, wish);
  const { asset, account, port } = granted;
  if ((account.actions & actionBits.connect) === 0)
    throw refuse("perm_account_invalid", text.connectNotGranted);
  const credentials = await credentialsOf(services, token, granted);
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
    },
    gateways: await gatewaysOfAsset(services, asset.id),
    account: credentials,
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

async function take(db: Kysely<Database>, tokenId: string, userId: string): Promise<TakenToken> {
  if (!isUuid(tokenId)) throw refuse("token_invalid", text.tokenUnknown);
  const { rows } = await sql<TakenToken>`
    update connection_tokens set date_redeemed = now()
    where id = ${tokenId}::uuid and user_id = ${userId}::uuid and is_active and date_expired > now()
      and (is_reusable or date_redeemed is null)
    returning id, asset_id, account, input_username, input_secret_sealed, protocol, connect_method, connect_options
  `.execute(db);
  const [token] = rows;
  if (token !== undefined) return token;
  const { rows: found } = await sql<{ is_active: boolean; expired: boolean }>`
    select is_active, date_expired <= now() as expired from connection_tokens
    where id = ${tokenId}::uuid and user_id = ${userId}::uuid
  `.execute(db);
  const [refused] = found;
  if (refused === undefined) throw refuse("token_invalid", text.tokenUnknown);
  if (!refused.is_active) throw refuse("token_inactive", text.tokenInactive);
  throw refused.expired ? refuse("token_expired", text.tokenExpired) : refuse("token_used", text.tokenUsed);
}

/** The account's own secret, or what the person typed where it has none. The only place where either is opened. */
async function credentialsOf(
  services: Services,
  token: TakenToken,
  { account }: GrantedConnection,
): Promise<RedeemedConnection["account"]> {
  const typed = token.input_secret_sealed;
  try {
    const row = account.virtual === null ? await findAccount(account.id, services.db) : null;
    const kept = row === null ? null : openAccountSecret(services, row);
    const secret = kept ?? (typed === null ? "" : services.secrets.open(typed, inputSecretContext(token.id)));
    return {
      id: account.id,
      name: account.name,
      username: account.virtual === "@INPUT" ? token.input_username : account.username,
      secretType: kept === null ? "password" : account.secretType,
      secret,
    };
  } catch (error) {
    log.error({ err: error, account: account.id }, "the secret of an account does not open");
    throw refuse("secret_unreadable", text.secretUnreadable);
  }
}

/** Whether a person's permission still lets them connect with this account; asked while a session runs. */
export async function connectionStillPermitted(
  services: Services,
  userId: string,
  connection: { readonly assetId: string; readonly accountAlias: string },
): Promise<boolean> {
  const version = await readAccessVersion(services);
  const principal = await services.principals.load(userId, version);
  if (principal === null) return false;
  const { rows } = await sql<{ org_id: string }>`
    select org_id from assets where id = ${connection.assetId}::uuid and is_active
  `.execute(services.db);
  const organizationId = rows[0]?.org_id;
  if (organizationId === undefined) return false;
  const organization = await services.organizations.resolve(organizationId, version);
  const permissions = await services.permissions.permissions(principal, organization, version);
  if (!permissions.has("authentication.add_connectiontoken")) return false;
  const account = await effectiveAccount(services.db, principal, connection.assetId, connection.accountAlias);
  return account !== null && (account.actions & actionBits.connect) !== 0;
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
