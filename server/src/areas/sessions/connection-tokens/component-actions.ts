import { type Kysely, sql } from "kysely";
import type { CallerContext, Principal } from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { ApiError, ValidationError } from "../../../engine/errors.ts";
import { text as common, type Message, translate, withParameters } from "../../../engine/i18n/index.ts";
import { isObject, type Json } from "../../../engine/json.ts";
import type { ActionAnswer, ActionRequest } from "../../../engine/resource/index.ts";
import { gatewaysOfAsset, secretTypeChoices } from "../../accounts/index.ts";
import { commandFiltersOfToken } from "../../acls/index.ts";
import { assetsTable, connectorFacts } from "../../assets/index.ts";
import { actionBits, presentActions } from "../../permissions/index.ts";
import { usersTable } from "../../users/index.ts";
import { findOfferedMethod } from "../component-methods.ts";
import { text } from "../texts.ts";
import { switchingAccount } from "./switch-from.ts";
import { accountOfToken, type ConnectionAccount, grantOfToken, takeToken } from "./take-token.ts";
import { idOf } from "./token-actions.ts";
import { tokenExpiry, valueContext } from "./token-values.ts";

/** Gives a token that still holds the time of a new one. */
export async function renewAction(context: CallerContext, { body }: ActionRequest): Promise<ActionAnswer> {
  const { services, db, principal, language } = context;
  const id = idOf(body);
  const { rows } = await sql<{ org_id: string; display: string }>`
    update connection_tokens set
      date_expired = greatest(date_expired, ${await tokenExpiry(services, false)}::timestamptz),
      date_updated = now(), updated_by = ${principal.name}
    where id = ${id}::uuid and is_active and date_expired > now()
    returning org_id, ${display} as display
  `.execute(db);
  const [renewed] = rows;
  if (renewed === undefined) throw new ApiError(403, "token_expired", text.tokenExpired);
  await recordOperation(context, {
    action: "update",
    type: text.connectionToken,
    id,
    name: renewed.display,
    organizationId: renewed.org_id,
  });
  return { body: { ok: true, msg: translate(text.tokenRenewed, language) } };
}

/** What the log names a token by: who, and where to. */
const display = sql<string>`left(user_display || ' → ' || asset_display, 128)`;

/** Whether the caller wants the token to end with this; undefined: as the installation has it. */
function wantsEnd(body: unknown): boolean | undefined {
  const given = isObject(body) ? body.expire_now : undefined;
  if (given === undefined || given === null) return undefined;
  if (typeof given !== "boolean") throw new ValidationError({ expire_now: [common.notBoolean] });
  return given;
}

interface TokenNature {
  readonly is_reviewed: boolean;
  readonly is_reusable: boolean;
  readonly type: string;
}

/** Whether the token ends with this: once only, unless the caller, the token or what it leads to says otherwise. */
async function ends(
  { services, db }: CallerContext,
  id: string,
  wanted: boolean | undefined,
): Promise<boolean> {
  const isReuseOn = await services.settings.get<boolean>("CONNECTION_TOKEN_REUSABLE");
  const { rows } = await sql<TokenNature>`
    select t.is_reusable, t.from_ticket is not null as is_reviewed, a.type from connection_tokens t join ${assetsTable} a on a.id = t.asset_id
    where t.id = ${id}::uuid
  `.execute(db);
  const [token] = rows;
  // What somebody consented to is one connection.
  if (token?.is_reviewed === true) return true;
  if (token?.is_reusable === true && isReuseOn) return false;
  return wanted ?? (!isReuseOn && token?.type !== "k8s");
}

/** Certificates are made here for the gateway of this installation alone: others sign in by secrets, or not at all. */
function refuseCertificate(message: Message): never {
  throw new ApiError(403, "certificate_only", message);
}

/** The account through which one switches to the other, with its secret; null where none is named. */
async function switchedFrom(
  context: CallerContext,
  { row }: ConnectionAccount,
  principal: Principal,
): Promise<Json> {
  const from = await switchingAccount(context.services, context.db, row, principal);
  if (from === null) return null;
  const { name, username, secretType, secret, certificate } = from;
  if (certificate !== undefined && secret === "") {
    refuseCertificate(withParameters(text.switchCertificateOnly, { account: name }));
  }
  return { name, username, secret_type: typeOf(context, secretType), secret };
}

