import { isGrantable, type PermissionCode, permissionCatalogue } from "@sallyport/contract/permissions";
import type { RequestContext } from "../../engine/access/index.ts";
import { type Message, translate } from "../../engine/i18n/index.ts";
import type { Json } from "../../engine/json.ts";
import { permissionName } from "./permission-list.ts";
import { nodeText } from "./permission-texts.ts";
import type { RoleScope } from "./role-scope.ts";

/** Kinds of nodes above the codes, in the order in which they are answered. */
const kinds = ["model", "app", "extra", "view", "root"] as const;

/** Parents, by kind: what is below them, in the order of the screen. */
const children: Readonly<Record<(typeof kinds)[number], Readonly<Record<string, string>>>> = {
  model: {
    view_setting: "orgs.organization settings.setting",
    users: "users.user users.usergroup",
    assets:
      "assets.asset assets.label assets.node assets.domain assets.platform assets.gateway assets.custom assets.gpt",
    accounts: "accounts.account accounts.accounttemplate accounts.virtualaccount",
    backup_account_node: "accounts.accountbackupautomation accounts.accountbackupexecution",
    gather_account_node: "accounts.gatheraccountsautomation accounts.gatheredaccount",
    push_account_node: "accounts.pushaccountautomation",
    asset_change_plan_node: "accounts.changesecretautomation",
    perms:
      "perms.assetpermission perms.permedasset acls.loginacl acls.loginassetacl acls.commandgroup acls.commandfilteracl acls.connectmethodacl",
    rbac: "rbac.permission rbac.orgrolebinding rbac.systemrolebinding rbac.orgrole rbac.systemrole",
    task_center: "ops.celerytask",
    operation_center: "ops.job ops.playbook ops.jobexecution ops.adhoc",
    terminal:
      "terminal.command terminal.session terminal.sessionsharing terminal.sessionjoinrecord terminal.sessionreplay audits.ftplog",
    audits: "audits.operatelog audits.passwordchangelog audits.userloginlog audits.activitylog audits.joblog",
    terminal_node:
      "terminal.status terminal.task terminal.terminal terminal.commandstorage terminal.replaystorage terminal.endpoint terminal.endpointrule",
    remote_application: "terminal.applet terminal.applethost",
    tickets: "tickets.ticketflow tickets.ticketsession tickets.superticket",
    authentication:
      "authentication.connectiontoken authentication.accesskey authentication.superconnectiontoken authentication.temptoken",
    cloud_import:
      "xpack.account xpack.syncinstancetask xpack.syncinstancedetail xpack.syncinstancetaskexecution xpack.strategy xpack.strategyrule xpack.strategyaction",
  },
  app: {
    view_console: "users assets accounts perms rbac",
    view_audit: "terminal audits",
    view_other: "tickets authentication",
  },
  extra: {
    assets: "cloud_import",
    accounts: "backup_account_node gather_account_node push_account_node asset_change_plan_node",
    view_setting: "terminal_node remote_application",
    view_console: "task_center",
    view_workbench: "my_assets operation_center",
  },
  view: { $ROOT$: "view_console view_workbench view_audit view_setting view_other" },
  root: { "": "$ROOT$" },
};

interface Branch {
  readonly id: string;
  readonly parent: string;
  readonly kind: (typeof kinds)[number];
}

const branches: readonly Branch[] = kinds.flatMap((kind) =>
  Object.entries(children[kind]).flatMap(([parent, ids]) =>
    ids.split(" ").map((id) => ({ id, parent, kind })),
  ),
);

const parentOf: ReadonlyMap<string, string> = new Map(branches.map(({ id, parent }) => [id, parent]));

const actionOrder = ["view", "add", "change", "delete"];

const rank = ({ action }: PermissionCode): number =>
  (actionOrder.indexOf(action) + 1 || actionOrder.length + 1) - 1;

const byResource = (a: PermissionCode, b: PermissionCode): number =>
  a.resource.localeCompare(b.resource, "en") || rank(a) - rank(b) || a.code.localeCompare(b.code, "en");

/** Actions that have a picture of their own. */
const pictured = new Set([...actionOrder, "invite", "match", "remove"]);

/** What a tree of codes is drawn for. */
interface TreeOptions {
  readonly scope: RoleScope;
  /** The codes that are checked. */
  readonly held: ReadonlySet<string>;
  /** Whether they are for looking only. */
  readonly isFixed: boolean;
  readonly isLicensed: boolean;
  /** Whether only what is held is shown. Default false. */
  readonly isHeldOnly?: boolean;
}

/** Whether what comes with a license is shown. */
export const hasLicense = ({ services }: RequestContext): Promise<boolean> =>
  services.settings.get<boolean>("XPACK_LICENSE_IS_VALID");

/** How many codes there are at and below each node, and how many of them are checked. */
function count(codes: readonly PermissionCode[], held: ReadonlySet<string>) {
  const totals = new Map<string, { checked: number; total: number }>();
  for (const { code, parent } of codes) {
    for (let at = parent ?? ""; at !== ""; at = parentOf.get(at) ?? "") {
      const sums = totals.get(at) ?? { checked: 0, total: 0 };
      totals.set(at, { checked: sums.checked + (held.has(code) ? 1 : 0), total: sums.total + 1 });
    }
  }
  return totals;
}

/**
 * The codes a role of a scope can hold, as the flat nodes of a tree: leaves first, then what they hang on. Nodes
 * without leaves are left out. Contract: docs/contract/identity.md, "Permission tree".
 */
export function permissionTree(options: TreeOptions, context: RequestContext): Json[] {
  const { scope, held, isFixed, isLicensed, isHeldOnly = false } = options;
  const codes = permissionCatalogue
    .filter((code) => isGrantable(code, scope) && (isLicensed || !code.licensed))
    .filter(({ code }) => !isHeldOnly || held.has(code))
    .sort(byResource);
  const node = (id: string, title: string, name: string, more: Record<string, Json>): Json => ({
    id,
    name,
    title,
    parentInfo: "",
    nocheck: false,
    halfCheck: false,
    chkDisabled: isFixed,
    ...more,
  });
  const leaves = codes.map((code) => {
    const isHeld = held.has(code.code);
    const name = `${permissionName(code, context.language)}(${isHeld ? 1 : 0}/1)`;
    return node(String(code.id), code.code, name, {
      pId: code.parent,
      isParent: false,
      open: false,
      iconSkin: pictured.has(code.action) ? code.action : "file",
      checked: isHeld,
      meta: { type: "perm" },
    });
  });
  const sums = count(codes, held);
  const above = branches.flatMap(({ id, parent, kind }) => {
    const sum = sums.get(id);
    if (sum === undefined) return [];
    const label = translate((nodeText as Readonly<Record<string, Message>>)[id] as Message, context.language);
    return node(id, id, `${label}(${sum.checked}/${sum.total})`, {
      pId: parent,
      isParent: true,
      open: kind === "view" || kind === "root",
      iconSkin: "",
      checked: sum.checked > 0 ? true : null,
      meta: { type: kind },
    });
  });
  return [...leaves, ...above];
}
