import { sql } from "kysely";
import { type CallerContext, permission } from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import { NotFound, ValidationError } from "../../../engine/errors.ts";
import { siteOrigin } from "../../../engine/http/index.ts";
import { text as common, type Message } from "../../../engine/i18n/index.ts";
import {
  addressEntry,
  boolean,
  computed,
  datetime,
  defineResource,
  labeledChoice,
  list,
  type ResourceAction,
  type ResourceDeclaration,
  relation,
  stamps,
  text as textField,
  uuid,
} from "../../../engine/resource/index.ts";
import { organizationIds, organizationsTable } from "../../organizations/index.ts";
import { foreignSources } from "../people/source-rules-resource.ts";
import { scimPath } from "./scim-path.ts";
import { issuerOf, makeToken } from "./source.ts";
import { text } from "./texts.ts";

/** Who arranges sign-in may see the sources. */
const see = permission("settings.change_auth");

/** A source makes users anywhere, so nobody with less than all rights makes one. */
const change = permission("settings.change_setting");

const anywhere: readonly string[] = ["*"];

const addresses = list({
  label: text.addresses,
  help: text.addressesHelp,
  child: addressEntry({ label: text.addresses, maxLength: 100 }),
  maxItems: 100,
  default: anywhere,
});

const count = (label: Message, name: string, rows: ReturnType<typeof sql>) =>
  computed({
    label,
    type: "integer",
    select: () => sql`(select count(*)::int from ${rows})`,
    present: (row) => Number(row[name] ?? 0),
  });

const fields = {
  id: uuid({ label: common.id }),
  name: textField({ label: common.name, required: true, blank: false, maxLength: 128 }),
  organization: relation({
    label: text.organization,
    help: text.organizationHelp,
    column: "org_id",
    required: true,
    target: {
      table: organizationsTable.name,
      key: "uuid",
      where: () => sql<boolean>`r.id <> ${organizationIds.root}::uuid`,
    },
  }),
  user_source: labeledChoice({
    label: text.userSource,
    help: text.userSourceHelp,
    required: true,
    choices: foreignSources,
  }),
  is_active: boolean({ label: common.isActive, default: true }),
  links_existing: boolean({ label: text.linksExisting, help: text.linksExistingHelp, default: false }),
  on_delete: labeledChoice({
    label: text.onDelete,
    default: "disable",
    choices: [
      { value: "disable", label: text.disable },
      { value: "remove", label: text.remove },
    ],
  }),
  ip_group: {
    ...addresses,
    // A list that names nothing means what leaving it out means.
    toColumns: (value: unknown) => ({
      ip_group: JSON.stringify((value as string[]).length === 0 ? anywhere : value),
    }),
  },
  date_expired: datetime({ label: text.dateExpired, nullable: true }),
  has_token: computed({
    label: text.hasToken,
    type: "boolean",
    select: () => sql`(t.token_hash is not null)`,
    present: (row) => row.has_token === true,
  }),
  date_token_created: datetime({ label: text.dateTokenCreated, readOnly: true }),
  date_last_used: datetime({ label: text.dateLastUsed, readOnly: true }),
  users_amount: count(
    text.users,
    "users_amount",
    sql`scim_users s where s.source_id = t.id and s.date_left is null`,
  ),
  groups_amount: count(text.groups, "groups_amount", sql`scim_groups s where s.source_id = t.id`),
  endpoint: computed({
    label: text.endpoint,
    type: "string",
    load: ({ services }) => siteOrigin(services),
    present: (_row, _context, origin) => `${String(origin)}${scimPath}`,
  }),
  comment: textField({ label: common.comment }),
  ...stamps("date_created", "date_updated", "created_by"),
};

const tokenField = computed({ label: text.token, type: "string", present: () => null });

/** A token in place of the one before, which opens nothing from then on; or none. */
const tokenAction: ResourceAction = {
  name: "token",
  on: "object",
  methods: ["POST", "DELETE"],
  access: change,
  // Who finds a browser open must not leave with a token that outlasts it.
  confirm: "password",
  fields: { POST: { token: tokenField } },
  title: "Scim Source Token",
  async handle(context, { method, row }) {
    if (row === undefined) throw new NotFound(text.source);
    const made = method === "DELETE" ? null : makeToken();
    const id = String(row.id);
    await sql`
      update scim_sources set token_hash = ${made?.hash ?? null}, date_last_used = null,
        date_token_created = ${made === null ? sql`null` : sql`now()`}
      where id = ${id}::uuid
    `.execute(context.db);
    await recordOperation(context, {
      action: made === null ? "delete" : "create",
      type: text.token,
      name: String(row.name),
      id,
      organizationId: organizationIds.root,
    });
    return made === null
      ? { status: 204 }
      : { status: 201, body: { token: made.token }, headers: { "cache-control": "no-store" } };
  },
};

/**
 * `sallyport/scim-sources`: directories that send people and groups by SCIM. Contract: docs/contract/identity.md,
 * "SCIM".
 */
export const scimSourcesResource: ResourceDeclaration = defineResource({
  path: "sallyport/scim-sources",
  app: "settings",
  model: "setting",
  label: text.source,
  title: "Scim Source",
  scope: "global",
  table: "scim_sources",
  fieldOrder: "declared",
  stamped: ["updated_by"],
  fields,
  sizes: { mini: ["id", "name"] },
  search: ["t.name", "t.comment"],
  order: { by: ["name", "date_created", "date_last_used", "date_updated"], default: ["name"] },
  operations: ["list", "retrieve", "create", "update", "delete"],
  access: { list: see, retrieve: see, create: change, update: change, delete: change },
  actions: [tokenAction],
  hooks: {
    async validate({ values, before }) {
      if (before === null) return;
      // The people it has sent are there, and known by it.
      if (values.organization !== undefined && values.organization !== before.org_id)
        throw new ValidationError({ organization: [text.fixed] });
      if (values.user_source !== undefined && values.user_source !== before.user_source)
        throw new ValidationError({ user_source: [text.fixed] });
    },
    beforeDelete: unlink,
  },
});

/** Its people stay as they are, and are nobody's but this installation's from then on. */
async function unlink({ db }: CallerContext, { id }: { readonly id: unknown }): Promise<void> {
  await db
    .deleteFrom("user_source_links")
    .where("issuer", "=", issuerOf(String(id)))
    .execute();
}
