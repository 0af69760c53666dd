import { type Kysely, sql } from "kysely";
import type { Principal } from "../../../engine/access/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { ApiError } from "../../../engine/errors.ts";
import { readAccessVersion } from "../../../engine/http/index.ts";
import type { Message } from "../../../engine/i18n/index.ts";
import { log } from "../../../engine/log.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import { VaultError } from "../../../engine/secrets/index.ts";
import type { Services } from "../../../engine/services.ts";
import { type AccountRow, findAccount, openAccountSecret } from "../../accounts/index.ts";
import type { AccountServices, AuthorizationServices } from "../decision/decision-services.ts";
import { text } from "../texts.ts";
import { checkConnection, type GrantedConnection } from "./checks.ts";
import { inputSecretContext } from "./token-values.ts";

/** The row of a token that may be used. */
export interface TakenToken {
  readonly id: string;
  readonly user_id: string;
  readonly asset_id: string;
  readonly account: string;
  readonly input_username: string;
  readonly input_secret_sealed: string | null;
  readonly value_sealed: string;
  readonly protocol: string;
  readonly connect_method: string;
  readonly connect_options: Readonly<Record<string, unknown>>;
  readonly is_reusable: boolean;
  /** The ticket by which it was approved; null: nobody had to. */
  readonly from_ticket: string | null;
  /** Where it was asked for from. */
  readonly remote_addr: string;
}

/** Who signs in to the target, and with what. Holds the secret in plain text; never stored, never logged. */
export interface ConnectionAccount {
  /** Id, or the special alias of an account that is not stored. */
  readonly id: string;
  readonly name: string;
  readonly username: string;
  readonly secretType: string;
  readonly secret: string;
  /** The stored account; null for a special alias. */
  readonly row: AccountRow | null;
}

/** What a token stands for, checked as of now. */
export interface TokenGrant {
  readonly token: TakenToken;
  readonly principal: Principal;
  readonly granted: GrantedConnection;
}

const refuse = (code: string, message: Message): ApiError => new ApiError(403, code, message);

const columns = sql`
  id, user_id, asset_id, account, input_username, input_secret_sealed, value_sealed, protocol, connect_method,
  connect_options, is_reusable, from_ticket, remote_addr
`;

/** Which token is taken, and what is left of it. */
export interface TokenUse {
  readonly tokenId: string;
  /** Only a token of this user; any user's when omitted. */
  readonly userId?: string;
  /** `use`: of several who try at once one gets it. `look`: it can be used as before. */
  readonly how: "use" | "look";
}

/**
 * Finds a token that holds, and uses it up where that is asked for; a reusable one stays.
 * Contract: docs/contract/sessions.md, section 8.
 *
 * @throws ApiError 403 with the code of the refusal
 */
export async function takeToken(
  db: Kysely<Database>,
  { tokenId, userId, how }: TokenUse,
): Promise<TakenToken> {
  if (!isUuid(tokenId)) throw refuse("token_invalid", text.tokenUnknown);
  const named = sql<boolean>`id = ${tokenId}::uuid and ${
    userId === undefined ? sql<boolean>`true` : sql<boolean>`user_id = ${userId}::uuid`
  }`;
  const holds = sql<boolean>`is_active and date_expired > now() and (is_reusable or date_redeemed is null)`;
  const { rows } = await (how === "use"
    ? sql<TakenToken>`
        update connection_tokens set date_redeemed = now() where ${named} and ${holds} returning ${columns}
      `
    : sql<TakenToken>`select ${columns} from connection_tokens where ${named} and ${holds}`
  ).execute(db);
  const [token] = rows;
  if (token !== undefined) return token;
  const { rows: found } = await sql<{ is_active: boolean; expired: boolean }>`
    select is_active, date_expired <= now() as expired from connection_tokens where ${named}
  `.execute(db);
  const [refused] = found;
  if (refused === undefined) throw refuse("token_invalid", text.tokenUnknown);
  if (!refused.is_active) throw refuse("token_inactive", text.tokenInactive);
  throw refused.expired ? refuse("token_expired", text.tokenExpired) : refuse("token_used", text.tokenUsed);
}

/**
 * Checks everything a token stands for as of now: its user, the asset, the permission, the account, the rules.
 *
 * @param remoteAddress where it is used from
 * @throws ApiError 403 with the code of the refusal
 */
export async function grantOfToken(
  services: AuthorizationServices,
  db: Kysely<Database>,
  token: TakenToken,
  remoteAddress: string,
): Promise<TokenGrant> {
  const version = await readAccessVersion(services);
  const principal = await services.principals.load(token.user_id, version);
  if (principal === null) throw refuse("user_invalid", text.userInvalid);
  const requested = {
    assetId: token.asset_id,
    account: token.account,
    protocol: token.protocol,
    connectMethod: token.connect_method,
    typedUsername: token.input_username,
  };
  const { from_ticket: reviewId, user_id: userId, asset_id: assetId, account } = token;
  const approval = reviewId === null ? {} : { approval: { reviewId, userId, assetId, account } };
  const granted = await checkConnection(
    { services, db, principal, version, remoteAddress, channel: "token", status: 403, ...approval },
    requested,
  );
  return { token, principal, granted };
}

/** What a person typed for a connection, opened only where it is needed. */
export interface GivenCredentials {
  /** For the account whose user name is typed; empty otherwise. */
  readonly username: string;
  /** Empty when nothing was typed. */
  readonly secret: () => string;
}

/** What somebody typed when they asked for a token. */
export const credentialsOfToken = (
  services: Pick<Services, "secrets">,
  token: TakenToken,
): GivenCredentials => ({
  username: token.input_username,
  secret: () => {
    const sealed = token.input_secret_sealed;
    return sealed === null ? "" : services.secrets.open(sealed, inputSecretContext(token.id));
  },
});

/** The account's own secret, or what the person typed where it has none. The only place where either is opened. */
export async function accountOf(
  services: AccountServices,
  { account, awaits }: GrantedConnection,
  given: GivenCredentials,
): Promise<ConnectionAccount> {
  // What somebody has yet to consent to opens nothing.
  if (awaits !== null) throw awaits;
  try {
    const row = account.virtual === null ? await findAccount(account.id, services.db) : null;
    const kept = row === null ? null : await openAccountSecret(services, row);
    return {
      id: account.id,
      name: account.name,
      username: account.virtual === "@INPUT" ? given.username : account.username,
      secretType: kept === null ? "password" : account.secretType,
      secret: kept ?? given.secret(),
      row,
    };
  } catch (error) {
    if (error instanceof VaultError) throw refuse(error.code, error.detail);
    log.error({ err: error, account: account.id }, "the secret of an account does not open");
    throw refuse("secret_unreadable", text.secretUnreadable);
  }
}

/** The account a token stands for, with its secret. */
export const accountOfToken = (
  services: AccountServices,
  { token, granted }: TokenGrant,
): Promise<ConnectionAccount> => accountOf(services, granted, credentialsOfToken(services, token));
