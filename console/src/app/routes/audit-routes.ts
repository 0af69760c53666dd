import type { RouteEntry } from "../../shell/route-entry.ts";
import { LATER, resourceRoutes } from "./resource-routes.ts";

/** Addresses below `/audit`. */
export const auditRoutes: readonly RouteEntry[] = [
  {
    path: "/audit/dashboard",
    name: "AuditDashboard",
    view: "audit",
    title: "auditDashboard",
    menu: { icon: "dashboard" },
    load: () => import("../../areas/dashboards/audit-dashboard.tsx"),
  },
  ...resourceRoutes({
    path: "/audit/sessions/sessions",
    view: "audit",
    noun: "session",
    subject: "terminal.session",
    menu: { icon: "sessions", group: "sessions" },
    list: { title: "sessions", load: () => import("../../areas/sessions/session-list.tsx") },
    screens: { detail: () => import("../../areas/sessions/session-detail.tsx") },
  }),
  {
    path: "/audit/sessions/command",
    name: "CommandList",
    view: "audit",
    title: "commands",
    permission: "terminal.view_command",
    menu: { icon: "sessions", group: "sessions" },
  },
  ...resourceRoutes({
    path: "/audit/sessions/ftp",
    view: "audit",
    noun: "fileTransfer",
    subject: "audits.ftplog",
    menu: { icon: "sessions", group: "sessions" },
    list: { title: "fileTransfers", load: () => import("../../areas/audits/file-transfer-list.tsx") },
    screens: { detail: () => import("../../areas/audits/file-transfer-detail.tsx") },
  }),
  ...resourceRoutes({
    path: "/audit/audits/login-logs",
    view: "audit",
    noun: "loginLog",
    subject: "audits.userloginlog",
    menu: { icon: "logs", group: "logs" },
    list: { title: "loginLogs", load: LATER },
    screens: { detail: LATER },
  }),
  ...resourceRoutes({
    path: "/audit/audits/operate-logs",
    view: "audit",
    noun: "operateLog",
    subject: "audits.operatelog",
    menu: { icon: "logs", group: "logs" },
    list: { title: "operateLogs", load: LATER },
    screens: { detail: LATER },
  }),
  {
    path: "/audit/audits/password-change-log",
    name: "PasswordChangeLogList",
    view: "audit",
    title: "passwordChangeLogs",
    permission: "audits.view_passwordchangelog",
    menu: { icon: "logs", group: "logs" },
  },
  {
    path: "/audit/audits/job-execution-log",
    name: "JobExecutionLogList",
    view: "audit",
    title: "jobExecutionLogs",
    permission: "audits.view_joblog",
    menu: { icon: "logs", group: "logs" },
  },
];
