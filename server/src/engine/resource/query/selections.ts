import "../tables.ts";
import type { Kysely } from "kysely";
import type { CallerContext, RequestContext } from "../../access/context.ts";
import { signedIn } from "../../access/rules.ts";
import type { Database } from "../../database/database.ts";
import { ValidationError } from "../../errors.ts";
import { caller, type RouteDeclaration } from "../../http/routes.ts";
import { withParameters } from "../../i18n/messages.ts";
import { text } from "../../i18n/texts.ts";
import { isObject } from "../../json.ts";
import { isUuid } from "./filters.ts";

/** Seconds for which a selection can be used. */
export const selectionLifetimeSeconds = 300;

/** Most ids of one selection: what a body of the route's size can hold. */
const mostIds = 100_000;

/** Largest body, in bytes. */
const bodyLimit = 10_485_760;

/** Keeps a selection of ids and answers the token (`spm`) that stands for it. Only its maker can use it. */
export async function saveSelection(context: CallerContext, ids: readonly string[]): Promise<string> {
  const { token } = await context.db
    .insertInto("resource_selections")
    .values({
      user_id: context.principal.id,
      ids: JSON.stringify(ids),
      date_expired: new Date(Date.now() + selectionLifetimeSeconds * 1000),
    })
    .returning("token")
    .executeTakeFirstOrThrow();
  return token;
}

/** The ids a token stands for; none for a token that is unknown, expired or somebody else's. */
export async function readSelection(token: string, { db, principal }: RequestContext): Promise<string[]> {
  if (!isUuid(token) || principal === null) return [];
  const selection = await db
    .selectFrom("resource_selections")
    .select("ids")
    .where("token", "=", token)
    .where("user_id", "=", principal.id)
    .where("date_expired", ">", new Date())
    .executeTakeFirst();
  return (selection?.ids as string[] | undefined) ?? [];
}

/** `POST /api/v1/common/resources/cache/`. Contract: docs/contract/conventions.md, "Selections". */
export const selectionsRoute: RouteDeclaration = {
  methods: ["POST"],
  path: "/api/v1/common/resources/cache/",
  access: signedIn("a selection is only usable by its maker, inside the maker's own scope"),
  bodyLimit,
  handle: async (context, { body }) => {
    const resources = isObject(body) ? body.resources : undefined;
    const listed = Array.isArray(resources) ? resources : resources === undefined ? [] : [resources];
    const ids = listed.filter((id) => typeof id === "string" || typeof id === "number").map(String);
    // A part of what was chosen would be worse than a refusal.
    if (ids.length > mostIds) {
      throw new ValidationError({ resources: [withParameters(text.selectionTooLarge, { limit: mostIds })] });
    }
    return { body: { spm: await saveSelection(caller(context), ids) } };
  },
};

/** Removes the selections whose time is over. */
export async function purgeSelections(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom("resource_selections").where("date_expired", "<", new Date()).execute();
}
