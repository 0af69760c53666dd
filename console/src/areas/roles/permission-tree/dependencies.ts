import type { PermissionNode, PermissionTree } from "./permission-nodes.ts";

/**
 * What is useless, or a trap, without something else: as soon as something at or below the first is checked, so are
 * the others (docs/contract/identity.md, "Permission tree").
 */
const NEEDS: readonly (readonly [titles: string, needed: string])[] = [
  ["view_console", "rbac.view_console"],
  ["view_audit", "rbac.view_audit"],
  ["view_setting", "settings.view_setting"],
  [
    "view_workbench",
    "rbac.view_workbench authentication.view_connectiontoken authentication.add_connectiontoken authentication.expire_connectiontoken authentication.reuse_connectiontoken",
  ],
  ["cloud_import", "assets.view_asset assets.view_platform"],
  ["terminal_node", "settings.change_terminal"],
  ["rbac.orgrolebinding", "rbac.view_orgrole users.view_user"],
  ["rbac.systemrolebinding", "rbac.view_systemrole users.view_user"],
  ["tickets.change_ticketflow", "users.view_user tickets.view_ticket"],
  ["tickets.view_ticket", "assets.match_asset assets.match_node rbac.view_workbench"],
  ["tickets.view_ticketflow", "tickets.view_ticket"],
  [
    "users.invite_user",
    "users.match_user rbac.add_orgrolebinding rbac.view_orgrolebinding rbac.view_orgrole",
  ],
  ["acls.loginacl acls.loginassetacl acls.commandfilteracl", "users.view_user"],
  ["acls.commandgroup", "acls.view_commandfilteracl"],
  ["assets.view_asset assets.add_asset assets.change_asset", "assets.view_platform"],
  ["assets.view_node", "assets.view_asset assets.view_platform"],
  ["assets.gateway", "assets.view_domain"],
  ["assets.add_gateway assets.change_gateway", "assets.view_domain assets.view_platform assets.view_node"],
  ["assets.refresh_assethardwareinfo", "assets.change_asset"],
  ["accounts.view_gatheredaccount", "assets.view_asset assets.view_node"],
  ["accounts.view_account", "assets.view_node"],
  ["accounts.view_accountsecret", "accounts.view_account"],
  [
    "accounts.view_accounttemplatesecret accounts.change_accounttemplatesecret",
    "accounts.view_accounttemplate",
  ],
  ["accounts.add_account", "assets.view_asset"],
  ["perms.view_assetpermission", "assets.view_node"],
  ["perms.assetpermission", "assets.view_asset assets.view_node users.view_user users.view_usergroup"],
  ["settings.change_systemmsgsubscription", "users.view_user"],
  [
    "terminal.add_terminal terminal.change_terminal",
    "terminal.view_commandstorage terminal.view_replaystorage",
  ],
  [
    "terminal.view_replaystorage terminal.view_status terminal.view_task terminal.view_terminal",
    "settings.change_terminal",
  ],
  ["terminal.add_applethost terminal.change_applethost", "assets.view_platform"],
  [
    "ops.view_job ops.change_job ops.add_job",
    "assets.view_asset assets.view_node ops.view_adhoc ops.view_playbook",
  ],
  ["ops.add_jobexecution", "ops.view_celerytaskexecution"],
  ["authentication.add_connectiontoken", "rbac.view_webterminal"],
  ["xpack.add_syncinstancetask", "assets.view_asset assets.view_node xpack.view_account"],
  ["xpack.view_syncinstancetask", "xpack.view_account"],
  ["xpack.view_syncinstancedetail xpack.view_syncinstancetaskexecution", "xpack.view_syncinstancetask"],
];

const needsOf: ReadonlyMap<string, readonly string[]> = new Map(
  NEEDS.flatMap(([titles, needed]) => titles.split(" ").map((title) => [title, needed.split(" ")] as const)),
);

interface CodeParts {
  readonly app: string;
  readonly action: string;
  readonly resource: string;
}

function partsOf(code: string): CodeParts {
  const [app = "", name = ""] = code.split(".");
  const cut = name.indexOf("_");
  return { app, action: name.slice(0, cut), resource: name.slice(cut + 1) };
}

/** The permission to look at what a permission is about, unless it is that itself or only names things. */
function viewOf(tree: PermissionTree, { title }: PermissionNode): PermissionNode | undefined {
  const { app, action, resource } = partsOf(title);
  return action === "view" || action === "match" ? undefined : tree.byTitle.get(`${app}.view_${resource}`);
}

/** The result of a change once everything it asks for is checked as well. */
export interface Settled {
  readonly checked: ReadonlySet<string>;
  /** What was checked for the sake of something else. */
  readonly added: readonly string[];
}

/**
 * Follows a change to its end. What is done to a resource needs looking at it: without that permission its others go,
 * and with one of them it comes. Then everything comes that is needed by what is there; nothing goes for that.
 */
export function settle(
  tree: PermissionTree,
  before: ReadonlySet<string>,
  wanted: ReadonlySet<string>,
): Settled {
  const checked = new Set(wanted);
  for (const id of wanted) {
    const node = tree.byId.get(id);
    const view = node === undefined || before.has(id) ? undefined : viewOf(tree, node);
    if (view !== undefined) checked.add(view.id);
  }
  for (const id of before) {
    const node = tree.byId.get(id);
    const view = node === undefined ? undefined : viewOf(tree, node);
    if (view !== undefined && before.has(view.id) && !checked.has(view.id)) checked.delete(id);
  }
  for (let grown = -1; grown !== checked.size; ) {
    grown = checked.size;
    for (const [title, needed] of needsOf) {
      const node = tree.byTitle.get(title);
      if (node === undefined || !node.leaves.some((id) => checked.has(id))) continue;
      for (const code of needed) add(tree.byTitle.get(code));
    }
  }
  return { checked, added: [...checked].filter((id) => !wanted.has(id)) };

  function add(node: PermissionNode | undefined): void {
    if (node === undefined || checked.has(node.id)) return;
    checked.add(node.id);
    const view = viewOf(tree, node);
    if (view !== undefined) checked.add(view.id);
  }
}
