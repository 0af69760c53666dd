import { grantableCodes, isGrantable, permissionCatalogue } from "@sallyport/contract/permissions";
import type { Message } from "../../engine/i18n/index.ts";
import type { RoleScope } from "./role-scope.ts";
import { text } from "./texts.ts";

/** A role that is part of the product. */
export interface BuiltinRole {
  readonly id: string;
  readonly name: string;
  readonly label: Message;
  readonly scope: RoleScope;
  /** `all`: every code of its scope, also those later versions add; nothing is stored. */
  readonly codes: "all" | readonly string[];
}

const id = (last: number): string => `00000000-0000-0000-0000-00000000000${last}`;

/** Ids of the built-in roles. Contract: docs/contract/identity.md, "Built-in roles". */
export const roleIds = {
  systemAdmin: id(1),
  systemAuditor: id(2),
  systemUser: id(3),
  systemComponent: id(4),
  organizationAdmin: id(5),
  organizationAuditor: id(6),
  organizationUser: id(7),
} as const;

/** Codes of `scope` that one of the patterns covers: `app.resource: action action`, `*` for every one. */
function matching(scope: RoleScope, patterns: readonly string[]): string[] {
  const rules = patterns.map((pattern) => {
    const [name = "", actions = ""] = pattern.split(": ");
    const [app = "", model = ""] = name.split(".");
    return { app, model, actions: actions.split(" ") };
  });
  return permissionCatalogue
    .filter((permission) => isGrantable(permission, scope))
    .filter(({ app, model, action, resource }) =>
      rules.some(
        (rule) =>
          rule.app === app &&
          (rule.model === "*" || model === `${app}.${rule.model}` || resource === rule.model) &&
          (rule.actions.includes("*") || rule.actions.includes(action)),
      ),
    )
    .map(({ code }) => code)
    .sort();
}

const workbench = [
  "rbac.workbench: view",
  "rbac.webterminal: view",
  "rbac.filemanager: view",
  "perms.myassets: view",
  "assets.asset: match",
  "assets.node: match",
  "ops.adhoc: *",
  "ops.playbook: *",
  "ops.job: *",
  "ops.jobexecution: *",
  "ops.celerytaskexecution: view",
];

const ownKeys = [
  "authentication.connectiontoken: add view reuse expire",
  "authentication.temptoken: add change view",
  "authentication.accesskey: *",
  "tickets.ticket: view",
  "orgs.alljoinedorg: view",
];

const audit = [
  "rbac.audit: view",
  "audits.*: *",
  "terminal.commandstorage: view",
  "terminal.sessionreplay: view download",
  "terminal.session: *",
  "terminal.command: *",
];

const componentNever = new Set(["users.add_user", "users.delete_user"]);

/** The roles every installation has; their codes are refreshed at every start. */
export const builtinRoles: readonly BuiltinRole[] = [
  { id: roleIds.systemAdmin, name: "SystemAdmin", label: text.systemAdmin, scope: "system", codes: "all" },
  {
    id: roleIds.systemAuditor,
    name: "SystemAuditor",
    label: text.systemAuditor,
    scope: "system",
    codes: matching("system", [...workbench, ...ownKeys, ...audit, "orgs.rootorg: view"]),
  },
  {
    id: roleIds.systemUser,
    name: "User",
    label: text.systemUser,
    scope: "system",
    codes: matching("system", [...workbench, ...ownKeys]),
  },
  {
    id: roleIds.systemComponent,
    name: "SystemComponent",
    label: text.systemComponent,
    scope: "system",
    codes: grantableCodes("system").filter((code) => !code.startsWith("rbac.") && !componentNever.has(code)),
  },
  {
    id: roleIds.organizationAdmin,
    name: "OrgAdmin",
    label: text.organizationAdmin,
    scope: "org",
    codes: "all",
  },
  {
    id: roleIds.organizationAuditor,
    name: "OrgAuditor",
    label: text.organizationAuditor,
    scope: "org",
    codes: matching("org", [...workbench, ...audit]),
  },
  {
    id: roleIds.organizationUser,
    name: "OrgUser",
    label: text.organizationUser,
    scope: "org",
    codes: matching("org", workbench),
  },
];

/** The built-in roles by id. */
export const builtinRoleById: ReadonlyMap<string, BuiltinRole> = new Map(
  builtinRoles.map((role) => [role.id, role]),
);
