import { isGrantable, type PermissionCode, permissionCatalogue } from "@sallyport/contract/permissions";
import type { RequestContext } from "../../engine/access/context.ts";
import { permission } from "../../engine/access/rules.ts";
import { NotFound } from "../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../engine/http/routes.ts";
import type { Language } from "../../engine/i18n/messages.ts";
import type { Json } from "../../engine/json.ts";
import { isUuid } from "../../engine/resource/query/filters.ts";
import { readRoleGrants } from "./role-directory.ts";
import { text } from "./texts.ts";

const verbs: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  view: { en: "View", zh: "查看", ja: "表示" },
  add: { en: "Create", zh: "创建", ja: "作成" },
  change: { en: "Update", zh: "更新", ja: "更新" },
  delete: { en: "Delete", zh: "删除", ja: "削除" },
};

/** The name of a code: its verb and its resource. */
export function permissionName({ action, resource }: PermissionCode, language: Language): string {
  const verb = verbs[action]?.[language] ?? `${action.charAt(0).toUpperCase()}${action.slice(1)}`;
  return `${verb} ${resource}`;
}

const models = [...new Set(permissionCatalogue.map(({ model }) => model))];

/** Codes as the contract lists them. */
export function presentPermissions(permissions: readonly PermissionCode[], context: RequestContext): Json[] {
  return permissions.map((one) => {
    const [app_label = "", model = ""] = one.model.split(".");
    return {
      id: one.id,
      name: permissionName(one, context.language),
      content_type: { id: models.indexOf(one.model) + 1, app_label, model },
      codename: one.code.slice(one.app.length + 1),
    };
  });
}

/** `rbac/permissions/`: the codes a scope can hold, or those a role holds. */
export const permissionListRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/api/v1/rbac/permissions/",
  access: permission("rbac.view_permission"),
  title: "Permission List",
  handle: async (context) => {
    const { query } = caller(context);
    const scope = query.get("scope") === "system" ? "system" : "org";
    const role = query.get("role");
    let shown = permissionCatalogue.filter((one) => isGrantable(one, scope));
    if (role !== undefined && role !== "") {
      const grant = isUuid(role) ? (await readRoleGrants(context.db, [role])).get(role) : undefined;
      if (grant === undefined) throw new NotFound(text.role);
      const held = new Set(grant.codes);
      shown = permissionCatalogue.filter(({ code }) => held.has(code));
    }
    const codename = query.get("codename");
    if (codename !== undefined)
      shown = shown.filter(({ code, app }) => code.slice(app.length + 1) === codename);
    return { body: presentPermissions(shown, context) };
  },
};
