import { ApiError, isRecord } from "../api/api-error.ts";
import { api } from "../api/client.ts";
import { encryptFields } from "../api/encryption.ts";
import { randomUuid } from "../api/random-uuid.ts";
import { failureText } from "../feedback.ts";
import { flattenMessages } from "../metadata/form-errors.ts";
import { labelled } from "../metadata/labelled.ts";
import type { FieldMap, Row } from "../metadata/types.ts";
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
    return [labelled(title, messages.join("; "))];
  });
  return reasons.length > 0 ? [...new Set(reasons)] : [failureText(error)];
}

/** Whether it makes no sense to send further rows: nobody is signed in, or nobody answers. */
export function isObstacle(error: unknown): error is ApiError {
  return error instanceof ApiError && [0, 401, 429, 502, 503, 504].includes(error.status);
}

/** Whether new objects get their id here. */
export const takesIds = (mode: ImportMode, fields: FieldMap): boolean =>
  mode === "create" && fields.id !== undefined && fields.id.read_only !== true;

/** How rows reach the server. */
export interface SenderOptions {
  /** List URL of the resource. */
  readonly url: string;
  readonly mode: ImportMode;
  readonly columns: readonly FileColumn[];
  /** Metadata of the fields that are written. */
  readonly fields: FieldMap;
  /** Said of a row to update that names no object. */
  readonly missingId: string;
}

/** Whether an object is there; unknown to those who may not see it. */
async function isThere(url: string): Promise<boolean> {
  try {
    await api(url);
    return true;
  } catch (error) {
    if (isObstacle(error)) throw error;
    return false;
  }
}

/**
 * Sends rows one at a time: created by POST, changed by PATCH of the object they name; secrets leave encrypted. A row
 * that was created and corrected since changes what it created. New objects get their id here where the server takes
 * one: a row whose answer was lost is then found again, and not made twice.
 *
 * @param unanswered ids chosen for rows whose answer has not come, by the place of the row
 */
export function rowSender(
  options: SenderOptions,
  unanswered: Map<number, string> = new Map(),
): (row: ImportRow) => Promise<string | undefined> {
  const { url, mode, columns, fields, missingId } = options;
  const takesId = takesIds(mode, fields);
  const objectUrl = (key: unknown) => `${url}${encodeURIComponent(String(key))}/`;

  const create = async ({ index, values }: ImportRow): Promise<Row | undefined> => {
    if (!takesId || (values.id !== undefined && values.id !== "")) {
      return api<Row | undefined>(url, { method: "POST", body: encryptFields(values) });
    }
    const earlier = unanswered.get(index);
    if (earlier !== undefined && (await isThere(objectUrl(earlier)))) return change(earlier, values);
    const id = earlier ?? randomUuid();
    unanswered.set(index, id);
    const saved = await api<Row | undefined>(url, { method: "POST", body: encryptFields({ ...values, id }) });
    unanswered.delete(index);
    return saved;
  };
  const change = (key: unknown, values: Row): Promise<Row | undefined> =>
    api(objectUrl(key), { method: "PATCH", body: encryptFields(values) });

  return async (row) => {
    const { values, savedAs } = row;
    const named = savedAs ?? (mode === "update" ? (values.id ?? values.pk) : undefined);
    if (mode === "update" && (named === undefined || named === null || named === "")) {
      throw new RowRefused([missingId]);
    }
    try {
      const saved = await (named === undefined ? create(row) : change(named, values));
      const key = saved?.id ?? named;
      return key === undefined || key === null ? undefined : String(key);
    } catch (error) {
      if (isObstacle(error)) throw new SendingObstacle(failureText(error));
      unanswered.delete(row.index);
      throw new RowRefused(refusalReasons(error, columns));
    }
  };
}
