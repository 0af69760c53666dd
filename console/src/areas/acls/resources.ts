import type { ResourceDescriptor } from "../../kit/resource.ts";

/** A kind of rule, with its screens below `/console/perms/`. */
function rules(path: string, model: string, screens = path): ResourceDescriptor {
  const page = `/console/perms/${screens}`;
  return {
    url: `/api/v1/acls/${path}/`,
    permission: { app: "acls", model },
    routes: {
      list: page,
      create: `${page}/create`,
      update: (id) => `${page}/${id}/update`,
      detail: (id) => `${page}/${id}`,
    },
  };
}

/** Who may sign in, from where and when (docs/contract/acls.md). */
export const LOGIN_ACLS: ResourceDescriptor = { ...rules("login-acls", "loginacl"), global: true };

/** Who may connect to which assets, from where and when. */
export const LOGIN_ASSET_ACLS = rules("login-asset-acls", "loginassetacl");

/** Who may run which commands on which assets. */
export const COMMAND_FILTERS = rules("command-filter-acls", "commandfilteracl", "cmd-acls");

/** Commands and expressions that command rules name together. */
export const COMMAND_GROUPS = rules("command-groups", "commandgroup", "cmd-groups");

/** Who may not use which ways of connecting. */
export const CONNECT_METHOD_ACLS: ResourceDescriptor = {
  ...rules("connect-method-acls", "connectmethodacl"),
  global: true,
};
