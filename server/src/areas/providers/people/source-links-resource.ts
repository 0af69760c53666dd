import { sql } from "kysely";
import {
  type CallerContext,
  permission,
  type RequestContext,
  signedIn,
} from "../../../engine/access/index.ts";
import { BadRequest } from "../../../engine/errors.ts";
import { text as common } from "../../../engine/i18n/index.ts";
import {
  defineResource,
  exactChoice,
  exactUuid,
  labeledChoice,
  type ResourceDeclaration,
  relation,
  stamps,
  text as textField,
  uuid,
} from "../../../engine/resource/index.ts";
import { usersTable } from "../../users/index.ts";
import { takeBack } from "./arrival.ts";
import { foreignSources } from "./source-rules-resource.ts";
import { text } from "./texts.ts";

/** Who arranges sign-in may see who comes in and with what. */
const see = permission("settings.change_auth");

const fields = {
  id: uuid({ label: common.id }),
  source: labeledChoice({ label: text.source, readOnly: true, choices: foreignSources }),
  subject: textField({ label: text.subject, readOnly: true }),
  ...stamps("date_created"),
};

const shared = {
  app: "settings",
  model: "setting",
  label: text.link,
  scope: "global",
  table: "user_source_links",
  fieldOrder: "declared",
} as const;

/** What the rules gave by a link goes with it: whoever is linked next gets what they are themselves owed. */
async function takeGrants({ db }: CallerContext, { id }: { readonly id: unknown }): Promise<void> {
  const link = await db
    .selectFrom("user_source_links")
    .select(["user_id", "granted"])
    .where("id", "=", String(id))
    .executeTakeFirst();
  if (link !== undefined) await takeBack(db, link.user_id, link.granted);
}

/** `sallyport/source-links`: who of another system is which user; a link is removed to let somebody else be linked. */
export const sourceLinksResource: ResourceDeclaration = defineResource({
  path: "sallyport/source-links",
  title: "Source Link",
  ...shared,
  fields: {
    id: fields.id,
    user: relation({
      label: text.user,
      column: "user_id",
      readOnly: true,
      target: {
        table: usersTable.name,
        key: "uuid",
        attributes: { id: "r.id", name: "r.name", username: "r.username" },
      },
    }),
    source: fields.source,
    issuer: textField({ label: text.issuer, readOnly: true }),
    subject: fields.subject,
    date_created: fields.date_created,
  },
  sizes: { mini: ["id", "source", "subject"] },
  filters: {
    user: exactUuid("t.user_id"),
    source: exactChoice(
      "t.source",
      foreignSources.map(({ value }) => value),
    ),
  },
  search: ["t.subject", "t.issuer"],
  order: { by: ["source", "subject", "date_created"], default: ["-date_created"] },
  operations: ["list", "retrieve", "delete"],
  access: { list: see, retrieve: see, delete: see },
  hooks: { beforeDelete: takeGrants },
});

const own = ({ principal }: RequestContext) => sql<boolean>`t.user_id = ${principal?.id ?? null}::uuid`;

const signed = signedIn();

/**
 * `sallyport/my-source-links`: with what other systems a person comes in. They remove what was added to how they sign in;
 * the system they come from is left to administrators, or they could not come back, and somebody who got their name
 * there could in their place. Where the system is, is not told.
 */
export const ownSourceLinksResource: ResourceDeclaration = defineResource({
  path: "sallyport/my-source-links",
  title: "Own Source Link",
  ...shared,
  fields,
  sizes: { mini: ["id", "source", "subject"] },
  order: { by: ["source", "date_created"], default: ["-date_created"] },
  where: own,
  operations: ["list", "retrieve", "delete"],
  access: { list: signed, retrieve: signed, delete: signed },
  confirm: { delete: "relogin" },
  files: { previewed: false },
  hooks: {
    async beforeDelete(context, row) {
      const user = await context.db
        .selectFrom(usersTable.as("u"))
        .select("u.source")
        .where("u.id", "=", context.principal.id)
        .executeTakeFirst();
      if (user?.source === row.source) throw new BadRequest("source_needed", text.ownSource);
      await takeGrants(context, row);
    },
  },
});
