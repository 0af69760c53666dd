import { sftpFolderOf } from "./areas/assets/index.ts";
import { breakOffFileLogs, writeFileLogs } from "./areas/audits/index.ts";
import type { Services } from "./engine/services.ts";
import type { FilesPort } from "./gateway/ports.ts";

const megabyte = 1024 * 1024;

/** The records of file transfers, and what the platforms and settings say of files, as the gateway asks for them. */
export function filesPort(services: Pick<Services, "config" | "db" | "settings">): FilesPort {
  const { db, settings } = services;
  return {
    breakOffOrphans: () => breakOffFileLogs(services),
    write: (records) => writeFileLogs(db, records),
    copyLimit: async () => Math.max(0, await settings.get<number>("FTP_FILE_MAX_STORE")) * megabyte,
    startFolder: (assetId) => sftpFolderOf(db, assetId),
  };
}
