import type { ResourceDescriptor } from "../../../kit/resource.ts";

/** Labels that assets carry (docs/contract/assets.md, "Labels"). */
export const LABELS: ResourceDescriptor = {
  url: "/api/v1/assets/labels/",
  permission: { app: "assets", model: "label" },
  routes: {
    list: "/console/assets/labels",
    create: "/console/assets/labels/create",
    update: (id) => `/console/assets/labels/${id}/update`,
  },
};
