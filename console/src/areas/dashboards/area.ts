import { defineArea } from "../../shell/routes/area.ts";

/** The start pages of the work areas. */
export default defineArea({
  texts: {
    namespaces: ["dashboards", "gettingStarted"],
    en: () => import("./texts/en.ts"),
    zh: () => import("./texts/zh.ts"),
    ja: () => import("./texts/ja.ts"),
  },
  routes: [
    {
      path: "/console/dashboard",
      name: "ConsoleDashboard",
      view: "console",
      title: "consoleDashboard",
      permission: "rbac.view_console",
      menu: { icon: "dashboard" },
      load: () => import("./console-dashboard.tsx"),
    },
    {
      path: "/audit/dashboard",
      name: "AuditDashboard",
      view: "audit",
      title: "auditDashboard",
      permission: "rbac.view_audit",
      menu: { icon: "dashboard" },
      load: () => import("./audit-dashboard.tsx"),
    },
    {
      path: "/workbench/home",
      name: "WorkbenchHome",
      view: "workbench",
      title: "workbenchHome",
      menu: { icon: "dashboard" },
      load: () => import("./workbench/workbench-home.tsx"),
    },
  ],
});
