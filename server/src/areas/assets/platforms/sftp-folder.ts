import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { builtInSftpHome } from "../catalogue/built-in-platforms.ts";

/** Where file access to an asset starts, and whether it stays below that folder. */
export interface SftpFolder {
  /** Empty where nobody has named one: then it is the account's own. */
  readonly home: string;
  readonly isConfined: boolean;
}

/**
 * What the platform of an asset says of the folder of its SFTP. What platforms come with counts as none: files go where
 * the machine itself puts them. Whoever wants that very folder writes it with a slash at its end.
 */
export async function sftpFolderOf(db: Kysely<Database>, assetId: string): Promise<SftpFolder> {
  const { rows } = await sql<{ home: string | null; confined: boolean | null }>`
    select s.setting ->> 'sftp_home' as home, s.setting ->> 'sftp_confined' = 'true' as confined
    from assets a join platform_protocols s on s.platform_id = a.platform_id and s.name = 'sftp'
    where a.id = ${assetId}::uuid
  `.execute(db);
  const home = rows[0]?.home ?? "";
  const isConfined = rows[0]?.confined === true;
  return { home: home === builtInSftpHome && !isConfined ? "" : home, isConfined };
}
