import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { ApiError } from "../../../engine/errors.ts";
import { readAccessVersion } from "../../../engine/http/index.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import type { BrowserMethod, ConnectionGrant, PermittedTime } from "../../../transport/connections/index.ts";
import { assetsTable } from "../../assets/index.ts";
import { permittedTime, type RunningSession } from "../../permissions/index.ts";
import { findConnectMethod } from "../connect-methods.ts";
import type { AuthorizationServices, DecisionServices } from "../decision/decision-services.ts";
import { decisionText } from "../decision/decision-texts.ts";
import { noteRefusedError } from "../decision/note-refusal.ts";
import { openAccess } from "../decision/open-access.ts";
import { type ConnectableAsset, portOf } from "./checks.ts";
import { credentialsOfToken, grantOfToken, takeToken } from "./take-token.ts";

/**
 * Checks and uses up a person's connection token in a browser: of several who try at once one gets it. Everything it
 * stands for is checked as of now, as at every other access channel, and it has to be one for browsers: one for files
 * would open a shell. Contract: docs/contract/sessions.md, section 8.
 *
 * @param opens what the page is that takes it: a terminal, or the file manager
 * @throws ApiError 403 with the code of the refusal
 */
export async function redeemConnectionToken(
  services: DecisionServices,
  tokenId: string,
  person: { readonly userId: string; readonly remoteAddress: string },
  opens: BrowserMethod,
): Promise<ConnectionGrant> {
  try {
    return await redeem(services, tokenId, person, opens);
  } catch (error) {
    if (error instanceof ApiError) await noteUnredeemed(services, tokenId, person, error);
    throw error;
  }
}

async function noteUnredeemed(
  services: DecisionServices,
  tokenId: string,
  { userId, remoteAddress }: { readonly userId: string; readonly remoteAddress: string },
  error: ApiError,
): Promise<void> {
  const person = await services.principals.load(userId, await readAccessVersion(services));
  if (person === null) return;
  const token = isUuid(tokenId)
    ? await services.db
        .selectFrom("connection_tokens")
        .select(["asset_id", "account", "protocol"])
        .where("id", "=", tokenId)
        .where("user_id", "=", userId)
        .executeTakeFirst()
    : undefined;
  const { asset_id: named = "", account = "", protocol = "" } = token ?? {};
  const connection = { person, remoteAddress, channel: "token" as const, named, account, protocol };
  noteRefusedError(services, connection, error);
}

async function redeem(
  services: DecisionServices,
  tokenId: string,
  { userId, remoteAddress }: { readonly userId: string; readonly remoteAddress: string },
  opens: BrowserMethod,
): Promise<ConnectionGrant> {
  const { protocol, connect_method: method } = await takeToken(services.db, { tokenId, userId, how: "look" });
  if (method !== opens || findConnectMethod(protocol, method)?.type !== "web") {
    throw new ApiError(403, "protocol_unsupported", decisionText.tokenElsewhere);
  }
  const token = await takeToken(services.db, { tokenId, userId, how: "use" });
  const { principal, granted } = await grantOfToken(services, services.db, token, remoteAddress);
  return openAccess(services, principal, granted, {
    tokenId: token.id,
    protocol: token.protocol,
    connectOptions: token.connect_options,
    given: credentialsOfToken(services, token),
  });
}

/**
 * For how long a person's session may run, as things stand now; null when nothing permits it any more. Asked while it
 * runs: an account that got another name meanwhile is still the same. The asset has to offer the protocol still.
 */
export async function sessionPermittedTime(
  services: AuthorizationServices,
  userId: string,
  { protocol, ...session }: RunningSession & { readonly protocol: string },
): Promise<PermittedTime | null> {
  const version = await readAccessVersion(services);
  const principal = await services.principals.load(userId, version);
  if (principal === null) return null;
  const { rows } = await sql<Pick<ConnectableAsset, "org_id" | "protocols">>`
    select org_id, protocols from ${assetsTable} where id = ${session.assetId}::uuid and is_active
  `.execute(services.db);
  const [asset] = rows;
  if (asset === undefined || portOf(asset, protocol) === null) return null;
  const organization = await services.organizations.resolve(asset.org_id, version);
  const permissions = await services.permissions.permissions(principal, organization, version);
  if (!permissions.has("authentication.add_connectiontoken")) return null;
  return permittedTime(services.db, principal, session);
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
