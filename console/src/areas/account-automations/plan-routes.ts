import { type ResourceRoutes, resourceRoutes } from "../../shell/routes/resource-routes.ts";
import type { MenuIcon, RouteEntry, RouteTitle, ScreenLoader } from "../../shell/routes/route-entry.ts";

interface Automation {
  readonly path: string;
  readonly icon: MenuIcon;
  readonly noun: ResourceRoutes["noun"];
  readonly title: RouteTitle;
  readonly subject: string;
  /** Of the list, where it shows more than plans. */
  readonly viewPermission?: string;
  readonly license?: boolean;
  readonly executions: string;
  readonly screens: {
    readonly list: ScreenLoader;
    readonly create: ScreenLoader;
    readonly update: ScreenLoader;
    readonly detail: ScreenLoader;
    readonly executions: ScreenLoader;
    readonly execution: ScreenLoader;
  };
}

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
      load: executionList,
    },
    {
      path: `${path}/executions/:id`,
      name: `${name}Detail`,
      title: "automationExecution",
      ...common,
      load: execution,
    },
    ...plans.map((entry) =>
      entry.name.endsWith("Detail") ? { ...entry, permission: subject.replace(".", ".view_") } : entry,
    ),
  ];
}

/** Addresses of the automations of accounts. */
export const planRoutes: readonly RouteEntry[] = [
  ...routesOf({
    path: "/console/accounts/account-push",
    icon: "push",
    noun: "accountPush",
    title: "accountPushes",
    subject: "accounts.pushaccountautomation",
    executions: "accounts.view_pushaccountexecution",
    screens: {
      list: () => import("./pages/push-plans.tsx"),
      create: () => import("./pages/push-form.tsx"),
      update: () => import("./pages/push-form.tsx"),
      detail: () => import("./pages/push-detail.tsx"),
      executions: () => import("./pages/push-executions.tsx"),
      execution: () => import("./pages/push-execution.tsx"),
    },
  }),
  ...routesOf({
    path: "/console/accounts/account-gather",
    icon: "discovery",
    noun: "accountGather",
    title: "accountGathers",
    subject: "accounts.gatheraccountsautomation",
    viewPermission: "accounts.view_gatheredaccount|accounts.view_gatheraccountsautomation",
    license: true,
    executions: "accounts.view_gatheraccountsexecution",
    screens: {
      list: () => import("./pages/gather-plans.tsx"),
      create: () => import("./pages/gather-form.tsx"),
      update: () => import("./pages/gather-form.tsx"),
      detail: () => import("./pages/gather-detail.tsx"),
      executions: () => import("./pages/gather-executions.tsx"),
      execution: () => import("./pages/gather-execution.tsx"),
    },
  }),
  ...routesOf({
    path: "/console/accounts/account-change-secret",
    icon: "rotation",
    noun: "accountChangeSecret",
    title: "accountChangeSecrets",
    subject: "accounts.changesecretautomation",
    license: true,
    executions: "accounts.view_changesecretexecution",
    screens: {
      list: () => import("./pages/change-secret-plans.tsx"),
      create: () => import("./pages/change-secret-form.tsx"),
      update: () => import("./pages/change-secret-form.tsx"),
      detail: () => import("./pages/change-secret-detail.tsx"),
      executions: () => import("./pages/change-secret-executions.tsx"),
      execution: () => import("./pages/change-secret-execution.tsx"),
    },
  }),
  ...routesOf({
    path: "/console/accounts/account-backup",
    icon: "backup",
    noun: "accountBackup",
    title: "accountBackups",
    subject: "accounts.accountbackupautomation",
    license: true,
    executions: "accounts.view_accountbackupexecution",
    screens: {
      list: () => import("./pages/backup-plans.tsx"),
      create: () => import("./pages/backup-form.tsx"),
      update: () => import("./pages/backup-form.tsx"),
      detail: () => import("./pages/backup-detail.tsx"),
      executions: () => import("./pages/backup-executions.tsx"),
      execution: () => import("./pages/backup-execution.tsx"),
    },
  }),
];
