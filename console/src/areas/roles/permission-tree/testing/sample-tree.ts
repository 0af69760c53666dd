import type { ServerNode } from "../permission-nodes.ts";

let next = 0;
const leaf = (pId: string, title: string, name: string): ServerNode => {
  next += 1;
  return { id: String(next), pId, title, name: `${name}(0/1)`, checked: false, meta: { type: "perm" } };
};
const group = (pId: string, id: string, name: string, open = false): ServerNode => ({
  id,
  pId,
  title: id,
  name: `${name}(0/9)`,
  checked: null,
  open,
  meta: { type: "model" },
});

/** A piece of the permission tree, as the API answers it: leaves first. */
export const sampleTree: readonly ServerNode[] = [
  leaf("view_console", "rbac.view_console", "View console"),
  leaf("users.user", "users.view_user", "View user"),
  leaf("users.user", "users.add_user", "Create user"),
  leaf("users.user", "users.delete_user", "Delete user"),
  leaf("users.user", "users.match_user", "Match user"),
  leaf("assets.asset", "assets.view_asset", "View asset"),
  leaf("assets.asset", "assets.change_asset", "Update asset"),
  leaf("assets.node", "assets.view_node", "View node"),
  leaf("assets.platform", "assets.view_platform", "View platform"),
  leaf("accounts.account", "accounts.view_account", "View account"),
  group("users", "users.user", "User"),
  group("assets", "assets.asset", "Asset"),
  group("assets", "assets.node", "Node"),
  group("assets", "assets.platform", "Platform"),
  group("accounts", "accounts.account", "Account"),
  group("view_console", "users", "Users"),
  group("view_console", "assets", "App assets"),
  group("view_console", "accounts", "Accounts"),
  group("$ROOT$", "view_console", "Console view", true),
  group("", "$ROOT$", "All permissions", true),
];
