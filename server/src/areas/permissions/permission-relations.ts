import { sql } from "kysely";
import type { CallerContext } from "../../engine/access/index.ts";
import { ValidationError } from "../../engine/errors.ts";
import { text as common, type Message, withParameters } from "../../engine/i18n/index.ts";
import {
  computed,
  defineResource,
  exactInteger,
  exactUuid,
  type Field,
  inOrganization,
  integer,
  type RelationTarget,
  type ResourceDeclaration,
  relation,
} from "../../engine/resource/index.ts";
import { assetsTable, nodesTable } from "../assets/index.ts";
import { roleBindingsTable } from "../roles/index.ts";
import { userGroupsTable, usersTable } from "../users/index.ts";
import { members } from "./asset-permissions.ts";
import { text } from "./texts.ts";

/** What is particular to one of the four kinds of links. */
interface LinkKind {
  readonly path: string;
  readonly title: string;
  /** Field of the linked object, its column and its table. */
  readonly field: string;
  readonly column: string;
  readonly table: string;
  readonly target: RelationTarget;
  readonly label: Message;
  readonly displayLabel: Message;
  readonly displayType?: "string";
  /** Name shown of the linked object, over `o`, and what `search` looks at. */
  readonly display: string;
  readonly search: readonly string[];
}

const inScope = (table: string): RelationTarget => ({ table, key: "uuid", where: inOrganization });

const kinds: readonly LinkKind[] = [
  {
    path: "users",
    title: "User",
    field: "user",
    column: "user_id",
    table: usersTable.name,
    target: members,
    label: text.user,
    displayLabel: text.userDisplay,
    display: "o.name",
    search: ["o.name", "o.username"],
  },
  {
    path: "user-groups",
    title: "User Group",
    field: "usergroup",
    column: "group_id",
    table: userGroupsTable.name,
    target: inScope(userGroupsTable.name),
    label: text.userGroups,
    displayLabel: text.userGroupDisplay,
    display: "o.name",
    search: ["o.name"],
  },
  {
    path: "assets",
    title: "Asset",
    field: "asset",
    column: "asset_id",
    table: assetsTable.name,
    target: inScope(assetsTable.name),
    label: text.asset,
    displayLabel: text.assetDisplay,
    display: "o.name",
    search: ["o.id::text", "o.name", "o.address"],
  },
  {
    path: "nodes",
    title: "Node",
    field: "node",
    column: "node_id",
    table: nodesTable.name,
    target: { ...inScope(nodesTable.name), names: ["r.full_value", "r.value"] },
    label: text.node,
    displayLabel: text.nodeDisplay,
    displayType: "string",
    display: "o.full_value",
    search: ["o.value"],
  },
];

/** A relation that is read as the bare id. */
function reference(label: Message, column: string, target: RelationTarget): Field {
  const { load: _load, present: _present, ...field } = relation({ label, column, target, required: true });
  return { ...field, type: "field" };
}

const linkTable = (kind: LinkKind): string => `asset_permission_${kind.path.replace("-", "_")}`;

/**
 * One link a row, for adding and removing single users, groups, assets and nodes.
 * Contract: docs/contract/permissions.md, section 5.
 */
function linksResource(kind: LinkKind): ResourceDeclaration {
  const linked = sql.raw(`(select ${kind.display} from ${kind.table} o where o.id = t.${kind.column})`);
  return defineResource({
    path: `perms/asset-permissions-${kind.path}-relations`,
    app: "perms",
    model: "assetpermission",
    label: text.assetPermission,
    title: `Asset Permission ${kind.title} Relation`,
    scope: "global",
    table: linkTable(kind),
    key: { kind: "integer" },
    fieldOrder: "declared",
    fields: {
      id: integer({ label: common.id, readOnly: true }),
      [kind.field]: reference(kind.label, kind.column, kind.target),
      [`${kind.field}_display`]: computed({
        label: kind.displayLabel,
        ...(kind.displayType === undefined ? {} : { type: kind.displayType }),
        select: () => linked,
        present: (row) => String(row[`${kind.field}_display`] ?? ""),
      }),
      assetpermission: reference(text.assetPermission, "permission_id", inScope("asset_permissions")),
      assetpermission_display: computed({
        label: text.permissionDisplay,
        select: () => sql`(select p.name from asset_permissions p where p.id = t.permission_id)`,
        present: (row) => String(row.assetpermission_display ?? ""),
      }),
    },
    filters: {
      id: exactInteger("t.id"),
      [kind.field]: exactUuid(`t.${kind.column}`),
      assetpermission: exactUuid("t.permission_id"),
    },
    search: [
      ...kind.search.map((column) => `(select ${column} from ${kind.table} o where o.id = t.${kind.column})`),
      "(select p.name from asset_permissions p where p.id = t.permission_id)",
    ],
    order: { by: ["id"], default: ["id"], announced: false },
    where: ({ organization }) =>
      organization.isRoot
        ? null
        : sql<boolean>`t.permission_id in (
            select p.id from asset_permissions p where p.org_id = ${organization.id}::uuid
          )`,
    operations: ["list", "retrieve", "create", "update", "delete", "bulk"],
    bulkDelete: "narrowed",
    linkOf: {
      label: text.assetPermission,
      table: "asset_permissions",
      id: "assetpermission",
      name: "assetpermission_display",
      member: kind.field,
      memberName: `${kind.field}_display`,
    },
    hooks: {
      validate: ({ context, values, before }) =>
        refuseUnfit(kind, context, {
          link: before?.id ?? null,
          permission: values.assetpermission ?? before?.permission_id,
          object: values[kind.field] ?? before?.[kind.column],
        }),
    },
  });
}

/** What a link is to join; `link`: its own number, null for a new one. */
interface Ends {
  readonly link: unknown;
  readonly permission: unknown;
  readonly object: unknown;
}

/** A link inside one organization, and only once. */
async function refuseUnfit(
  kind: LinkKind,
  context: CallerContext,
  { link, permission: permissionId, object: objectId }: Ends,
): Promise<void> {
  const belongs =
    kind.field === "user"
      ? sql`exists (select 1 from ${roleBindingsTable} b where b.user_id = ${objectId} and b.org_id = p.org_id)`
      : sql`exists (select 1 from ${sql.table(kind.table)} o where o.id = ${objectId} and o.org_id = p.org_id)`;
  const { rows } = await sql<{ belongs: boolean; taken: boolean }>`
    select ${belongs} as belongs, exists (
      select 1 from ${sql.table(linkTable(kind))} l
      where l.permission_id = p.id and l.${sql.ref(kind.column)} = ${objectId}
        and l.id is distinct from ${link}
    ) as taken
    from asset_permissions p where p.id = ${permissionId}
  `.execute(context.db);
  if (rows[0]?.belongs !== true) {
    throw new ValidationError({
      [kind.field]: [withParameters(common.objectMissing, { pk: String(objectId) })],
    });
  }
  if (rows[0].taken) throw new ValidationError({ [kind.field]: [text.alreadyLinked] });
}

/** The four relation resources. */
export const permissionRelations: readonly ResourceDeclaration[] = kinds.map(linksResource);
