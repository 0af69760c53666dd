import type { ResourceDescriptor } from "../../kit/resource.ts";

/** Who may reach which assets, with which accounts, for which actions, until when. */
export const PERMISSIONS: ResourceDescriptor = {
  url: "/api/v1/perms/asset-permissions/",
  permission: { app: "perms", model: "assetpermission" },
  routes: {
    list: "/console/perms/asset-permissions",
    create: "/console/perms/asset-permissions/create",
    update: (id) => `/console/perms/asset-permissions/${id}/update`,
    detail: (id) => `/console/perms/asset-permissions/${id}`,
  },
};
