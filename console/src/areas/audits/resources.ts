import type { ResourceDescriptor } from "../../kit/resource.ts";

/** What was done to files on targets. */
export const FILE_TRANSFERS: ResourceDescriptor = {
  url: "/api/v1/audits/ftp-logs/",
  permission: { app: "audits", model: "ftplog" },
  routes: { list: "/audit/sessions/ftp", detail: (id) => `/audit/sessions/ftp/${id}` },
};

/** Every try to sign in. */
export const LOGIN_LOGS: ResourceDescriptor = {
  url: "/api/v1/audits/login-logs/",
  permission: { app: "audits", model: "userloginlog" },
  routes: { list: "/audit/audits/login-logs", detail: (id) => `/audit/audits/login-logs/${id}` },
};

/** Who changed what. */
export const OPERATE_LOGS: ResourceDescriptor = {
  url: "/api/v1/audits/operate-logs/",
  permission: { app: "audits", model: "operatelog" },
  routes: { list: "/audit/audits/operate-logs", detail: (id) => `/audit/audits/operate-logs/${id}` },
};

/** The same; over all organizations, what was done from anywhere. A server of the contract alone has none. */
export const ALL_OPERATE_LOGS: ResourceDescriptor = {
  ...OPERATE_LOGS,
  url: "/api/v1/sallyport/operate-logs/",
};

/** The caller's own tries to sign in. */
export const MY_LOGIN_LOGS: ResourceDescriptor = {
  url: "/api/v1/audits/my-login-logs/",
  permission: { app: "audits", model: "userloginlog" },
  routes: { list: "/profile/login-logs" },
};

/** What people and programs were refused; a server of the contract alone does not tell. */
export const REFUSALS: ResourceDescriptor = {
  url: "/api/v1/sallyport/refusals/",
  permission: { app: "audits", model: "operatelog" },
  routes: { list: "/audit/audits/refusals", detail: (id) => `/audit/audits/refusals/${id}` },
};

/** Whose password was set, and by whom. */
export const PASSWORD_CHANGE_LOGS: ResourceDescriptor = {
  url: "/api/v1/audits/password-change-logs/",
  permission: { app: "audits", model: "passwordchangelog" },
  routes: { list: "/audit/audits/password-change-log" },
};

/** Who is signed in; a server of the contract alone does not tell. */
export const USER_SESSIONS: ResourceDescriptor = {
  url: "/api/v1/sallyport/user-sessions/",
  permission: { app: "audits", model: "userloginlog" },
  routes: { list: "/audit/audits/user-sessions" },
};

/** What was run. */
export const JOB_LOGS: ResourceDescriptor = {
  url: "/api/v1/audits/job-logs/",
  permission: { app: "audits", model: "joblog" },
  routes: { list: "/audit/audits/job-execution-log" },
};

/** Where the kept copy of a transferred file is fetched. */
export const storedCopyPath = (id: string): string =>
  `${FILE_TRANSFERS.url}${encodeURIComponent(id)}/file/download/`;
