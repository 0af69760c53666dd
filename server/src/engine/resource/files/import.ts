import type { CallerContext, RequestContext } from "../../access/context.ts";
import { type ApiError, BadRequest } from "../../errors.ts";
import { languages, translate, withParameters } from "../../i18n/messages.ts";
import type { Json } from "../../json.ts";
import type { ReadCell, ReadRow } from "../../tabular/cells.ts";
import { UnreadableFile } from "../../tabular/limits.ts";
import type { TabularFile } from "../../tabular/tabular-file.ts";
import { text } from "../../tabular/texts.ts";
import { applies, type NamedField, type Resource } from "../resource.ts";

/** A file, read: the columns with the fields they stand for (`""`: none), and the rows as a client would write them. */
export interface ReadTable {
  readonly titles: readonly (readonly [title: string, field: string])[];
  readonly rows: readonly Readonly<Record<string, Json>>[];
}

/**
 * Reads a file of at most `mostRows` rows by the fields of a resource. What is wrong with the file is 400 `parse_error`; what is wrong
 * with a value is left for the write to say on its field. Contract: docs/contract/files.md, "Reading".
 */
export async function readTable(
  resource: Resource,
  context: CallerContext,
  file: TabularFile,
  mostRows?: number,
): Promise<ReadTable> {
  const rows: Record<string, Json>[] = [];
  let titles: readonly string[] | null = null;
  let columns: readonly (NamedField | null)[] = [];
  try {
    await file.read((row) => {
      if (titles === null) {
        titles = row.map((cell) => (cell ?? "-").trim());
        columns = matchTitles(resource, context, titles);
      } else if (row.some((cell) => cell !== "")) rows.push(readObject(columns, row, context));
    }, mostRows);
  } catch (error) {
    if (error instanceof UnreadableFile) throw parseError(error, context);
    throw error;
  }
  const known = titles ?? [];
  return { titles: known.map((title, index) => [title, columns[index]?.name ?? ""] as const), rows };
}

function parseError({ reason }: UnreadableFile, { language }: RequestContext): ApiError {
  return new BadRequest(
    "parse_error",
    withParameters(text.parseError, { reason: translate(reason, language) }),
  );
}

function readObject(
  columns: readonly (NamedField | null)[],
  row: ReadRow,
  context: RequestContext,
): Record<string, Json> {
  const object: Record<string, Json> = {};
  for (const [index, named] of columns.entries()) {
    if (named === null) continue;
    const cell = row[index];
    const value = readCell(named, cell === undefined ? "" : cell, context);
    if (value !== undefined) object[named.name] = value;
  }
  return object;
}

/** The value a client would write; undefined where the cell says nothing. */
function readCell({ field }: NamedField, cell: ReadCell, context: RequestContext): Json | undefined {
  const { cell: codec, options } = field;
  if (cell === "") return codec?.isText === true && options.writeOnly !== true ? "" : undefined;
  if (cell !== null) return codec === undefined ? cell : codec.parse(cell, context);
  const unset = codec?.unset?.(context);
  if (unset !== undefined) return unset;
  if (options.nullable === true) return null;
  // What has to have a text can only mean this one.
  return codec?.isText === true && options.required === true ? "-" : undefined;
}

/** A title as it is compared: without the mark of what is required, and in whichever case. */
const plain = (title: string): string =>
  title
    .replace(/^[*\s]+/, "")
    .trim()
    .toLowerCase();

/** The field each title stands for: its name, or its label in the language of the request or another one. */
function matchTitles(
  resource: Resource,
  context: RequestContext,
  titles: readonly string[],
): (NamedField | null)[] {
  const known = knownTitles(resource, context);
  const first = new Map<NamedField, string>();
  const columns = titles.map((title) => {
    const named = known.get(plain(title)) ?? null;
    if (named === null) return null;
    const earlier = first.get(named);
    if (earlier !== undefined) {
      throw new UnreadableFile(
        withParameters(text.duplicateTitle, { first: earlier, second: title, field: named.name }),
      );
    }
    first.set(named, title);
    return named;
  });
  if (first.size === 0) throw new UnreadableFile(text.noTitle);
  return columns;
}

function knownTitles(resource: Resource, context: RequestContext): ReadonlyMap<string, NamedField> {
  const fields = resource.fields.filter((named) => isWritten(named, context));
  const known = new Map<string, NamedField>();
  const add = (title: string, named: NamedField): void => {
    const word = plain(title);
    if (word !== "" && !known.has(word)) known.set(word, named);
  };
  const own = [context.language, ...languages.filter((language) => language !== context.language)];
  for (const named of fields) add(translate(named.field.options.label, context.language), named);
  for (const named of fields) add(named.name, named);
  for (const language of own) {
    for (const named of fields) {
      const label = translate(named.field.options.label, language);
      add(label, named);
      add(`${label} (${named.name})`, named);
    }
  }
  const key = fields.find(({ name }) => name === "id");
  if (key !== undefined) add("pk", key);
  return known;
}

function isWritten(named: NamedField, context: RequestContext): boolean {
  if (named.name === "id") return true;
  if (named.field.options.readOnly === true || named.name === "org_id") return false;
  return applies(named, "create", context) || applies(named, "update", context);
}
