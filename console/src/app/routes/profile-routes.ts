import type { RouteEntry } from "../../shell/route-entry.ts";

const PROFILE = { view: "profile", showOrganization: false } as const;

/** Addresses below `/profile`: the person's own pages. */
export const profileRoutes: readonly RouteEntry[] = [
  {
    path: "/profile/info",
    name: "ProfileInfo",
    title: "profile",
    menu: { icon: "profile" },
    ...PROFILE,
    load: () => import("../../areas/profile/profile-info.tsx"),
  },
  {
    path: "/profile/setting",
    name: "ProfileSetting",
    title: "profileSetting",
    menu: { icon: "settings" },
    ...PROFILE,
    load: () => import("../../areas/profile/profile-setting.tsx"),
  },
  {
    path: "/profile/improvement",
    name: "ProfileImprovement",
    title: "profileImprovement",
    hidden: true,
    ...PROFILE,
    load: () => import("../../areas/profile/profile-improvement.tsx"),
  },
  {
    path: "/profile/key",
    name: "AccessKeyList",
    title: "accessKeys",
    permission: "authentication.view_accesskey",
    menu: { icon: "tokens" },
    ...PROFILE,
    load: () => import("../../areas/credentials/access-key-list.tsx"),
  },
  {
    path: "/profile/temp-password",
    name: "TemporaryPasswordList",
    title: "temporaryPasswords",
    permission: "authentication.view_temptoken",
    setting: "AUTH_TEMP_TOKEN",
    menu: { icon: "tokens" },
    ...PROFILE,
    load: () => import("../../areas/credentials/temporary-password-list.tsx"),
  },
  {
    path: "/profile/connection-token",
    name: "ConnectionTokenList",
    title: "connectionTokens",
    permission: "authentication.view_connectiontoken",
    menu: { icon: "tokens" },
    ...PROFILE,
    load: () => import("../../areas/credentials/connection-token-list.tsx"),
  },
  {
    path: "/profile/tasks",
    name: "MyTasks",
    title: "myTasks",
    permission: "ops.view_celerytaskexecution",
    menu: { icon: "jobs" },
    ...PROFILE,
    load: () => import("../../areas/tasks/my-tasks.tsx"),
  },
];

/** Logs of tasks, opened in windows of their own. */
export const taskLogRoutes: readonly RouteEntry[] = [
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
  load: () => import("../../areas/tasks/task-log-page.tsx"),
}));
