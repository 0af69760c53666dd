import { type Kysely, sql } from "kysely";
import type { Principal } from "../../../engine/access/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { ApiError } from "../../../engine/errors.ts";
import { readAccessVersion } from "../../../engine/http/index.ts";
import type { Services } from "../../../engine/services.ts";
import { type ConnectionGrant, issueGrant } from "../../../transport/connections/connection-grant.ts";
import { gatewaysOfAsset } from "../../accounts/index.ts";
import { assetsTable, findDatabaseSpecification, platformProtocolsTable } from "../../assets/index.ts";
import { actionBits, actionNames } from "../../permissions/index.ts";
import { GrantedConnection } from "../connection-tokens/checks.ts";
import { sessionCertificate } from "../connection-tokens/session-certificate.ts";
import { switchingAccount } from "../connection-tokens/switch-from.ts";
import { accountOf, type GivenCredentials } from "../connection-tokens/take-token.ts";
import { shorten } from "../shorten.ts";
import { text } from "../texts.ts";
import type { AccountServices } from "./decision-services.ts";

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
  services: AccountServices & Pick<Services, "organizations">,
  principal: Principal,
  granted: GrantedConnection,
  { tokenId, protocol, connectOptions, given }: AccessDetails,
): Promise<ConnectionGrant> {
  if (!GrantedConnection.isGranted(granted))
    throw new TypeError("a connection is opened before it was checked");
  const { asset, account, port } = granted;
  if ((account.actions & actionBits.connect) === 0)
    throw new ApiError(403, "perm_account_invalid", text.connectNotGranted);
  const nameOfOrganization = async () =>
    services.organizations.name(asset.org_id, await readAccessVersion(services));
  // None of them waits for another: a channel is opened while somebody waits.
  const [{ row, ...credentials }, organization, setting, gateways, specification] = await Promise.all([
    accountOf(services, granted, given),
    nameOfOrganization(),
    protocolSetting(services.db, asset.id, protocol),
    gatewaysOfAsset(services, asset.id),
    asset.category === "database" ? findDatabaseSpecification(services, asset.id) : {},
  ]);
  const from =
    asset.su_method === null ? null : await switchingAccount(services, services.db, row, principal);
  return issueGrant({
    tokenId,
    ...(granted.reviewId === null ? {} : { reviewId: granted.reviewId }),
    isEmergency: granted.isEmergency,
    asset: {
      id: asset.id,
      name: asset.name,
      address: asset.address,
      port,
      platform: { name: asset.platform_name, type: asset.type },
      organization: { id: asset.org_id, name: organization },
      sshProfile: asset.legacy_ssh ? "legacy" : "modern",
      charset: asset.charset,
      protocolSetting: setting,
      specification,
    },
    gateways,
    account: {
      ...credentials,
      certificate: sessionCertificate(services, principal, row),
      switchFrom: from === null || asset.su_method === null ? null : { ...from, method: asset.su_method },
    },
    protocol,
    actions: actionNames(account.actions),
    permissionExpires: account.dateExpired,
    connectOptions,
    userDisplay: shorten(`${principal.name}(${principal.username})`),
    assetDisplay: shorten(`${asset.name}(${asset.address})`),
    accountDisplay: shorten(`${credentials.name}(${credentials.username})`),
  });
}

/** What the platform of an asset says about a protocol, e.g. the prompts of telnet. */
async function protocolSetting(
  db: Kysely<Database>,
  assetId: string,
  protocol: string,
): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await sql<{ setting: Record<string, unknown> }>`
    select s.setting from ${assetsTable} a join ${platformProtocolsTable} s on s.platform_id = a.platform_id
    where a.id = ${assetId}::uuid and s.name = ${protocol}
  `.execute(db);
  return rows[0]?.setting ?? {};
}
