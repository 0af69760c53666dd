import { sql } from "kysely";
import type { RequestContext } from "../../engine/access/index.ts";
import { ValidationError } from "../../engine/errors.ts";
import { text as common, unlabelled, withParameters } from "../../engine/i18n/index.ts";
import {
  boolean,
  computed,
  datetime,
  defineResource,
  flagTree,
  inOrganization,
  integer,
  list,
  type RelationTarget,
  type Row,
  relations,
  stamps,
  text as textField,
  uuid,
} from "../../engine/resource/index.ts";
import { assetsTable, nodesTable } from "../assets/index.ts";
import { memberTarget, roleBindingsTable } from "../roles/index.ts";
import { userGroupsTable } from "../users/index.ts";
import { actionTree } from "./actions.ts";
import { assetPermissionFilters } from "./asset-permission-filters.ts";
import { makeTemplateAccounts, settleAccounts } from "./template-accounts.ts";
import { text } from "./texts.ts";

/** People who belong to the current organization. */
export const members: RelationTarget<"uuid"> = memberTarget();

const inScope = (table: string): RelationTarget<"uuid"> => ({ table, key: "uuid", where: inOrganization });

const nodes: RelationTarget<"uuid"> = {
  ...inScope(nodesTable.name),
  attributes: { id: "r.id", name: "r.value" },
  names: ["r.full_value", "r.value"],
};

const seventyYears = 70 * 365 * 86_400_000;

const isExpired = (row: Row): boolean => {
  const now = Date.now();
  return !((row.date_start as Date).getTime() < now && now < (row.date_expired as Date).getTime());
};

const validity = (label: typeof text.isValid, present: (row: Row) => boolean) =>
  computed({ label, type: "boolean", columns: ["is_active", "date_start", "date_expired"], present });

/** Who may use which assets, with which accounts, to do what. Contract: docs/contract/permissions.md, section 1. */
export const assetPermissions = defineResource({
  path: "perms/asset-permissions",
  app: "perms",
  model: "assetpermission",
  label: text.assetPermission,
  title: "Asset Permission",
  scope: "organization",
  table: "asset_permissions",
  counter: {},
  createTogether: true,
  fields: {
    id: uuid({ label: common.id }),
    name: textField({ label: common.name, required: true, maxLength: 128 }),
    users: relations({
      label: text.users,
      target: members,
      link: { table: "asset_permission_users", own: "permission_id", other: "user_id" },
    }),
    user_groups: relations({
      label: text.userGroups,
      target: inScope(userGroupsTable.name),
      link: { table: "asset_permission_user_groups", own: "permission_id", other: "group_id" },
    }),
    assets: relations({
      label: text.assets,
      target: inScope(assetsTable.name),
      link: { table: "asset_permission_assets", own: "permission_id", other: "asset_id" },
    }),
    nodes: relations({
      label: text.nodes,
      target: nodes,
      link: { table: "asset_permission_nodes", own: "permission_id", other: "node_id" },
      orderBy: "r.key",
    }),
    accounts: list({
      label: text.accounts,
      default: [],
      // In the metadata an item is of no particular kind.
      child: {
        ...textField({ label: unlabelled, required: true, maxLength: 128 }),
        type: "field",
        describe: () => ({}),
      },
    }),
    actions: flagTree({
      label: text.actions,
      root: actionTree,
      default: ["connect", "upload", "download", "copy", "paste", "delete"],
    }),
    ...stamps("created_by"),
    comment: textField({ label: common.comment, blank: true }),
    is_active: boolean({ label: common.isActive, default: true }),
    is_expired: validity(text.isExpired, isExpired),
    is_valid: validity(text.isValid, (row) => row.is_active === true && !isExpired(row)),
    from_ticket: boolean({ label: text.fromTicket, readOnly: true, default: false }),
    ...stamps("date_created"),
    date_start: datetime({ label: text.dateStart, default: () => new Date().toISOString() }),
    date_expired: datetime({
      label: text.dateExpired,
      default: () => new Date(Date.now() + seventyYears).toISOString(),
    }),
    session_grace_minutes: integer({
      label: text.sessionGrace,
      help: text.sessionGraceHelp,
      minimum: 0,
      maximum: 1440,
      default: 0,
    }),
  },
  stamped: ["updated_by", "date_updated"],
  sizes: {
    mini: ["id", "name"],
    small: [
      "id",
      "name",
      "accounts",
      "actions",
      "created_by",
      "date_created",
      "date_start",
      "date_expired",
      "session_grace_minutes",
      "is_active",
      "is_expired",
      "is_valid",
      "comment",
      "from_ticket",
    ],
  },
  filters: assetPermissionFilters,
  searchText: "lower(t.name)",
  found: { title: "name", subtitle: ["comment"], facts: ["is_valid"] },
  order: {
    by: [
      "name",
      "actions",
      "date_start",
      "date_expired",
      "session_grace_minutes",
      "is_active",
      "from_ticket",
      "created_by",
      "updated_by",
      "date_created",
      "date_updated",
      "comment",
      "org_id",
    ],
    default: ["name"],
  },
  hooks: {
    validate: async (event) => {
      await settleAccounts(event);
      if (event.context.organization.isRoot && event.before !== null) {
        await refuseForeignObjects(event.context, String(event.before.org_id), event.values);
      }
    },
    afterWrite: makeTemplateAccounts,
  },
});

/** In the global view a permission may still only name what belongs to its own organization. */
async function refuseForeignObjects(
  context: RequestContext,
  organizationId: string,
  values: { readonly [Name in "users" | "user_groups" | "assets" | "nodes"]?: readonly string[] },
): Promise<void> {
  const owned = [
    ["user_groups", userGroupsTable],
    ["assets", assetsTable],
    ["nodes", nodesTable],
  ] as const;
  for (const [field, table] of owned) {
    await refuse(field, sql`select o.id from ${table} o where o.org_id = ${organizationId}::uuid and o.id`);
  }
  await refuse(
    "users",
    sql`select o.user_id as id from ${roleBindingsTable} o where o.org_id = ${organizationId}::uuid and o.user_id`,
  );

  async function refuse(field: keyof typeof values, own: ReturnType<typeof sql>): Promise<void> {
    const keys = values[field];
    if (keys === undefined || keys.length === 0) return;
    const { rows } = await sql<{ id: string }>`${own} = any(${keys}::uuid[])`.execute(context.db);
    const found = new Set(rows.map(({ id }) => id));
    const missing = keys.filter((key) => !found.has(key));
    if (missing.length === 0) return;
    throw new ValidationError({
      [field]: missing.slice(0, 20).map((pk) => withParameters(common.objectMissing, { pk })),
    });
  }
}
