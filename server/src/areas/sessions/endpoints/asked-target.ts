import { type Kysely, sql } from "kysely";
import type { CallerContext } from "../../../engine/access/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import { assetsTable } from "../../assets/index.ts";
import { effectiveAccounts } from "../../permissions/index.ts";

/** What a request asks an endpoint for. */
export interface AskedTarget {
  readonly assetId: string | null;
  /** Host name or address. */
  readonly target: string | null;
}

const nothing: AskedTarget = { assetId: null, target: null };

/** Whether the caller holds a code in an organization. */
async function holdsIn(
  { services, principal, accessVersion }: CallerContext,
  organizationId: string,
  code: string,
): Promise<boolean> {
  const organization = await services.organizations.resolve(organizationId, accessVersion);
  // One that is gone resolves to another.
  if (organization.id !== organizationId) return false;
  return (await services.permissions.permissions(principal, organization, accessVersion)).has(code);
}

interface AssetRow {
  readonly id: string;
  readonly address: string;
  readonly org_id: string;
}

async function findAsset(db: Kysely<Database>, id: string): Promise<AssetRow | undefined> {
  const { rows } = await sql<AssetRow>`
    select id, address, org_id from ${assetsTable} where id = ${id}::uuid
  `.execute(db);
  return rows[0];
}

/** An asset the caller may use or see: of another one its endpoint would tell where it is. */
async function asset(context: CallerContext, id: string): Promise<AskedTarget> {
  const found = isUuid(id) ? await findAsset(context.db, id) : undefined;
  if (found === undefined) return nothing;
  const maySee =
    (await holdsIn(context, found.org_id, "assets.view_asset")) ||
    (await effectiveAccounts(context.db, context.principal, id)).length > 0;
  return maySee ? { assetId: found.id, target: found.address } : nothing;
}

/** The asset of a session of one's own, or of one that the caller may look at. */
async function session(context: CallerContext, id: string): Promise<AskedTarget> {
  if (!isUuid(id)) return nothing;
  const row = await context.db
    .selectFrom("sessions")
    .select(["user_id", "org_id", "asset_id"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (row?.asset_id == null) return nothing;
  const maySee =
    row.user_id === context.principal.id || (await holdsIn(context, row.org_id, "terminal.view_session"));
  return maySee ? ofAsset(context, row.asset_id) : nothing;
}

/** The asset of a connection token that holds: who knows its id may know this. */
async function token(context: CallerContext, id: string): Promise<AskedTarget> {
  if (!isUuid(id)) return nothing;
  const row = await context.db
    .selectFrom("connection_tokens")
    .select("asset_id")
    .where("id", "=", id)
    .where("date_expired", ">", new Date())
    .executeTakeFirst();
  return row === undefined ? nothing : ofAsset(context, row.asset_id);
}

async function ofAsset({ db }: CallerContext, id: string): Promise<AskedTarget> {
  const found = await findAsset(db, id);
  return found === undefined ? nothing : { assetId: found.id, target: found.address };
}

/**
 * What the query of a request names: an asset, a session or a token, and the address where it says one. What the caller
 * may not see is as if it had not been named.
 */
export async function askedTarget(context: CallerContext): Promise<AskedTarget> {
  const { query } = context;
  const assetId = query.get("asset_id");
  const sessionId = query.get("session_id");
  const tokenId = query.get("token");
  const named =
    (assetId && (await asset(context, assetId))) ||
    (sessionId && (await session(context, sessionId))) ||
    (tokenId && (await token(context, tokenId))) ||
    nothing;
  const address = query.get("target_ip") ?? "";
  return address === "" ? named : { ...named, target: address };
}
