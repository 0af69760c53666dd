import { type Kysely, sql } from "kysely";
import { type CallerContext, signedIn } from "../../engine/access/index.ts";
import type { Database } from "../../engine/database/index.ts";
import { BadRequest, FieldError, NotFound, ValidationError } from "../../engine/errors.ts";
import { caller, type RouteAnswer, type RouteDeclaration } from "../../engine/http/index.ts";
import { text as common, withParameters } from "../../engine/i18n/index.ts";
import { isObject, plainText, typeName } from "../../engine/json.ts";
import { type Field, isUuid, readKey, shortList, uuid } from "../../engine/resource/index.ts";
import { assetsTable } from "../assets/index.ts";
import { isPermitted } from "./permitted-assets.ts";
import { text } from "./texts.ts";
import type { PermissionHolder } from "./valid-permissions.ts";

/** Most favourites of one call. */
const mostFavorites = 1000;

async function list(context: CallerContext, url: string): Promise<RouteAnswer> {
  const asset = context.query.get("asset") ?? "";
  if (asset !== "" && !isUuid(asset)) throw new ValidationError({ asset: [common.notUuid] });
  const { rows } = await sql<{ asset: string }>`
    select f.asset_id as asset from favorite_assets f where f.user_id = ${context.principal.id}::uuid
      and ${asset === "" ? sql`true` : sql`f.asset_id = ${asset}::uuid`}
    order by f.date_created, f.asset_id
  `.execute(context.db);
  return { body: await shortList(context, url, rows, { key: "asset" }) };
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
async function save(context: CallerContext, asset: string): Promise<void> {
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
}

/** Removes a favourite; answers whether it was one. */
async function forget(db: Kysely<Database>, userId: string, asset: string): Promise<boolean> {
  if (!isUuid(asset)) return false;
  const { rows } = await sql`
    delete from favorite_assets where user_id = ${userId}::uuid and asset_id = ${asset}::uuid returning 1
  `.execute(db);
  return rows.length > 0;
}

/** Puts another asset in the place of a favourite; without one named it stays. */
async function replace(context: CallerContext, former: string, body: unknown): Promise<{ asset: string }> {
  await requireFavorite(context, former);
  const isNamed = isObject(body) && Object.hasOwn(body, "asset");
  const asset = isNamed ? assetOf(body) : former;
  if (asset.toLowerCase() === former.toLowerCase()) return { asset };
  await save(context, asset);
  await forget(context.db, context.principal.id, former);
  return { asset };
}

async function requireFavorite({ db, principal }: CallerContext, asset: string): Promise<void> {
  const { rows } = isUuid(asset)
    ? await sql`
        select 1 from favorite_assets where user_id = ${principal.id}::uuid and asset_id = ${asset}::uuid
      `.execute(db)
    : { rows: [] };
  if (rows.length === 0) throw new NotFound(text.favorite);
}

async function replaceMany(context: CallerContext, body: unknown): Promise<RouteAnswer> {
  if (!Array.isArray(body) || body.length > mostFavorites)
    throw new ValidationError({
      non_field_errors: [withParameters(common.notAListBody, { type: typeName(body) })],
    });
  const answers: { asset: string }[] = [];
  for (const item of body) {
    const id = isObject(item) ? (item.id ?? item.pk) : undefined;
    if (id === undefined || id === null) throw new ValidationError([common.idMissing]);
    answers.push(await replace(context, plainText(id), item));
  }
  return { body: answers };
}

const asset: Field = { ...uuid({ label: text.asset, required: true }), type: "field" };
const filtered: Field = { ...asset, describe: () => ({ filter: true }) };
const own = signedIn("only the caller's own favourites");

/** A user's favourite assets; each is known by its asset. Contract: docs/contract/permissions.md, section 9. */
export const favoriteAssetRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
    path: "/api/v1/assets/favorite-assets/",
    access: own,
    title: "Favorite Asset List",
    fields: { GET: { asset: filtered }, POST: { asset }, PUT: { asset }, PATCH: { asset } },
    handle: async (context, { method, body, url }) => {
      const known = caller(context);
      if (method === "GET") return list(known, url);
      if (method === "DELETE") {
        const removed = await forget(known.db, known.principal.id, known.query.get("asset") ?? "");
        if (!removed) throw new BadRequest("error", text.favoriteDelete);
        return { status: 204 };
      }
      if (method !== "POST") return replaceMany(known, body);
      const chosen = assetOf(body);
      await save(known, chosen);
      return { status: 201, body: { asset: chosen } };
    },
  },
  {
    methods: ["GET", "PUT", "PATCH", "DELETE"],
    path: "/api/v1/assets/favorite-assets/:id/",
    access: own,
    title: "Favorite Asset Instance",
    fields: { GET: { asset }, PUT: { asset }, PATCH: { asset } },
    handle: async (context, { method, params, body }) => {
      const known = caller(context);
      const id = params.id ?? "";
      if (method === "PUT") assetOf(body);
      if (method === "PUT" || method === "PATCH") return { body: await replace(known, id, body) };
      await requireFavorite(known, id);
      if (method === "GET") return { body: { asset: id.toLowerCase() } };
      await forget(known.db, known.principal.id, id);
      return { status: 204 };
    },
  },
];
