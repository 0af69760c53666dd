import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/database.ts";
import { readAccessVersion } from "../../../engine/http/identify.ts";
import { isUuid } from "../../../engine/resource/query/filters.ts";
import type { Services } from "../../../engine/services.ts";
import { actionBits, effectiveAccounts } from "../../permissions/index.ts";
import { type GrantedAccess, openAccess } from "../decision/granted-access.ts";
import { credentialsOfToken, grantOfToken, takeToken } from "./take-token.ts";

/**
 * Checks and uses up a person's connection token: of several who try at once one gets it. Everything it stands
 * for is checked as of now, as at every other door. Contract: docs/contract/sessions.md, section 8.
 *
 * @throws ApiError 403 with the code of the refusal
 */
export async function redeemConnectionToken(
  services: Services,
  tokenId: string,
  userId: string,
): Promise<GrantedAccess> {
  const token = await takeToken(services.db, { tokenId, userId, how: "use" });
  const { principal, granted } = await grantOfToken(services, services.db, token);
  return openAccess(services, principal, granted, {
    tokenId: token.id,
    protocol: token.protocol,
    connectOptions: token.connect_options,
    given: credentialsOfToken(services, token),
  });
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
