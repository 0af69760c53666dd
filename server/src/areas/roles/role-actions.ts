import { permissionByCode } from "@sallyport/contract/permissions";
import { type CallerContext, permission } from "../../engine/access/index.ts";
import {
  type ActionAnswer,
  type ActionRequest,
  type ResourceAction,
  shortList,
} from "../../engine/resource/index.ts";
import { permissionShape, presentPermissions } from "./permission-list.ts";
import { hasLicense, permissionTree } from "./permission-tree.ts";
import { type RoleGrant, readRoleGrants } from "./role-directory.ts";

const noGrant: RoleGrant = { scope: "org", codes: [] };

async function grantOf({ db }: CallerContext, { id = "" }: ActionRequest): Promise<RoleGrant> {
  return (await readRoleGrants(db, [id])).get(id.toLowerCase()) ?? noGrant;
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
