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

/** The permission to make accounts on their assets. */
export const PUSH_ACCOUNT = "accounts.push_account";

/** Templates of accounts (docs/contract/accounts.md, "Templates"). */
export const ACCOUNT_TEMPLATES: ResourceDescriptor = {
  url: "/api/v1/accounts/account-templates/",
  permission: { app: "accounts", model: "accounttemplate" },
  routes: {
    list: "/console/accounts/account-template",
    create: "/console/accounts/account-template/create",
    update: (id) => `/console/accounts/account-template/${id}/update`,
    detail: (id) => `/console/accounts/account-template/${id}`,
  },
};

/** The permission to read the secrets of templates, besides a confirmation. */
export const VIEW_TEMPLATE_SECRET = "accounts.view_accounttemplatesecret";

/** What stands for accounts that are not stored (docs/contract/accounts.md, "Virtual accounts"). */
export const VIRTUAL_ACCOUNTS: ResourceDescriptor = {
  url: "/api/v1/accounts/virtual-accounts/",
  permission: { app: "accounts", model: "virtualaccount" },
  routes: {
    list: "/console/accounts/accounts?activeTab=VirtualAccountList",
    update: (id) => `/console/accounts/virtual-accounts/${id}/update`,
    detail: (id) => `/console/accounts/virtual-accounts/${id}`,
  },
};

/** Accounts that were found on assets (docs/contract/accounts.md, "Discovered accounts"). */
export const GATHERED_ACCOUNTS: ResourceDescriptor = {
  url: "/api/v1/accounts/gathered-accounts/",
  permission: { app: "accounts", model: "gatheredaccount" },
  routes: { list: "/console/accounts/account-gather" },
};
