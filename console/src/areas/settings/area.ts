import { defineArea } from "../../shell/routes/area.ts";
import { LATER, resourceRoutes } from "../../shell/routes/resource-routes.ts";
import type { MenuIcon, RouteEntry, RouteTitle } from "../../shell/routes/route-entry.ts";

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

/** Settings of the installation. */
export default defineArea({
  texts: {
    namespaces: ["settings", "ldap", "openId", "vault", "storages", "components", "authority"],
    en: () => import("./texts/en.ts"),
    zh: () => import("./texts/zh.ts"),
    ja: () => import("./texts/ja.ts"),
  },
  routes: [
    {
      ...page("basic", "BasicSettings", "basicSettings", "settings.view_setting"),
      load: () => import("./basic/basic-settings.tsx"),
    },
    {
      ...page("msg", "MessageSettings", "messageSettings", "settings.change_email", "messages"),
      load: () => import("./messages/message-settings.tsx"),
    },
    {
      ...page(
        "features",
        "FeatureSettings",
        "featureSettings",
        "settings.change_vault|settings.change_other",
        "announcements",
      ),
      load: () => import("./features/feature-settings.tsx"),
    },
    {
      ...page("auth", "AuthenticationSettings", "authenticationSettings", "settings.change_auth", "sign-in"),
      load: () => import("./authentication/authentication-settings.tsx"),
    },
    {
      ...page("terminal", "TerminalSettings", "terminalSettings", "settings.change_terminal", "terminal"),
      load: () => import("./terminal/terminal-settings.tsx"),
    },
    ...resourceRoutes({
      path: `${TERMINAL}/replay-storage`,
      noun: "replayStorage",
      subject: "terminal.replaystorage",
      activeMenu: TERMINAL,
      ...SETTINGS,
      screens: {
        create: () => import("./storages/replay-storage-form.tsx"),
        update: () => import("./storages/replay-storage-form.tsx"),
      },
    }),
    ...resourceRoutes({
      path: `${TERMINAL}/command-storage`,
      noun: "commandStorage",
      subject: "terminal.commandstorage",
      activeMenu: TERMINAL,
      ...SETTINGS,
      screens: {
        create: () => import("./storages/command-storage-form.tsx"),
        update: () => import("./storages/command-storage-form.tsx"),
      },
    }),
    ...resourceRoutes({
      path: TERMINAL,
      noun: "terminal",
      subject: "terminal.terminal",
      activeMenu: TERMINAL,
      ...SETTINGS,
      screens: {
        update: () => import("./components/component-form.tsx"),
        detail: () => import("./components/component-detail.tsx"),
      },
    }),
    page("applets", "AppletSettings", "applets", "terminal.view_applet", "applets"),
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
      load: () => import("./security/security-settings.tsx"),
    },
    {
      ...page(
        "interface",
        "InterfaceSettings",
        "interfaceSettings",
        "settings.change_interface",
        "appearance",
      ),
      license: true,
      load: () => import("./interface/interface-settings.tsx"),
    },
    {
      ...page("tools", "SystemTools", "systemTools", "settings.view_setting", "tools"),
      load: () => import("./tools/system-tools.tsx"),
    },
  ],
});
