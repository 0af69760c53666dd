import { defineArea } from "../../shell/routes/area.ts";
import { type ResourceRoutes, resourceRoutes } from "../../shell/routes/resource-routes.ts";
import type { RouteEntry, ScreenLoader } from "../../shell/routes/route-entry.ts";

const ASSETS = "/console/assets/assets";

/** Forms of one category of assets; they are listed and shown together. */
function assetForms(category: string, noun: ResourceRoutes["noun"]): RouteEntry[] {
  const form: ScreenLoader = () => import("./forms/category-form.tsx");
  return resourceRoutes({
    path: `/console/assets/${category}`,
    view: "console",
    noun,
    subject: "assets.asset",
    activeMenu: ASSETS,
    screens: { create: form, update: form },
  });
}

/** Assets, and what they are ordered by: nodes, domains, platforms, labels. */
export default defineArea({
  texts: {
    namespaces: ["assets", "assetForms", "domains", "addHost"],
    en: () => import("./texts/en.ts"),
    zh: () => import("./texts/zh.ts"),
    ja: () => import("./texts/ja.ts"),
  },
  palette: {
    lists: { "assets/assets": "assets" },
    verbs: { test: ["assets.view_asset", "assets.test_assetconnectivity"] },
    load: () => import("./palette-acts.ts"),
  },
  routes: [
    ...resourceRoutes({
      path: ASSETS,
      view: "console",
      noun: "asset",
      subject: "assets.asset",
      menu: { icon: "assets", group: "assets" },
      list: { title: "assets", load: () => import("./list/asset-list.tsx") },
      screens: { detail: () => import("./detail/asset-detail.tsx") },
    }),
    {
      path: `${ASSETS}/detail/:id/update`,
      name: "AssetUpdate",
      view: "console",
      title: "assetUpdate",
      permission: "assets.change_asset",
      activeMenu: ASSETS,
      hidden: true,
      load: () => import("./forms/asset-update.tsx"),
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
      list: { title: "domains", load: () => import("./domains/domain-list.tsx") },
      screens: {
        create: () => import("./domains/domain-form.tsx"),
        update: () => import("./domains/domain-form.tsx"),
        detail: () => import("./domains/domain-detail.tsx"),
      },
    }),
    ...resourceRoutes({
      path: "/console/assets/gateways",
      view: "console",
      noun: "gateway",
      subject: "assets.gateway",
      activeMenu: "/console/assets/domains",
      screens: {
        create: () => import("./domains/gateway-form.tsx"),
        update: () => import("./domains/gateway-form.tsx"),
      },
    }),
    ...resourceRoutes({
      path: "/console/assets/platforms",
      view: "console",
      noun: "platform",
      subject: "assets.platform",
      menu: { icon: "platforms", group: "assets" },
      list: { title: "platforms", load: () => import("./platforms/platform-list.tsx") },
      screens: {
        create: () => import("./platforms/platform-form.tsx"),
        update: () => import("./platforms/platform-form.tsx"),
        detail: () => import("./platforms/platform-detail.tsx"),
      },
    }),
    ...resourceRoutes({
      path: "/console/assets/labels",
      view: "console",
      noun: "label",
      subject: "assets.label",
      menu: { icon: "labels", group: "assets" },
      list: { title: "labels", load: () => import("./labels/label-list.tsx") },
      screens: {
        create: () => import("./labels/label-form.tsx"),
        update: () => import("./labels/label-form.tsx"),
      },
    }),
  ],
});
