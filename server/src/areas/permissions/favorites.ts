import { sql } from "kysely";
import { type CallerContext, signedIn } from "../../engine/access/index.ts";
import { BadRequest, FieldError, ValidationError } from "../../engine/errors.ts";
import { caller, type RouteAnswer, type RouteDeclaration } from "../../engine/http/index.ts";
import { text as common, withParameters } from "../../engine/i18n/index.ts";
import { isObject } from "../../engine/json.ts";
import { type Field, isUuid, readKey, uuid } from "../../engine/resource/index.ts";
import { assetsTable } from "../assets/index.ts";
import { isPermitted } from "./permitted-assets.ts";
import { text } from "./texts.ts";
import type { PermissionHolder } from "./valid-permissions.ts";

async function list(context: CallerContext): Promise<RouteAnswer> {
  const asset = context.query.get("asset") ?? "";
  if (asset !== "" && !isUuid(asset)) throw new ValidationError({ asset: [common.notUuid] });
  const { rows } = await sql<{ asset: string }>`
    select f.asset_id as asset from favorite_assets f where f.user_id = ${context.principal.id}::uuid
      and ${asset === "" ? sql`true` : sql`f.asset_id = ${asset}::uuid`}
    order by f.date_created, f.asset_id
  `.execute(context.db);
  return { body: rows };
}

function assetOf(body: unknown): string {
  if (!isObject(body) || !Object.hasOwn(body, "asset"))
    throw new ValidationError({ asset: [common.required] });
  try {
    return String(readKey(body.asset, "uuid"));
  } catch (error) {
    if (error instanceof FieldError) throw new ValidationError({ asset: error.errors });
    throw error;
  }
}

/** Only what the user may use can be a favourite, so the answer tells nothing about other assets. */
async function add(context: CallerContext, body: unknown): Promise<RouteAnswer> {
  const asset = assetOf(body);
  const holder: PermissionHolder = { kind: "user", holderId: context.principal.id, organizationId: null };
  const { rows: found } = await sql`
    select 1 from ${assetsTable} t where t.id = ${asset}::uuid and ${isPermitted(holder, "t.id")}
  `.execute(context.db);
  if (found.length === 0) {
    throw new ValidationError({ asset: [withParameters(common.objectMissing, { pk: asset })] });
  }
  const { rows } = await sql`
    insert into favorite_assets (user_id, asset_id) values (${context.principal.id}::uuid, ${asset}::uuid)
    on conflict do nothing returning 1
  `.execute(context.db);
  if (rows.length === 0) throw new ValidationError({ asset: [text.favoriteTaken] });
  return { status: 201, body: { asset } };
}

async function remove(context: CallerContext): Promise<RouteAnswer> {
  const asset = context.query.get("asset") ?? "";
  if (!isUuid(asset)) throw new BadRequest("error", text.favoriteDelete);
  const { rows } = await sql`
    delete from favorite_assets where user_id = ${context.principal.id}::uuid and asset_id = ${asset}::uuid
    returning 1
  `.execute(context.db);
  if (rows.length === 0) throw new BadRequest("error", text.favoriteDelete);
  return { status: 204 };
}

const asset: Field = { ...uuid({ label: text.asset, required: true }), type: "field" };

/** A user's favourite assets. Contract: docs/contract/permissions.md, section 9. */
export const favoriteAssetsRoute: RouteDeclaration = {
  methods: ["GET", "POST", "DELETE"],
  path: "/api/v1/assets/favorite-assets/",
  access: signedIn("only the caller's own favourites"),
  title: "Favorite Asset List",
  fields: { GET: { asset: { ...asset, describe: () => ({ filter: true }) } }, POST: { asset } },
  handle: async (context, { method, body }) => {
    const known = caller(context);
    if (method === "POST") return add(known, body);
    return method === "DELETE" ? remove(known) : list(known);
  },
};
