import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";

/** Where file access to an asset starts, and whether it stays below that folder. */
export interface SftpFolder {
  /** Empty where the platform names none. */
  readonly home: string;
  readonly isConfined: boolean;
}

/** What the platform of an asset says of the folder of its SFTP. */
export async function sftpFolderOf(db: Kysely<Database>, assetId: string): Promise<SftpFolder> {
  const { rows } = await sql<{ home: string | null; confined: boolean | null }>`
    select s.setting ->> 'sftp_home' as home, s.setting ->> 'sftp_confined' = 'true' as confined
    from assets a join platform_protocols s on s.platform_id = a.platform_id and s.name = 'sftp'
    where a.id = ${assetId}::uuid
  `.execute(db);
  return { home: rows[0]?.home ?? "", isConfined: rows[0]?.confined === true };
}
