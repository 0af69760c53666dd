import type { Json } from "../engine/json.ts";
import type { Objects } from "./matrix/evaluate.ts";
import { inertRule, plainResources } from "./plain-resources.ts";
import type { TestProduct } from "./product.ts";

/** How to make one more object of every kind, through the API, as the administrator. */
export interface Recipes {
  /** A name nothing has yet. */
  unique(): string;
  /** A call that has to succeed; answers its body. */
  must(method: string, url: string, body?: Json): Promise<Record<string, Json>>;
  /** A body that makes an object in a list (`users/groups`). */
  body(path: string): Promise<Record<string, Json>>;
  /** Makes an object of a list; answers its id. */
  make(path: string): Promise<Json>;
  /** A small change every object of a list takes. */
  change(path: string): Promise<Record<string, Json>>;
}

/** A plan about secrets that names nothing it would work on. */
export const secretPlan = (name: string): Record<string, Json> => ({
  name,
  accounts: ["nobody-has-this"],
  secret_type: "password",
  secret_strategy: "random",
});

/** The recipes of a product that has the fixtures. */
export function createRecipes(product: TestProduct, objects: Objects): Recipes {
  let serial = 0;
  const host = String(objects["/api/v1/assets/hosts/"]);
  const node = String(objects["/api/v1/assets/nodes/"]);
  const unique = (): string => `thing-${++serial}`;
  const must: Recipes["must"] = async (method, url, body) => {
    const answer = await product.administrator.call(method, url, body);
    if (answer.status >= 300) throw new Error(`${method} ${url}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const user = async (): Promise<Json> => (await product.createUser({})).id;
  const named = async () => ({ name: unique() });
  const role = (scope: "org" | "system") => async () => ({ name: unique(), scope });
  const binding = (scope: "org" | "system") => async () => ({
    user: await user(),
    role: await make(`rbac/${scope}-roles`),
  });
  const grant = (): Promise<Json> => make("perms/asset-permissions");
  const asset = (platform: number, protocol: string, port: number, more: Record<string, Json> = {}) => {
    return async () => ({
      name: unique(),
      address: `10.1.${Math.floor(serial / 250)}.${serial % 250}`,
      platform,
      nodes: [node],
      protocols: [{ name: protocol, port }],
      ...more,
    });
  };

  /** A priority that no rule of endpoints has, nor gets by another recipe. */
  let priority = 100;

  const bodies: Readonly<Record<string, () => Promise<Record<string, Json>>>> = {
    "orgs/orgs": named,
    "users/users": async () => {
      const name = unique();
      return { name, username: name, email: `${name}@example.com` };
    },
    "users/groups": named,
    "users/users-groups-relations": async () => ({
      user: await user(),
      usergroup: await make("users/groups"),
    }),
    "rbac/system-roles": role("system"),
    "rbac/org-roles": role("org"),
    "rbac/roles": role("org"),
    "rbac/system-role-bindings": binding("system"),
    "rbac/org-role-bindings": binding("org"),
    "rbac/role-bindings": binding("org"),
    "sallyport/source-rules": async () => ({
      source: "openid",
      value: unique(),
      group: await make("users/groups"),
    }),
    "sallyport/scim-sources": async () => ({
      name: unique(),
      organization: "00000000-0000-0000-0000-000000000002",
      user_source: "openid",
    }),
    "sallyport/event-receivers": async () => ({
      name: unique(),
      type: "syslog",
      address: "tls://127.0.0.2",
      is_active: false,
    }),
    "authentication/access-keys": async () => ({}),
    "authentication/temp-tokens": async () => ({}),
    "assets/platforms": async () => ({
      name: unique(),
      category: "host",
      type: "linux",
      protocols: [{ name: "ssh", port: 22, primary: true }],
    }),
    "assets/nodes": async () => ({ value: unique() }),
    "assets/hosts": asset(1, "ssh", 22),
    "assets/domains": named,
    ...Object.fromEntries(
      Object.entries(plainResources).map(([path, recipe]) => [path, async () => recipe(unique())]),
    ),
    "assets/gateways": asset(11, "ssh", 22),
    "assets/labels": async () => ({ name: unique(), value: "north" }),
    "accounts/accounts": async () => {
      const name = unique();
      return { asset: host, name, username: name, secret: "written once" };
    },
    "accounts/account-templates": async () => ({ name: unique(), username: "kept", secret: "written once" }),
    "accounts/gathered-accounts": async () => ({ asset: host, username: unique() }),
    "accounts/change-secret-automations": async () => secretPlan(unique()),
    "accounts/push-account-automations": async () => secretPlan(unique()),
    "accounts/gather-account-automations": async () => ({ name: unique(), assets: [host] }),
    "accounts/account-backup-plans": named,
    "acls/login-acls": async () => ({ name: unique(), ...inertRule }),
    "acls/connect-method-acls": async () => ({ name: unique(), ...inertRule }),
    "terminal/endpoints": async () => ({ name: unique(), host: "gate.example" }),
    "terminal/endpoint-rules": async () => ({ name: unique(), priority: --priority }),
    "perms/asset-permissions": named,
    "perms/asset-permissions-users-relations": async () => ({
      user: await user(),
      assetpermission: await grant(),
    }),
    "perms/asset-permissions-user-groups-relations": async () => ({
      usergroup: await make("users/groups"),
      assetpermission: await grant(),
    }),
    "perms/asset-permissions-assets-relations": async () => ({ asset: host, assetpermission: await grant() }),
    "perms/asset-permissions-nodes-relations": async () => ({ node, assetpermission: await grant() }),
  };

  const body: Recipes["body"] = async (path) => {
    // Assets are made through their categories, and changed through any list they are in.
    const recipe = bodies[path === "assets/assets" ? "assets/hosts" : path];
    if (recipe === undefined) throw new Error(`there is no recipe for ${path}`);
    return recipe();
  };
  const make: Recipes["make"] = async (path) => {
    const list = path === "assets/assets" ? "assets/hosts" : path;
    return (await must("POST", `${list}/`, await body(list))).id ?? null;
  };
  const change: Recipes["change"] = async (path) => {
    if (path.endsWith("-role-bindings") || path === "rbac/role-bindings") {
      return {
        role: await make(path === "rbac/system-role-bindings" ? "rbac/system-roles" : "rbac/org-roles"),
      };
    }
    if (path === "users/users-groups-relations") return { user: await user() };
    if (path.endsWith("-relations")) return { assetpermission: await grant() };
    if (path === "assets/nodes") return { value: unique() };
    if (path === "accounts/gathered-accounts") return { address_last_login: `10.7.0.${++serial % 250}` };
    if (path === "authentication/access-keys") return { ip_group: [`10.2.3.${++serial % 250}`] };
    return { comment: unique() };
  };
  return { unique, must, body, make, change };
}
