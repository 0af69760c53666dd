import type { RouteEntry, ScreenLoader } from "../../shell/route-entry.ts";
import { LATER, type ResourceRoutes, resourceRoutes } from "./resource-routes.ts";

const ASSETS = "/console/assets/assets";
const CLOUD = "/console/assets/cloud";

/** Forms of one category of assets; they are listed and shown together. */
function assetForms(category: string, noun: ResourceRoutes["noun"]): RouteEntry[] {
  const form: ScreenLoader = () => import("../../areas/assets/forms/category-form.tsx");
  return resourceRoutes({
    path: `/console/assets/${category}`,
    view: "console",
    noun,
    subject: "assets.asset",
    activeMenu: ASSETS,
    screens: { create: form, update: form },
  });
}

/** Addresses below `/console/assets`. */
export const assetRoutes: readonly RouteEntry[] = [
  ...resourceRoutes({
    path: ASSETS,
    view: "console",
    noun: "asset",
    subject: "assets.asset",
    menu: { icon: "assets", group: "assets" },
    list: { title: "assets", load: () => import("../../areas/assets/list/asset-list.tsx") },
    screens: { detail: () => import("../../areas/assets/detail/asset-detail.tsx") },
  }),
  {
    path: `${ASSETS}/detail/:id/update`,
    name: "AssetUpdate",
    view: "console",
    title: "assetUpdate",
    permission: "assets.change_asset",
    activeMenu: ASSETS,
  },
  ...assetForms("hosts", "host"),
  ...assetForms("databases", "database"),
  ...assetForms("devices", "device"),
  ...assetForms("clouds", "cloud"),
  ...assetForms("webs", "web"),
  ...assetForms("gpts", "gpt"),
  ...assetForms("customs", "custom"),
  ...resourceRoutes({
    path: "/console/assets/domains",
    view: "console",
    noun: "domain",
    subject: "assets.domain",
    menu: { icon: "domains", group: "assets" },
    list: { title: "domains", load: () => import("../../areas/assets/domain-list.tsx") },
    screens: {
      create: () => import("../../areas/assets/domain-form.tsx"),
      update: () => import("../../areas/assets/domain-form.tsx"),
      detail: () => import("../../areas/assets/domain-detail.tsx"),
    },
  }),
  ...resourceRoutes({
    path: "/console/assets/gateways",
    view: "console",
    noun: "gateway",
    subject: "assets.gateway",
    activeMenu: "/console/assets/domains",
    screens: {
      create: () => import("../../areas/assets/gateway-form.tsx"),
      update: () => import("../../areas/assets/gateway-form.tsx"),
    },
  }),
  ...resourceRoutes({
    path: "/console/assets/platforms",
    view: "console",
    noun: "platform",
    subject: "assets.platform",
    menu: { icon: "platforms", group: "assets" },
    list: { title: "platforms", load: () => import("../../areas/assets/platforms/platform-list.tsx") },
    screens: {
      create: () => import("../../areas/assets/platforms/platform-form.tsx"),
      update: () => import("../../areas/assets/platforms/platform-form.tsx"),
      detail: () => import("../../areas/assets/platforms/platform-detail.tsx"),
    },
  }),
  ...resourceRoutes({
    path: "/console/assets/labels",
    view: "console",
    noun: "label",
    subject: "assets.label",
    menu: { icon: "labels", group: "assets" },
    list: { title: "labels", load: () => import("../../areas/assets/label-list.tsx") },
    screens: {
      create: () => import("../../areas/assets/label-form.tsx"),
      update: () => import("../../areas/assets/label-form.tsx"),
    },
  }),
  {
    path: CLOUD,
    name: "CloudCenter",
    view: "console",
    title: "cloudCenter",
    permission: "xpack.view_account",
    license: true,
    activeMenu: ASSETS,
  },
  ...resourceRoutes({
    path: `${CLOUD}/account`,
    view: "console",
    noun: "cloudAccount",
    subject: "xpack.account",
    license: true,
    activeMenu: ASSETS,
    screens: { create: LATER, update: LATER, detail: LATER },
  }),
  ...resourceRoutes({
    path: `${CLOUD}/sync-instance-tasks`,
    view: "console",
    noun: "syncTask",
    subject: "xpack.syncinstancetask",
    license: true,
    activeMenu: ASSETS,
    list: { title: "syncTasks", load: LATER },
    screens: { create: LATER, update: LATER, detail: LATER },
  }),
  ...resourceRoutes({
    path: `${CLOUD}/strategy`,
    view: "console",
    noun: "syncStrategy",
    subject: "xpack.strategy",
    license: true,
    activeMenu: ASSETS,
    list: { title: "syncStrategies", load: LATER },
    screens: { create: LATER, update: LATER, detail: LATER },
  }),
];
