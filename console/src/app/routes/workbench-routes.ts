import type { RouteEntry } from "../../shell/route-entry.ts";
import { LATER, resourceRoutes } from "./resource-routes.ts";

const OPS = "/workbench/ops";
const JOBS = { setting: "SECURITY_COMMAND_EXECUTION" } as const;
const JOB_MENU = { icon: "jobs", group: "jobs" } as const;

/** Addresses below `/workbench`. The web terminal and the file manager are pages of their own. */
export const workbenchRoutes: readonly RouteEntry[] = [
  {
    path: "/workbench/home",
    name: "WorkbenchHome",
    view: "workbench",
    title: "workbenchHome",
    menu: { icon: "dashboard" },
    load: () => import("../../areas/workbench/workbench-home.tsx"),
  },
  {
    path: "/workbench/assets",
    name: "MyAssets",
    view: "workbench",
    title: "myAssets",
    permission: "perms.view_myassets",
    menu: { icon: "my-assets" },
    load: () => import("../../areas/workbench/my-assets.tsx"),
  },
  {
    path: `${OPS}/quick-job`,
    name: "QuickJob",
    view: "workbench",
    title: "quickJob",
    permission: ["ops.view_job", "ops.add_job", "ops.add_jobexecution"],
    menu: JOB_MENU,
    ...JOBS,
  },
  ...resourceRoutes({
    path: `${OPS}/job`,
    view: "workbench",
    noun: "job",
    subject: "ops.job",
    menu: JOB_MENU,
    ...JOBS,
    list: { title: "jobs", load: LATER },
    screens: { create: LATER, update: LATER, detail: LATER },
  }),
  {
    path: `${OPS}/templates`,
    name: "JobTemplates",
    view: "workbench",
    title: "jobTemplates",
    permission: "ops.view_adhoc|ops.view_playbook",
    menu: JOB_MENU,
    ...JOBS,
  },
  ...resourceRoutes({
    path: `${OPS}/executions`,
    view: "workbench",
    noun: "jobExecution",
    subject: "ops.jobexecution",
    menu: JOB_MENU,
    ...JOBS,
    list: { title: "jobExecutions", load: LATER },
    screens: { detail: LATER },
  }),
  ...resourceRoutes({
    path: `${OPS}/adhoc`,
    view: "workbench",
    noun: "adhoc",
    subject: "ops.adhoc",
    activeMenu: `${OPS}/templates`,
    ...JOBS,
    screens: { create: LATER, update: LATER, detail: LATER },
  }),
  ...resourceRoutes({
    path: `${OPS}/playbook`,
    view: "workbench",
    noun: "playbook",
    subject: "ops.playbook",
    activeMenu: `${OPS}/templates`,
    ...JOBS,
    screens: { create: LATER, update: LATER, detail: LATER },
  }),
];
