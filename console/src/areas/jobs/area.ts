import { defineArea } from "../../shell/routes/area.ts";
import { resourceRoutes } from "../../shell/routes/resource-routes.ts";
import type { RouteEntry } from "../../shell/routes/route-entry.ts";

const OPS = "/workbench/ops";
const JOBS = { setting: "SECURITY_COMMAND_EXECUTION" } as const;
const JOB_MENU = { icon: "jobs", group: "jobs" } as const;
const SETTINGS = { view: "settings", scope: "system", showOrganization: false } as const;
const PROFILE = { view: "profile", showOrganization: false } as const;

/** Logs of tasks, opened in windows of their own. */
const taskLogRoutes: readonly RouteEntry[] = [
  { path: "/ops/celery/task/:id/log", name: "CeleryTaskLog" },
  { path: "/ops/ansible/task/:id/log", name: "AnsibleTaskLog" },
  { path: "/ops/task/task/:id/log", name: "TaskLog" },
].map((address) => ({
  ...address,
  view: "profile",
  title: "taskLog",
  permission: "ops.view_celerytaskexecution",
  hidden: true,
  showOrganization: false,
  load: () => import("./task-log-page.tsx"),
}));

/** What is run on assets on demand, and the tasks the server runs. */
export default defineArea({
  texts: {
    namespaces: ["tasks", "jobCentre"],
    en: () => import("./texts/en.ts"),
    zh: () => import("./texts/zh.ts"),
    ja: () => import("./texts/ja.ts"),
  },
  routes: [
    {
      path: `${OPS}/quick-job`,
      name: "QuickJob",
      view: "workbench",
      title: "quickJob",
      permission: ["ops.view_job", "ops.add_job", "ops.add_jobexecution"],
      menu: { ...JOB_MENU, icon: "quick-job" },
      ...JOBS,
      load: () => import("./centre/quick-job.tsx"),
    },
    ...resourceRoutes({
      path: `${OPS}/job`,
      view: "workbench",
      noun: "job",
      subject: "ops.job",
      menu: JOB_MENU,
      ...JOBS,
      list: { title: "jobs", load: () => import("./centre/job-list.tsx") },
      screens: {
        create: () => import("./centre/job-form.tsx"),
        update: () => import("./centre/job-form.tsx"),
        detail: () => import("./centre/job-detail.tsx"),
      },
    }),
    {
      path: `${OPS}/templates`,
      name: "JobTemplates",
      view: "workbench",
      title: "jobTemplates",
      permission: "ops.view_adhoc",
      menu: { ...JOB_MENU, icon: "templates" },
      ...JOBS,
      load: () => import("./centre/template-list.tsx"),
    },
    ...resourceRoutes({
      path: `${OPS}/executions`,
      view: "workbench",
      noun: "jobExecution",
      subject: "ops.jobexecution",
      menu: { ...JOB_MENU, icon: "executions" },
      ...JOBS,
      list: { title: "jobExecutions", load: () => import("./centre/run-list.tsx") },
      screens: { detail: () => import("./centre/run-detail.tsx") },
    }),
    ...resourceRoutes({
      path: `${OPS}/adhoc`,
      view: "workbench",
      noun: "adhoc",
      subject: "ops.adhoc",
      activeMenu: `${OPS}/templates`,
      ...JOBS,
      screens: {
        create: () => import("./centre/template-form.tsx"),
        update: () => import("./centre/template-form.tsx"),
        detail: () => import("./centre/template-detail.tsx"),
      },
    }),
    ...resourceRoutes({
      path: `${OPS}/playbook`,
      view: "workbench",
      noun: "playbook",
      subject: "ops.playbook",
      activeMenu: `${OPS}/templates`,
      ...JOBS,
      screens: {
        create: () => import("./centre/playbooks/playbook-form.tsx"),
        update: () => import("./centre/playbooks/playbook-form.tsx"),
        detail: () => import("./centre/playbooks/playbook-detail.tsx"),
      },
    }),
    ...resourceRoutes({
      path: "/settings/tasks",
      noun: "task",
      subject: "ops.celerytask",
      menu: { icon: "tasks" },
      ...SETTINGS,
      list: { title: "tasks", load: () => import("./task-list.tsx") },
      screens: { detail: () => import("./task-detail.tsx") },
    }),
    {
      path: "/profile/tasks",
      name: "MyTasks",
      title: "myTasks",
      permission: "ops.view_celerytaskexecution",
      menu: { icon: "tasks" },
      ...PROFILE,
      load: () => import("./my-tasks.tsx"),
    },
    ...taskLogRoutes,
  ],
});
