import type { MenuIcon, RouteEntry, RouteTitle } from "../../shell/route-entry.ts";
import { LATER, resourceRoutes } from "./resource-routes.ts";

const SETTINGS = { view: "settings", scope: "system", showOrganization: false } as const;
const TERMINAL = "/settings/terminal";
const APPLETS = "/settings/applets";

/** One page of settings. */
function page(
  segment: string,
  name: string,
  title: RouteTitle,
  permission: string,
  icon: MenuIcon = "settings",
): RouteEntry {
  return { path: `/settings/${segment}`, name, title, permission, menu: { icon }, ...SETTINGS };
}

/** Addresses below `/settings`. */
export const settingsRoutes: readonly RouteEntry[] = [
  {
    ...page("basic", "BasicSettings", "basicSettings", "settings.view_setting"),
    load: () => import("../../areas/settings/basic-settings.tsx"),
  },
  ...resourceRoutes({
    path: "/settings/orgs",
    noun: "organization",
    subject: "orgs.organization",
    license: true,
    menu: { icon: "organizations" },
    ...SETTINGS,
    list: { title: "organizations", load: () => import("../../areas/organizations/organization-list.tsx") },
    screens: {
      create: () => import("../../areas/organizations/organization-form.tsx"),
      update: () => import("../../areas/organizations/organization-form.tsx"),
      detail: () => import("../../areas/organizations/organization-detail.tsx"),
    },
  }),
  {
    ...page("msg", "MessageSettings", "messageSettings", "settings.change_email", "messages"),
    load: () => import("../../areas/settings/message-settings.tsx"),
  },
  {
    ...page("features", "FeatureSettings", "featureSettings", "settings.change_vault"),
    load: () => import("../../areas/settings/feature-settings.tsx"),
  },
  page("auth", "AuthenticationSettings", "authenticationSettings", "settings.change_auth"),
  {
    ...page("terminal", "TerminalSettings", "terminalSettings", "settings.change_terminal"),
    load: () => import("../../areas/settings/terminal-settings.tsx"),
  },
  ...resourceRoutes({
    path: `${TERMINAL}/replay-storage`,
    noun: "replayStorage",
    subject: "terminal.replaystorage",
    activeMenu: TERMINAL,
    ...SETTINGS,
    screens: { create: LATER, update: LATER },
  }),
  ...resourceRoutes({
    path: `${TERMINAL}/command-storage`,
    noun: "commandStorage",
    subject: "terminal.commandstorage",
    activeMenu: TERMINAL,
    ...SETTINGS,
    screens: { create: LATER, update: LATER },
  }),
  ...resourceRoutes({
    path: `${TERMINAL}/endpoint`,
    noun: "endpoint",
    subject: "terminal.endpoint",
    activeMenu: TERMINAL,
    ...SETTINGS,
    screens: { create: LATER, update: LATER },
  }),
  ...resourceRoutes({
    path: `${TERMINAL}/endpoint-rule`,
    noun: "endpointRule",
    subject: "terminal.endpointrule",
    activeMenu: TERMINAL,
    ...SETTINGS,
    screens: { create: LATER, update: LATER },
  }),
  ...resourceRoutes({
    path: TERMINAL,
    noun: "terminal",
    subject: "terminal.terminal",
    activeMenu: TERMINAL,
    ...SETTINGS,
    screens: { update: LATER, detail: LATER },
  }),
  page("applets", "AppletSettings", "applets", "terminal.view_applet"),
  {
    path: `${APPLETS}/applets/:id`,
    name: "AppletDetail",
    title: "appletDetail",
    permission: "terminal.view_applet",
    activeMenu: APPLETS,
    ...SETTINGS,
  },
  ...resourceRoutes({
    path: `${APPLETS}/hosts`,
    noun: "appletHost",
    subject: "terminal.applethost",
    activeMenu: APPLETS,
    ...SETTINGS,
    screens: { create: LATER, update: LATER, detail: LATER },
  }),
  {
    ...page("security", "SecuritySettings", "securitySettings", "settings.change_security", "security"),
    load: () => import("../../areas/settings/security-settings.tsx"),
  },
  {
    ...page("interface", "InterfaceSettings", "interfaceSettings", "settings.change_interface"),
    license: true,
  },
  page("tools", "SystemTools", "systemTools", "settings.view_setting"),
  ...resourceRoutes({
    path: "/settings/tasks",
    noun: "task",
    subject: "ops.celerytask",
    menu: { icon: "settings" },
    ...SETTINGS,
    list: { title: "tasks", load: () => import("../../areas/tasks/task-list.tsx") },
    screens: { detail: () => import("../../areas/tasks/task-detail.tsx") },
  }),
  {
    ...page("license", "License", "license", "settings.change_license", "license"),
    load: () => import("../../areas/license/license-page.tsx"),
  },
];
