import type { ResourceDescriptor } from "../../kit/resource.ts";

/** Organizations (docs/contract/identity.md, "Organizations"). */
export const ORGANIZATIONS: ResourceDescriptor = {
  url: "/api/v1/orgs/orgs/",
  permission: { app: "orgs", model: "organization" },
  global: true,
  routes: {
    list: "/settings/orgs",
    create: "/settings/orgs/create",
    update: (id) => `/settings/orgs/${id}/update`,
    detail: (id) => `/settings/orgs/${id}`,
  },
};
