import { type Kysely, sql } from "kysely";
import type { Principal } from "../../../engine/access/index.ts";
import type { RefusalChannel } from "../../../engine/audit/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { ApiError, TermsNotAccepted } from "../../../engine/errors.ts";
import { type Message, withParameters } from "../../../engine/i18n/index.ts";
import type { AccessVersion } from "../../../engine/services.ts";
import { statementProtocols } from "../../../transport/connections/index.ts";
import { type ComingFacts, expectFacts } from "../../acls/index.ts";
import {
  type AssetProtocol,
  assetsTable,
  platformProtocolsTable,
  platformsTable,
} from "../../assets/index.ts";
import { effectiveAccount, type PermittedAccount } from "../../permissions/index.ts";
import { findOfferedMethod } from "../component-methods.ts";
import type { AuthorizationServices } from "../decision/decision-services.ts";
import { measuredDecision } from "../decision/measured-decision.ts";
import { noteRefusedError } from "../decision/note-refusal.ts";
import { text } from "../texts.ts";
import { type Approval, type Consent, checkRules, ReviewNeeded } from "./access-rules.ts";

/** An asset as connecting to it needs it. */
export interface ConnectableAsset {
  readonly id: string;
  readonly org_id: string;
  readonly name: string;
  readonly address: string;
  readonly category: string;
  readonly type: string;
  readonly platform_name: string;
  readonly protocols: readonly AssetProtocol[];
  readonly is_active: boolean;
  /** Whether its platform allows SSH algorithms that are out of date. */
  readonly legacy_ssh: boolean;
  /** How its platform changes accounts; null where it does not. */
  readonly su_method: string | null;
  readonly charset: string;
}

/** Whom, where and how somebody wants to connect. */
export interface ConnectionRequest {
  readonly assetId: string;
  /** Alias of the account: its name, or a special alias. */
  readonly account: string;
  readonly protocol: string;
  readonly connectMethod: string;
  /** Whether it is the part of an asset in a job, which is carried over more protocols than people connect by. */
  readonly isJob?: boolean;
  /** What was typed as the user name of the account; empty: nothing. */
  readonly typedUsername: string;
  /** Whether the person signs in at the asset themselves, as whoever they like. */
  readonly isOwnAccount?: boolean;
}

/** What the checks found of a connection. */
interface CheckedConnection {
  readonly asset: ConnectableAsset;
  readonly account: PermittedAccount;
  /** Port of the protocol on the asset. */
  readonly port: number;
  /** Who has to consent before it is opened; null: nobody. */
  readonly awaits: ReviewNeeded | null;
  /** The ticket by which somebody consented; null: nobody. */
  readonly reviewId: string | null;
  /** Whether that ticket has yet to be signed off: the connection goes on at once. */
  readonly isEmergency: boolean;
}

let passed: (checked: CheckedConnection) => GrantedConnection;

/**
 * A connection that was checked as of now. Only `checkConnection` makes one: the secret of an account is opened for
 * nothing else.
 */
export class GrantedConnection implements CheckedConnection {
  readonly asset: ConnectableAsset;
  readonly account: PermittedAccount;
  readonly port: number;
  readonly awaits: ReviewNeeded | null;
  readonly reviewId: string | null;
  readonly isEmergency: boolean;
  /** Makes the type nominal: without it everything of this shape would have been checked. */
  readonly #isChecked = true;

  private constructor({ asset, account, port, awaits, reviewId, isEmergency }: CheckedConnection) {
    this.asset = asset;
    this.account = account;
    this.port = port;
    this.awaits = awaits;
    this.reviewId = reviewId;
    this.isEmergency = isEmergency;
  }

  static {
    passed = (checked) => new GrantedConnection(checked);
  }

  /** Whether a value was checked, and does not only look so. */
  static isGranted(value: object): value is GrantedConnection {
    return #isChecked in value && value.#isChecked;
  }
}

/** What the checks look things up with. */
export interface CheckContext {
  readonly services: AuthorizationServices;
  readonly db: Kysely<Database>;
  readonly principal: Principal;
  readonly version: AccessVersion;
  /** The accounts the person may use on the asset, where that was looked up just before. */
  readonly accounts?: readonly PermittedAccount[];
  /** Status of a refusal: 400 when a token is asked for, 403 when one is used. */
  readonly status: 400 | 403;
  /** Where the person comes from. */
  readonly remoteAddress: string;
  /** How: what is refused is taken down with it. */
  readonly channel: RefusalChannel;
  /** What people have approved of it. */
  readonly approval?: Approval;
  /** Whether it may be granted before somebody has consented: what awaits that opens nothing. */
  readonly mayAwait?: boolean;
}

/** Categories whose sessions need no account. */
const anonymousCategories: readonly string[] = ["web", "custom"];

async function findAsset(db: Kysely<Database>, id: string): Promise<ConnectableAsset | null> {
  const { rows } = await sql<ConnectableAsset>`
    select a.id, a.org_id, a.name, a.address, a.category, a.type, a.protocols, a.is_active, p.name as platform_name, p.charset,
      case when p.su_enabled then p.su_method end as su_method,
      exists (select from ${platformProtocolsTable} s where s.platform_id = p.id and s.name = 'ssh'
        and s.setting ->> 'legacy_algorithms' = 'true') as legacy_ssh
    from ${assetsTable} a join ${platformsTable} p on p.id = a.platform_id where a.id = ${id}::uuid
  `.execute(db);
  return rows[0] ?? null;
}

