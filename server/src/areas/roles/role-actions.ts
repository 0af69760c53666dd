import { permissionByCode } from "@sallyport/contract/permissions";
import { sql } from "kysely";
import { type CallerContext, permission } from "../../engine/access/index.ts";
import type { Json } from "../../engine/json.ts";
import {
  type ActionAnswer,
  type ActionRequest,
  envelope,
  type ResourceAction,
  readPage,
  shortList,
} from "../../engine/resource/index.ts";
import { usersTable } from "../users/index.ts";
import { permissionShape, presentPermissions } from "./permission-list.ts";
import { hasLicense, permissionTree } from "./permission-tree.ts";
import { type RoleGrant, readRoleGrants } from "./role-directory.ts";

const noGrant: RoleGrant = { scope: "org", codes: [] };

async function grantOf({ db }: CallerContext, { id = "" }: ActionRequest): Promise<RoleGrant> {
  return (await readRoleGrants(db, [id])).get(id.toLowerCase()) ?? noGrant;
}

/** Who holds the role here: a page of them, or all. */
async function holders(context: CallerContext, { row, url }: ActionRequest): Promise<ActionAnswer> {
  const { db, organization, query } = context;
  const bound = sql`
    from ${usersTable} u where not u.is_service_account and exists (
      select 1 from role_bindings b where b.user_id = u.id and b.role_id = ${row?.id}
        and ${organization.isRoot ? sql`true` : sql`(b.org_id is null or b.org_id = ${organization.id})`})
  `;
  const page = readPage(query);
  const window = page === null ? sql`` : sql`limit ${page.limit} offset ${page.offset}`;
  const { rows } = await sql<Record<string, Json>>`
    select u.id, u.name, u.username ${bound} order by u.name, u.id ${window}
  `.execute(db);
  if (page === null) return { body: rows };
  const counted = await sql<{ count: number }>`select count(*) as count ${bound}`.execute(db);
  return { body: envelope(context, url, page, Number(counted.rows[0]?.count ?? 0), rows) };
}

async function heldPermissions(context: CallerContext, request: ActionRequest): Promise<ActionAnswer> {
  const { codes } = await grantOf(context, request);
  const held = codes.map((code) => permissionByCode.get(code)).filter((found) => found !== undefined);
  return { body: await shortList(context, request.url, presentPermissions(held, context), permissionShape) };
}

async function tree(context: CallerContext, request: ActionRequest): Promise<ActionAnswer> {
  const { codes, scope } = await grantOf(context, request);
  const options = { scope, held: new Set(codes), isFixed: request.row?.builtin === true };
  return { body: permissionTree({ ...options, isLicensed: await hasLicense(context) }, context) };
}

/** What can be asked of one role. Contract: docs/contract/identity.md, "Roles". */
export const roleActions: readonly ResourceAction[] = [
  {
    name: "users",
    on: "object",
    methods: ["GET"],
    access: permission("rbac.view_rolebinding"),
    handle: holders,
  },
  {
    name: "permissions",
    on: "object",
    methods: ["GET"],
    access: permission("rbac.view_permission"),
    handle: heldPermissions,
  },
  {
    name: "permissions/tree",
    on: "object",
    methods: ["GET"],
    access: permission("rbac.view_permission"),
    fields: { GET: {} },
    handle: tree,
  },
];
