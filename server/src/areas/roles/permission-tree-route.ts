import { permission } from "../../engine/access/index.ts";
import type { RouteDeclaration } from "../../engine/http/index.ts";
import { hasLicense, permissionTree } from "./permission-tree.ts";

/** `rbac/permissions/tree/?scope=`: the codes a scope can hold, none checked. */
export const permissionTreeRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/api/v1/rbac/permissions/tree/",
  access: permission("rbac.view_permission"),
  title: "Permission Tree",
  fields: { GET: {} },
  handle: async (context) => {
    const scope = context.query.get("scope") === "system" ? "system" : "org";
    const isLicensed = await hasLicense(context);
    return { body: permissionTree({ scope, held: new Set(), isFixed: false, isLicensed }, context) };
  },
};
