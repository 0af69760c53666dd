import { type Kysely, sql } from "kysely";
import type { Principal } from "../../../engine/access/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { ApiError } from "../../../engine/errors.ts";
import { readAccessVersion } from "../../../engine/http/index.ts";
import type { Services } from "../../../engine/services.ts";
import type { AlgorithmProfile, GatewayCandidate } from "../../../transport/ssh/index.ts";
import { gatewaysOfAsset } from "../../accounts/index.ts";
import { actionBits, actionNames } from "../../permissions/index.ts";
import type { GrantedConnection } from "../connection-tokens/checks.ts";
import { type SwitchingAccount, switchingAccount } from "../connection-tokens/switch-from.ts";
import { accountOf, type ConnectionAccount, type GivenCredentials } from "../connection-tokens/take-token.ts";
import { shorten } from "../session-store.ts";
import { text } from "../texts.ts";

/**
 * What somebody may do on an asset, whichever access channel they use: the answer of every decision. Holds the secret in
 * plain text; never stored, never logged.
 */
export interface GrantedAccess {
  /** Id of the connection token that was used up; null where there was none. */
  readonly tokenId: string | null;
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

/** What a granted connection is opened with. */
export interface AccessDetails {
  readonly tokenId: string | null;
  readonly protocol: string;
  readonly connectOptions: Readonly<Record<string, unknown>>;
  readonly given: GivenCredentials;
}

/**
 * Opens what was granted: the secret of the account, the way to the asset.
 *
 * @throws ApiError 403 when connecting is not among the actions, or the secret does not open
 */
export async function openAccess(
  services: Services,
  principal: Principal,
  granted: GrantedConnection,
  { tokenId, protocol, connectOptions, given }: AccessDetails,
): Promise<GrantedAccess> {
  const { asset, account, port } = granted;
  if ((account.actions & actionBits.connect) === 0)
    throw new ApiError(403, "perm_account_invalid", text.connectNotGranted);
  const { row, ...credentials } = await accountOf(services, granted, given);
  const from = asset.su_method === null ? null : await switchingAccount(services, services.db, row);
  const version = await readAccessVersion(services);
  return {
    tokenId,
    asset: {
      id: asset.id,
      name: asset.name,
      address: asset.address,
      port,
      platform: { name: asset.platform_name, type: asset.type },
      organization: { id: asset.org_id, name: await services.organizations.name(asset.org_id, version) },
      sshProfile: asset.legacy_ssh ? "legacy" : "modern",
      charset: asset.charset,
      protocolSetting: await protocolSetting(services.db, asset.id, protocol),
    },
    gateways: await gatewaysOfAsset(services, asset.id),
    account: {
      ...credentials,
      switchFrom: from === null || asset.su_method === null ? null : { ...from, method: asset.su_method },
    },
    accountAlias: account.alias,
    protocol,
    actions: actionNames(account.actions),
    permissionExpires: account.dateExpired,
    connectOptions,
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
