import { sql } from "kysely";
import { breakOffFileLogs, writeFileLogs } from "./areas/audits/index.ts";
import type { Services } from "./engine/services.ts";
import type { FilesPort } from "./gateway/ports.ts";

const megabyte = 1024 * 1024;

/** The records of file transfers, and what the platforms and settings say of files, as the gateway asks for them. */
export function filesPort(services: Services): FilesPort {
  const { db, settings } = services;
  return {
    breakOffOrphans: () => breakOffFileLogs(services),
    write: (records) => writeFileLogs(db, records),
    copyLimit: async () => Math.max(0, await settings.get<number>("FTP_FILE_MAX_STORE")) * megabyte,
    async startFolder(assetId) {
      const { rows } = await sql<{ home: string | null; confined: boolean | null }>`
        select s.setting ->> 'sftp_home' as home, s.setting ->> 'sftp_confined' = 'true' as confined
        from assets a join platform_protocols s on s.platform_id = a.platform_id and s.name = 'sftp'
        where a.id = ${assetId}::uuid
      `.execute(db);
      return { home: rows[0]?.home ?? "", isConfined: rows[0]?.confined === true };
    },
  };
}