function typeOf({ language }: CallerContext, value: string): Json {
  const choice = secretTypeChoices.find((one) => one.value === value);
  return { value, label: choice === undefined ? value : translate(choice.label, language) };
}

/**
 * The gateway a component goes through: of those that it has a secret for, one that answered the last time if there is
 * one; null outside of domains.
 */
async function gatewayOf(context: CallerContext, assetId: string): Promise<Json> {
  const all = await gatewaysOfAsset(context.services, assetId);
  const candidates = all.filter(
    ({ account: { certificate, secret } }) => certificate === undefined || secret !== "",
  );
  if (candidates.length === 0 && all.length > 0) refuseCertificate(text.gatewaysCertificateOnly);
  const gateway = candidates.find(({ connected }) => connected) ?? candidates[0];
  if (gateway === undefined) return null;
  const { id, name, address, port, account } = gateway;
  return {
    id,
    name,
    address,
    protocols: [{ name: "ssh", port }],
    account: {
      name: account.display,
      username: account.username,
      secret_type: typeOf(context, account.secretType),
      secret: account.secret,
    },
  };
}

async function userOf(db: Kysely<Database>, id: string): Promise<Json> {
  return db
    .selectFrom(usersTable.as("users"))
    .select(["id", "name", "username", "email"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

/** How a token connects; null for a method that is not offered any more. */
async function methodOfToken(
  { db, language }: CallerContext,
  token: { readonly protocol: string; readonly connect_method: string },
): Promise<Json> {
  const method = await findOfferedMethod(db, token.protocol, token.connect_method);
  if (method === undefined) return null;
  const { value, type, component } = method;
  return { label: translate(method.label, language), value, type, component };
}

/**
 * Everything a component connects with, once, and written down. The secret of the account leaves here for a component
 * alone. Contract: docs/contract/sessions.md, section 8, "Components".
 */
export async function secretAction(context: CallerContext, { body }: ActionRequest): Promise<ActionAnswer> {
  const { services, db, accessVersion } = context;
  const id = idOf(body);
  const isEnd = await ends(context, id, wantsEnd(body));
  const token = await takeToken(db, { tokenId: id, how: isEnd ? "use" : "look" });
  if (isEnd) await sql`update connection_tokens set date_expired = now() where id = ${id}::uuid`.execute(db);
  // The component stands where the person asked from.
  const grant = await grantOfToken(services, db, token, token.remote_addr);
  const { granted } = grant;
  if ((granted.account.actions & actionBits.connect) === 0) {
    throw new ApiError(403, "perm_account_invalid", text.connectNotGranted);
  }
  const account = await accountOfToken(services, grant);
  if (account.row?.by_certificate === true && account.secret === "") {
    refuseCertificate(withParameters(text.certificateOnly, { account: account.name }));
  }
  const from = await switchedFrom(context, account, grant.principal);
  const gateway = await gatewayOf(context, granted.asset.id);
  const facts = await connectorFacts(context, granted.asset.id);
  const organizationId = granted.asset.org_id;
  await recordOperation(context, {
    action: "view",
    type: text.connectionToken,
    id,
    name: `${grant.principal.name}(${grant.principal.username}) → ${granted.asset.name}`.slice(0, 128),
    organizationId,
  });
  return {
    body: {
      id,
      value: services.secrets.open(token.value_sealed, valueContext(id)),
      user: await userOf(db, token.user_id),
      asset: facts?.asset as unknown as Json,
      account: {
        id: account.row?.id ?? null,
        name: account.name,
        username: account.username,
        secret_type: typeOf(context, account.secretType),
        secret: account.secret,
        su_from: from,
        privileged: account.row?.privileged ?? false,
      },
      platform: facts?.platform ?? null,
      domain: facts?.domain ?? null,
      gateway,
      command_filter_acls: await commandFiltersOfToken(services, {
        userId: token.user_id,
        assetId: granted.asset.id,
        organizationId,
        usernames: [account.username],
      }),
      protocol: token.protocol,
      actions: presentActions(granted.account.actions, context),
      expire_at: Math.floor(granted.account.dateExpired.getTime() / 1000),
      from_ticket: token.from_ticket,
      connect_method: await methodOfToken(context, token),
      connect_options: token.connect_options as Json,
      org_id: organizationId,
      org_name: await services.organizations.name(organizationId, accessVersion),
    },
  };
}
