import { permissionByCode } from "@sallyport/contract/permissions";
import { permission, requirePermission } from "../../engine/access/index.ts";
import { FieldError, NotFound, PermissionDenied, ValidationError } from "../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../engine/http/index.ts";
import { isObject, type Json } from "../../engine/json.ts";
import { envelope, isUuid, mostRowsPerPage, readPage } from "../../engine/resource/index.ts";
import { refuseCodes } from "./escalation.ts";
import { permissionName } from "./permission-list.ts";
import { readRoleGrants } from "./role-directory.ts";
import { type OrganizationChange, roleImpact } from "./role-impact.ts";
import { codeChange, readPermissionNumbers } from "./role-permissions-field.ts";
import type { RoleScope } from "./role-scope.ts";
import { text } from "./texts.ts";

const numberOf = (code: string): number => permissionByCode.get(code)?.id ?? 0;

const presentChange = ({ organization, gained, lost }: OrganizationChange): Json => ({
  organization,
  gained: gained.map(numberOf),
  lost: lost.map(numberOf),
});

function readWanted(body: unknown, scope: RoleScope): string[] {
  try {
    if (!isObject(body) || body.permissions === undefined) throw new FieldError([text.permissionsNeeded]);
    return readPermissionNumbers(body.permissions, scope);
  } catch (error) {
    if (error instanceof FieldError) throw new ValidationError({ permissions: error.errors });
    throw error;
  }
}

/**
 * What saving a role with other permissions would mean for the people who hold it; nothing is saved. Refuses what
 * saving would refuse. Contract: docs/contract/identity.md, "Preview of a role".
 */
export const rolePreviewRoute: RouteDeclaration = {
  methods: ["POST"],
  path: "/api/v1/sallyport/roles/:id/preview/",
  access: permission(
    "rbac.change_systemrole|rbac.change_orgrole",
    "rbac.view_systemrolebinding|rbac.view_orgrolebinding",
  ),
  title: "Role Preview",
  handle: async (routeContext, { params, body, url }) => {
    const context = caller(routeContext);
    const { db, language, organization } = context;
    const id = (params.id ?? "").toLowerCase();
    const role = isUuid(id)
      ? await db
          .selectFrom("roles")
          .select(["id", "scope", "builtin"])
          .where("id", "=", id)
          .executeTakeFirst()
      : undefined;
    if (role === undefined) throw new NotFound(text.role);
    requirePermission(context, `rbac.change_${role.scope}role`, `rbac.view_${role.scope}rolebinding`);
    if (role.builtin) throw new PermissionDenied(text.builtinUnchangeable);
    const held = (await readRoleGrants(db, [id])).get(id)?.codes ?? [];
    const change = codeChange(held, readWanted(body, role.scope));
    const refusal = await refuseCodes(context, change.added, change.removed);
    if (refusal !== null) throw new ValidationError({ permissions: [refusal] });
    const page = readPage(context.query) ?? { limit: mostRowsPerPage, offset: 0 };
    const impact = await roleImpact(db, role, change, organization.isRoot ? null : organization.id, page);
    const named = (codes: readonly string[]): Json =>
      codes.flatMap((code) => {
        const known = permissionByCode.get(code);
        return known === undefined ? [] : [{ id: known.id, code, name: permissionName(known, language) }];
      });
    const results = impact.users.map(
      ({ user, changes }): Json => ({
        user: { ...user },
        changes: changes.map(presentChange),
      }),
    );
    return {
      body: {
        ...envelope(context, url, page, impact.count, results),
        gaining: impact.gaining,
        losing: impact.losing,
        added: named(change.added),
        removed: named(change.removed),
      },
    };
  },
};
