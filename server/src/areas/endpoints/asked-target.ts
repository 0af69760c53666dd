import { type Kysely, sql } from "kysely";
import type { CallerContext } from "../../engine/access/index.ts";
import type { Database } from "../../engine/database/index.ts";
import { isUuid } from "../../engine/resource/index.ts";
import { assetsTable } from "../assets/index.ts";
import { effectiveAccounts } from "../permissions/index.ts";

/** What a request asks an endpoint for. */
export interface AskedTarget {
  readonly assetId: string | null;
  /** Host name or address. */
  readonly target: string | null;
}

/** Something other than an asset that leads to one, as a request names it. */
export interface EndpointQuestion {
  /** The parameter of the query. */
  readonly parameter: string;
  /** The asset it leads to; null where it leads to none, or to one the caller may not know of. */
  assetOf(context: CallerContext, id: string): Promise<string | null>;
}

declare module "../../engine/extensions.ts" {
  interface ExtensionPoints {
    endpointQuestions: EndpointQuestion;
  }
}

const nothing: AskedTarget = { assetId: null, target: null };

/** Whether the caller holds a code in an organization. */
export async function holdsIn(
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

async function ofAsset({ db }: CallerContext, id: string): Promise<AskedTarget> {
  const found = await findAsset(db, id);
  return found === undefined ? nothing : { assetId: found.id, target: found.address };
}

/** What leads to an asset in another way. */
async function elsewhere(context: CallerContext): Promise<AskedTarget> {
  const { query, services } = context;
  for (const { parameter, assetOf } of services.extensions.of("endpointQuestions")) {
    const id = query.get(parameter) ?? "";
    const assetId = isUuid(id) ? await assetOf(context, id) : null;
    if (assetId !== null) return ofAsset(context, assetId);
  }
  return nothing;
}

/**
 * What the query of a request names: an asset, a session or a token, and the address where it says one. What the caller
 * may not see is as if it had not been named.
 */
export async function askedTarget(context: CallerContext): Promise<AskedTarget> {
  const { query } = context;
  const assetId = query.get("asset_id");
  const named = assetId ? await asset(context, assetId) : await elsewhere(context);
  const address = query.get("target_ip") ?? "";
  return address === "" ? named : { ...named, target: address };
}
