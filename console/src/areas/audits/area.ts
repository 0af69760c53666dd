import { defineArea } from "../../shell/routes/area.ts";
import { resourceRoutes } from "../../shell/routes/resource-routes.ts";

const PROFILE = { view: "profile", showOrganization: false } as const;

/** What the product notes about what people did. */
export default defineArea({
  texts: {
    namespaces: ["fileTransfers", "auditLogs", "refusals", "evidence"],
    en: () => import("./texts/en.ts"),
    zh: () => import("./texts/zh.ts"),
    ja: () => import("./texts/ja.ts"),
  },
  routes: [
    ...resourceRoutes({
      path: "/audit/sessions/ftp",
      view: "audit",
      noun: "fileTransfer",
      subject: "audits.ftplog",
      menu: { icon: "file-transfers", group: "sessions" },
      list: { title: "fileTransfers", load: () => import("./file-transfer-list.tsx") },
      screens: { detail: () => import("./file-transfer-detail.tsx") },
    }),
    ...resourceRoutes({
      path: "/audit/audits/login-logs",
      view: "audit",
      noun: "loginLog",
      subject: "audits.userloginlog",
      menu: { icon: "sign-in", group: "logs" },
      list: { title: "loginLogs", load: () => import("./login-log-list.tsx") },
      screens: { detail: () => import("./login-log-detail.tsx") },
    }),
    {
      path: "/audit/audits/user-sessions",
      name: "UserSessionList",
      view: "audit",
      title: "userSessions",
      permission: "audits.view_userloginlog",
      menu: { icon: "users", group: "logs" },
      load: () => import("./user-session-list.tsx"),
    },
    ...resourceRoutes({
      path: "/audit/audits/operate-logs",
      view: "audit",
      noun: "operateLog",
      subject: "audits.operatelog",
      menu: { icon: "logs", group: "logs" },
      list: { title: "operateLogs", load: () => import("./operate-log-list.tsx") },
      screens: { detail: () => import("./operate-log-detail.tsx") },
    }),
    {
      path: "/audit/audits/password-change-log",
      name: "PasswordChangeLogList",
      view: "audit",
      title: "passwordChangeLogs",
      permission: "audits.view_passwordchangelog",
      menu: { icon: "security", group: "logs" },
      load: () => import("./password-change-log-list.tsx"),
    },
    {
      path: "/audit/audits/job-execution-log",
      name: "JobExecutionLogList",
      view: "audit",
      title: "jobExecutionLogs",
      permission: "audits.view_joblog",
      menu: { icon: "executions", group: "logs" },
      load: () => import("./job-log-list.tsx"),
    },
    ...resourceRoutes({
      path: "/audit/audits/refusals",
      view: "audit",
      noun: "refusal",
      subject: "audits.operatelog",
      menu: { icon: "refusals", group: "logs" },
      list: { title: "refusals", load: () => import("./refusals/refusal-list.tsx") },
      screens: { detail: () => import("./refusals/refusal-detail.tsx") },
    }),
    {
      path: "/profile/login-logs",
      name: "MyLoginLogList",
      title: "myLoginLogs",
      menu: { icon: "sign-in" },
      ...PROFILE,
      load: () => import("./my-login-log-list.tsx"),
    },
    {
      path: "/audit/audits/evidence",
      name: "Evidence",
      view: "audit",
      showOrganization: false,
      title: "evidence",
      permission: ["orgs.view_rootorg", "audits.view_operatelog"],
      menu: { icon: "permissions", group: "logs" },
      load: () => import("./evidence/evidence-page.tsx"),
    },
  ],
});