/** Whether a person may open sessions in the organization of an asset; a member who left may not. */
async function mayConnectIn(context: CheckContext, organizationId: string): Promise<boolean> {
  const { services, principal, version } = context;
  const organization = await services.organizations.resolve(organizationId, version);
  if (organization.id !== organizationId) return false;
  const permissions = await services.permissions.permissions(principal, organization, version);
  return permissions.has("authentication.add_connectiontoken");
}

/**
 * Checks a connection as of now: asset, permission, account, protocol, rules. What is not granted and what does not
 * exist are refused with the same words; a refusal is taken down. Contract: docs/contract/sessions.md, section 8.
 *
 * @throws ApiError with the code of the refusal
 */
export async function checkConnection(
  context: CheckContext,
  requested: ConnectionRequest,
): Promise<GrantedConnection> {
  return measuredDecision(
    () => checkUnmeasured(context, requested),
    ({ awaits }) => (awaits === null ? "allowed" : "held"),
  );
}

/** The same as a part of a decision that is measured as a whole. */
export async function checkUnmeasured(
  context: CheckContext,
  requested: ConnectionRequest,
): Promise<GrantedConnection> {
  const asset = await findAsset(context.db, requested.assetId);
  try {
    return await checkOn(asset, context, requested);
  } catch (error) {
    if (error instanceof ApiError) {
      const { services, principal: person, remoteAddress, channel } = context;
      const { assetId: named, account, protocol } = requested;
      const found = asset === null ? {} : { asset };
      noteRefusedError(
        services,
        { person, remoteAddress, channel, named, account, protocol, ...found },
        error,
      );
    }
    throw error;
  }
}

async function checkOn(
  asset: ConnectableAsset | null,
  context: CheckContext,
  requested: ConnectionRequest,
): Promise<GrantedConnection> {
  const { db, principal, accounts } = context;
  const refuse = (code: string, message: Message): never => {
    throw new ApiError(context.status, code, message);
  };
  if (principal.mustAcceptTerms) throw new TermsNotAccepted();
  if (asset === null || !(await mayConnectIn(context, asset.org_id))) {
    return refuse("perm_account_invalid", text.accountInvalid);
  }
  const coming = await expectFacts(context.services, {
    userId: principal.id,
    assetId: asset.id,
    organizationId: asset.org_id,
    version: context.version,
  });
  const account =
    accounts === undefined
      ? await effectiveAccount(db, principal, asset.id, requested.account)
      : accounts.find(({ alias }) => alias === requested.account);
  if (account == null || account.actions === 0) return refuse("perm_account_invalid", text.accountInvalid);
  if (account.dateExpired.getTime() < Date.now()) return refuse("perm_expired", text.permissionExpired);
  if (!asset.is_active) return refuse("asset_inactive", text.assetInactive);
  if (account.virtual === "@ANON" && !anonymousCategories.includes(asset.category)) {
    return refuse("error", text.anonymousUnsupported);
  }
  const port = portOf(asset, requested.protocol);
  if (port === null) {
    return refuse("error", withParameters(text.protocolMissing, { protocol: requested.protocol }));
  }
  const isStatement = requested.isJob === true && statementProtocols.includes(requested.protocol);
  const { protocol, connectMethod } = requested;
  if (!isStatement && (await findOfferedMethod(db, protocol, connectMethod)) === undefined) {
    const method = { protocol: requested.protocol, method: requested.connectMethod };
    return refuse("error", withParameters(text.methodUnsupported, method));
  }
  const { awaits, consent } = await heldByRules(context, requested, { asset, account, coming });
  const reviewId = consent?.reviewId ?? context.approval?.reviewId ?? null;
  return passed({ asset, account, port, awaits, reviewId, isEmergency: consent?.isEmergency ?? false });
}

/** Holds the rules: who consented, or what somebody has to consent to first where that may be waited for. */
async function heldByRules(
  { services, principal, status, remoteAddress, approval, mayAwait = false }: CheckContext,
  { connectMethod, typedUsername, isOwnAccount = false }: ConnectionRequest,
  { asset, account, coming }: Pick<CheckedConnection, "asset" | "account"> & { readonly coming: ComingFacts },
): Promise<{ readonly awaits: ReviewNeeded | null; readonly consent: Consent | null }> {
  try {
    const consent = await checkRules({
      services,
      principal,
      asset,
      account: isOwnAccount ? null : account,
      connectMethod,
      typedUsername,
      remoteAddress,
      status,
      coming,
      ...(approval === undefined ? {} : { approval }),
    });
    return { awaits: null, consent };
  } catch (error) {
    if (mayAwait && error instanceof ReviewNeeded) return { awaits: error, consent: null };
    throw error;
  }
}

/** The port of a protocol; an asset that lists none is taken to answer SSH on 22. */
export function portOf(asset: Pick<ConnectableAsset, "protocols">, protocol: string): number | null {
  const found = asset.protocols.find(({ name }) => name === protocol);
  if (found !== undefined) return found.port;
  return asset.protocols.length === 0 && protocol === "ssh" ? 22 : null;
}
