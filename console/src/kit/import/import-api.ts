import { ApiError, isRecord } from "../api/api-error.ts";
import { api } from "../api/client.ts";
import { encryptFields } from "../api/encryption.ts";
import { failureText } from "../feedback.ts";
import { flattenMessages } from "../metadata/form-errors.ts";
import type { Row } from "../metadata/types.ts";
import { type ImportRow, RowRefused, SendingObstacle } from "./import-task.ts";

/** Whether rows become new objects or change those whose id they name. */
export type ImportMode = "create" | "update";

/** A column of a file: its title and the field it stands for; `""` when it stands for none. */
export type FileColumn = readonly [title: string, field: string];

/** A file, read by the server. */
export interface ReadFile {
  readonly title: readonly FileColumn[];
  readonly data: readonly Row[];
}

/** The bytes of a chosen file cannot be read, for example because it was changed or moved since. */
export class FileUnreadable extends Error {}

/**
 * Has the server read a file of rows (docs/contract/files.md, "Preview"). Nothing is written.
 *
 * @param url list URL of the resource
 * @throws FileUnreadable, ApiError
 */
export async function readFile(url: string, file: File): Promise<ReadFile> {
  let content: Blob;
  try {
    // Read now, so that a later change of the file on disk cannot mix two states of it.
    content = new Blob([await file.arrayBuffer()]);
  } catch {
    throw new FileUnreadable(file.name);
  }
  const answer = await api<Partial<ReadFile>>(`${url}render-to-json/`, {
    method: "POST",
    body: content,
    headers: { "Content-Type": /csv/i.test(file.name) ? "text/csv" : "text/xlsx" },
  });
  return { title: answer.title ?? [], data: answer.data ?? [] };
}

/** The columns worth showing: those of a field, unless no row says anything in them. */
export function shownColumns({ title, data }: ReadFile): readonly FileColumn[] {
  const said = new Set<string>();
  for (const row of data) {
    for (const name of Object.keys(row)) if (row[name] !== "") said.add(name);
  }
  const seen = new Set<string>();
  return title.filter(([, field]) => {
    if (field === "" || !said.has(field) || seen.has(field)) return false;
    seen.add(field);
    return true;
  });
}

/** Titles that stand for no field. */
export function unknownTitles({ title }: ReadFile): readonly string[] {
  return title.filter(([name, field]) => field === "" && name !== "" && name !== "-").map(([name]) => name);
}

const WHOLE = new Set(["error", "msg", "detail", "non_field_errors"]);

/** Why a row was refused, as `column: message`; what belongs to no column stands alone. */
export function refusalReasons(error: unknown, columns: readonly FileColumn[]): readonly string[] {
  const body = error instanceof ApiError && error.status === 400 ? error.body : undefined;
  if (!isRecord(body)) return [failureText(error)];
  const reasons = Object.entries(body).flatMap(([name, value]) => {
    const messages = flattenMessages(value);
    if (name === "code" || messages.length === 0) return [];
    if (WHOLE.has(name)) return messages;
    const title = columns.find(([, field]) => field === name)?.[0].replace(/^\*/, "") ?? name;
    return [`${title}: ${messages.join("; ")}`];
  });
  return reasons.length > 0 ? [...new Set(reasons)] : [failureText(error)];
}

/** Whether it makes no sense to send further rows: nobody is signed in, or nobody answers. */
function isObstacle(error: unknown): error is ApiError {
  return error instanceof ApiError && [0, 401, 429, 502, 503, 504].includes(error.status);
}

/** How rows reach the server. */
export interface SenderOptions {
  /** List URL of the resource. */
  readonly url: string;
  readonly mode: ImportMode;
  readonly columns: readonly FileColumn[];
  /** Said of a row to update that names no object. */
  readonly missingId: string;
}

/**
 * Sends rows one at a time: created by POST, changed by PATCH of the object they name; secrets leave encrypted. A row
 * that was created and corrected since changes what it created.
 */
export function rowSender(options: SenderOptions): (row: ImportRow) => Promise<string | undefined> {
  const { url, mode, columns, missingId } = options;
  return async ({ values, savedAs }) => {
    const named = savedAs ?? (mode === "update" ? (values.id ?? values.pk) : undefined);
    if (mode === "update" && (named === undefined || named === null || named === "")) {
      throw new RowRefused([missingId]);
    }
    try {
      const target = named === undefined ? url : `${url}${encodeURIComponent(String(named))}/`;
      const method = named === undefined ? "POST" : "PATCH";
      const saved = await api<Row | undefined>(target, { method, body: encryptFields(values) });
      const key = saved?.id ?? named;
      return key === undefined || key === null ? undefined : String(key);
    } catch (error) {
      if (isObstacle(error)) throw new SendingObstacle(failureText(error));
      throw new RowRefused(refusalReasons(error, columns));
    }
  };
}
