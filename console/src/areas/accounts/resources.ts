import type { ResourceDescriptor } from "../../kit/resource.ts";

/** Accounts on assets. */
export const ACCOUNTS: ResourceDescriptor = {
  url: "/api/v1/accounts/accounts/",
  permission: { app: "accounts", model: "account" },
  routes: {
    list: "/console/accounts/accounts",
    create: "/console/accounts/accounts/create",
    update: (id) => `/console/accounts/accounts/${id}/update`,
    detail: (id) => `/console/accounts/accounts/${id}`,
  },
};

/** The permission to read secrets, besides a confirmation. */
export const VIEW_SECRET = "accounts.view_accountsecret";
