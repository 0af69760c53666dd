import { LATER, type ResourceRoutes, resourceRoutes } from "../../shell/routes/resource-routes.ts";
import type { MenuIcon, RouteEntry, RouteTitle, ScreenLoader } from "../../shell/routes/route-entry.ts";

interface Automation {
  readonly path: string;
  readonly icon: MenuIcon;
  readonly noun: ResourceRoutes["noun"];
  readonly title: RouteTitle;
  readonly subject: string;
  readonly viewPermission?: string;
  readonly license?: boolean;
  readonly executions: string;
  readonly screens: {
    readonly list: ScreenLoader | undefined;
    readonly create: ScreenLoader | undefined;
    readonly update: ScreenLoader | undefined;
    readonly detail: ScreenLoader | undefined;
    readonly executions: ScreenLoader | undefined;
    readonly execution: ScreenLoader | undefined;
  };
}

const NO_SCREENS: Automation["screens"] = {
  list: LATER,
  create: LATER,
  update: LATER,
  detail: LATER,
  executions: LATER,
  execution: LATER,
};

/** An automation of accounts: its plans and, at fixed addresses beside them, its executions. */
function routesOf(automation: Automation): RouteEntry[] {
  const { path, icon, noun, title, subject, executions, screens, viewPermission, license } = automation;
  const { list, execution, executions: executionList, ...forms } = screens;
  const marks = license === true ? { license } : {};
  const plans = resourceRoutes({
    path,
    view: "console",
    noun,
    subject,
    ...marks,
    ...(viewPermission === undefined ? {} : { viewPermission }),
    menu: { icon, group: "accounts" },
    list: { title, load: list },
    screens: forms,
  });
  const name = `${noun.slice(0, 1).toUpperCase()}${noun.slice(1)}Execution`;
  const common = { view: "console", permission: executions, activeMenu: path, ...marks } as const;
  return [
    {
      path: `${path}/executions`,
      name: `${name}List`,
      title: "automationExecutions",
      ...common,
      ...(executionList === undefined ? {} : { load: executionList }),
    },
    {
      path: `${path}/executions/:id`,
      name: `${name}Detail`,
      title: "automationExecution",
      ...common,
      ...(execution === undefined ? {} : { load: execution }),
    },
    ...plans,
  ];
}

/** Addresses of the automations of accounts. */
export const automationRoutes: readonly RouteEntry[] = [
  ...routesOf({
    path: "/console/accounts/account-push",
    icon: "push",
    noun: "accountPush",
    title: "accountPushes",
    subject: "accounts.pushaccountautomation",
    executions: "accounts.view_pushaccountexecution",
    screens: NO_SCREENS,
  }),
  ...routesOf({
    path: "/console/accounts/account-gather",
    icon: "discovery",
    noun: "accountGather",
    title: "accountGathers",
    subject: "accounts.gatheraccountsautomation",
    viewPermission: "accounts.view_gatheredaccount",
    license: true,
    executions: "accounts.view_gatheraccountsexecution",
    screens: { ...NO_SCREENS, list: () => import("./gathered-list.tsx") },
  }),
  ...routesOf({
    path: "/console/accounts/account-change-secret",
    icon: "rotation",
    noun: "accountChangeSecret",
    title: "accountChangeSecrets",
    subject: "accounts.changesecretautomation",
    license: true,
    executions: "accounts.view_changesecretexecution",
    screens: NO_SCREENS,
  }),
  ...routesOf({
    path: "/console/accounts/account-backup",
    icon: "backup",
    noun: "accountBackup",
    title: "accountBackups",
    subject: "accounts.accountbackupautomation",
    license: true,
    executions: "accounts.view_accountbackupexecution",
    screens: NO_SCREENS,
  }),
];
