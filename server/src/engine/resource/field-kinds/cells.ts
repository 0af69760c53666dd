import type { RequestContext } from "../../access/context.ts";
import { languages, type Message } from "../../i18n/messages.ts";
import { isObject, isTooDeep, type Json } from "../../json.ts";
import type { Cell } from "../../tabular/cells.ts";
import { writeInstant } from "../instants.ts";

/**
 * How values of a kind are in the cells of files. What `print` makes of a value as it is read, `parse` turns
 * into what a client would write to get that value. Contract: docs/contract/files.md, "Cells".
 */
export interface CellCodec {
  /** The value as it is presented, never null; default `printCell`. */
  readonly print?: (value: Json) => Cell;
  /** The text of a cell, never empty; what cannot be meant continues as it is, for the kind to refuse by name. */
  readonly parse: (text: string, context: RequestContext) => Json;
  /** An empty cell is the empty text. */
  readonly isText?: boolean;
  /** The value that the sign of no value stands for, where there is one. */
  readonly unset?: (context: RequestContext) => Json | undefined;
}

/** The cell of a value of any kind, by its shape. */
export function printCell(value: Json): Cell {
  if (value === null || typeof value === "string") return value;
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return JSON.stringify(value.map(printItem));
  if (isChoice(value)) return printCell(value.value as Json);
  return printReference(value) ?? JSON.stringify(value);
}

/** An item of a list inside a cell: references and choices in short, the rest as it is. */
function printItem(item: Json): Json {
  if (!isObject(item)) return item;
  return isChoice(item) ? (item.value as Json) : (printReference(item) ?? (item as Json));
}

const isChoice = (value: object): value is { value: Json; label: Json } =>
  "value" in value && "label" in value && Object.keys(value).length === 2;

/** `name(id)` of what has an id; null for anything else. */
function printReference(value: unknown): string | null {
  if (!isObject(value)) return null;
  const { id, name, display_name: displayName } = value;
  if (typeof id !== "string" && typeof id !== "number") return null;
  const shown = name ?? displayName ?? "";
  return typeof shown === "string" || typeof shown === "number" ? `${shown}(${id})` : null;
}

const reference = /^(.*)\(([^()]*)\)$/s;

/**
 * `name(id)` -> `{pk, name}`; ids that are numbers are distinguished from UUIDs by their length. Other texts stay.
 */
function parseReference(text: string): Json {
  const match = reference.exec(text.trim());
  if (match === null) return text.trim();
  const [, name = "", id = ""] = match;
  const pk = id.trim();
  return { pk: /^\d{1,15}$/.test(pk) ? Number(pk) : pk, name };
}

/**
 * Reads JSON out of a cell. People's programs replace straight quotes by printed ones: where the text is none as
 * it stands, it is read with those put right. Undefined when it is no JSON either way.
 */
function parseJson(text: string): Json | undefined {
  for (const candidate of [text, text.replace(/[“”„‟«»‘’‚‛']/g, '"')]) {
    if (isTooDeep(candidate)) continue;
    try {
      return JSON.parse(candidate) as Json;
    } catch {
      // The next reading of it.
    }
  }
  return undefined;
}

const looksStructured = (text: string): boolean => /^\s*[[{].*[\]}]\s*$/s.test(text);

/** Items of a list: JSON, or what people write by hand, divided by commas, semicolons and line breaks. */
function parseItems(text: string, item: (value: Json) => Json): Json {
  const value = looksStructured(text) ? parseJson(text) : undefined;
  if (Array.isArray(value)) return value.map(item);
  if (value !== undefined) return value;
  return text
    .split(/[,，、;；\r\n]+/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map(item);
}

/** Texts stand as they are. */
export const textCell: CellCodec = { isText: true, parse: (text) => text };

/** Values that are written as one word, which their kind understands. */
export const wordCell: CellCodec = { parse: (text) => text.trim() };

/** Whole numbers; programs may have added decimals of nothing. */
export const integerCell: CellCodec = {
  parse: (text) => (/^\s*[+-]?\d{1,16}(\.0*)?\s*$/.test(text) ? Number(text) : text),
};

const truths = new Set(["true", "1", "yes", "y", "on", "是", "はい"]);

/** `Yes` and `No`; every other word than those for yes is no. */
export const booleanCell: CellCodec = { parse: (text) => truths.has(text.trim().toLowerCase()) };

/** Any JSON value; a text stands as it is unless it would be taken for something else. */
export const jsonCell: CellCodec = {
  print: (value) => {
    if (typeof value !== "string") return JSON.stringify(value);
    return value === "" || parseJson(value) !== undefined ? JSON.stringify(value) : value;
  },
  parse: (text) => parseJson(text) ?? (text.trim() === "null" ? null : text),
};

/** Objects and lists of objects. */
export const structureCell: CellCodec = {
  parse: (text) => (looksStructured(text) ? (parseJson(text) ?? text) : parseReference(text)),
};

/** Lists of objects, some of them referred to as `name(id)`. */
export const structureListCell: CellCodec = {
  parse: (text) => parseItems(text, (item) => (typeof item === "string" ? parseReference(item) : item)),
};

/** The instant a spreadsheet program counts in days since the end of 1899, on the clocks of a zone. */
function fromDayNumber(days: number, timeZone: string): string {
  const clock = new Date(Date.UTC(1899, 11, 30) + Math.round(days * 86_400) * 1000);
  const offset = writeInstant(clock, timeZone).slice(-5);
  return `${clock.toISOString().slice(0, 19)}${offset}`;
}

/** Instants in any form that is read, also as the number of days a spreadsheet program makes of them. */
export const instantCell: CellCodec = {
  parse: (text, { timeZone }) =>
    /^\s*\d{5}(\.\d+)?\s*$/.test(text) ? fromDayNumber(Number(text), timeZone) : text.trim(),
};

/** Lists of objects that are written out. */
export const objectListCell: CellCodec = {
  print: (value) => JSON.stringify(value),
  parse: structureListCell.parse,
};

/** Lists of plain values. */
export const listCell: CellCodec = { parse: (text) => parseItems(text, (item) => item) };

/** `name(id)`. */
export const referenceCell: CellCodec = {
  parse: (text) => {
    const value = looksStructured(text) ? parseJson(text) : undefined;
    return value ?? parseReference(text);
  },
};

/** The value some sets of choices have for "not known"; as a cell it is the sign of no value. */
const unknownChoice = "-";

/** One of several values: the value itself, or its name in any language. */
export function choiceCell(
  choicesOf: (context: RequestContext) => readonly { readonly value: Json; readonly label: Message }[],
): CellCodec {
  return {
    print: (value) => {
      const cell = printCell(value);
      return cell === unknownChoice ? null : cell;
    },
    parse: (text, context) => {
      const choices = choicesOf(context);
      const word = text.trim().toLowerCase();
      const found =
        choices.find(({ value }) => String(value) === text || printCell(value) === text) ??
        choices.find(
          ({ value, label }) =>
            String(value).toLowerCase() === word ||
            languages.some((language) => label[language].toLowerCase() === word),
        );
      return found?.value ?? text;
    },
    unset: (context) => choicesOf(context).find(({ value }) => value === unknownChoice)?.value,
  };
}
