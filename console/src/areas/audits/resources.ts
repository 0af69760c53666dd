import type { ResourceDescriptor } from "../../kit/resource.ts";

/** What was done to files on targets. */
export const FILE_TRANSFERS: ResourceDescriptor = {
  url: "/api/v1/audits/ftp-logs/",
  permission: { app: "audits", model: "ftplog" },
  routes: { list: "/audit/sessions/ftp", detail: (id) => `/audit/sessions/ftp/${id}` },
};

/** Where the kept copy of a transferred file is fetched. */
export const keptCopyPath = (id: string): string =>
  `${FILE_TRANSFERS.url}${encodeURIComponent(id)}/file/download/`;
