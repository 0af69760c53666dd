import { type Kysely, sql } from "kysely";
import type { Database } from "../../../../engine/database/index.ts";
import { BadRequest } from "../../../../engine/errors.ts";
import { withParameters } from "../../../../engine/i18n/index.ts";
import { playbookText as text } from "../playbook-texts.ts";
import { foldersAbove } from "./paths.ts";

/** Largest file of a playbook, and all of them together, in bytes. */
export const largestFile = 1_048_576;
export const largestPlaybook = 10_485_760;
/** Most files and folders of a playbook. */
export const mostFiles = 1_000;

/** A file or folder of a playbook. */
export interface PlaybookFile {
  readonly path: string;
  /** Null: a folder. */
  readonly content: Buffer | null;
}

/** A file or folder as lists tell of it. */
export interface ListedFile {
  readonly path: string;
  readonly is_folder: boolean;
}

/** A file with its content. */
export interface StoredFile extends PlaybookFile {
  readonly version: number;
}

/** What a playbook holds, without the contents. */
export async function listFiles(db: Kysely<Database>, playbookId: string): Promise<readonly ListedFile[]> {
  const { rows } = await sql<ListedFile>`
    select path, content is null as is_folder from ops_playbook_files where playbook_id = ${playbookId}::uuid
    order by path
  `.execute(db);
  return rows;
}

/** A file or folder; null: there is none of that path. */
export async function readFile(
  db: Kysely<Database>,
  playbookId: string,
  path: string,
): Promise<StoredFile | null> {
  const { rows } = await sql<StoredFile>`
    select path, content, version from ops_playbook_files where playbook_id = ${playbookId}::uuid and path = ${path}
  `.execute(db);
  return rows[0] ?? null;
}

/** Everything a playbook holds. */
export async function readFiles(db: Kysely<Database>, playbookId: string): Promise<readonly PlaybookFile[]> {
  const { rows } = await sql<PlaybookFile>`
    select path, content from ops_playbook_files where playbook_id = ${playbookId}::uuid order by path
  `.execute(db);
  return rows;
}

/** Adds a file or folder; the folders above it come with it. @throws BadRequest where it is too much */
export async function addFiles(
  db: Kysely<Database>,
  playbookId: string,
  files: readonly PlaybookFile[],
): Promise<void> {
  const folders = new Set(files.flatMap(({ path }) => foldersAbove(path)));
  for (const { path } of files) folders.delete(path);
  const all = [...[...folders].map((path) => ({ path, content: null })), ...files];
  await sql`
    insert into ops_playbook_files (playbook_id, path, content)
    select ${playbookId}::uuid, f.path, f.content
    from unnest(${all.map(({ path }) => path)}::text[], ${all.map(({ content }) => content)}::bytea[]) as f (path, content)
    on conflict (playbook_id, path) do nothing
  `.execute(db);
  await requireRoom(db, playbookId);
}

/** Replaces the content of a file, and counts its version. @throws BadRequest where it is too much */
export async function writeFile(
  db: Kysely<Database>,
  playbookId: string,
  { path, content }: { readonly path: string; readonly content: Buffer },
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update ops_playbook_files set content = ${content}, version = version + 1
    where playbook_id = ${playbookId}::uuid and path = ${path} returning version
  `.execute(db);
  await requireRoom(db, playbookId);
  return rows[0]?.version ?? 0;
}

/** Gives a file or folder, with all that is in it, another path. */
export async function moveFile(
  db: Kysely<Database>,
  playbookId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await sql`
    update ops_playbook_files set path = ${to}::text || substr(path, ${from.length + 1}::integer)
    where playbook_id = ${playbookId}::uuid and (path = ${from} or starts_with(path, ${`${from}/`}))
  `.execute(db);
}

/** Removes a file or folder with all that is in it. */
export async function removeFile(db: Kysely<Database>, playbookId: string, path: string): Promise<void> {
  await sql`
    delete from ops_playbook_files
    where playbook_id = ${playbookId}::uuid and (path = ${path} or starts_with(path, ${`${path}/`}))
  `.execute(db);
}

async function requireRoom(db: Kysely<Database>, playbookId: string): Promise<void> {
  const { rows } = await sql<{ count: number; size: string }>`
    select count(*)::integer as count, coalesce(sum(octet_length(content)), 0) as size
    from ops_playbook_files where playbook_id = ${playbookId}::uuid
  `.execute(db);
  const { count = 0, size = "0" } = rows[0] ?? {};
  if (count > mostFiles)
    throw new BadRequest("too_many_files", withParameters(text.tooManyFiles, { most: mostFiles }));
  if (Number(size) > largestPlaybook) {
    throw new BadRequest(
      "too_large",
      withParameters(text.tooLarge, { megabytes: largestPlaybook / 1_048_576 }),
    );
  }
}
