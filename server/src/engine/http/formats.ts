import type { AnswerFormat } from "../access/context.ts";
import { ApiError } from "../errors.ts";
import { text } from "../i18n/texts.ts";
import { tabularMediaTypes } from "../tabular/tabular-file.ts";

/** Formats the API answers in, by the word of `?format=` and of the suffix. */
const formats: readonly AnswerFormat[] = ["json", "csv", "xlsx"];

/** The ranges of `Accept` that ask for each format, the ones that take anything at the end. */
const ranges: Readonly<Record<AnswerFormat, readonly string[]>> = {
  json: ["application/json", "application/*", "*/*"],
  csv: [...tabularMediaTypes.csv, "text/*"],
  xlsx: tabularMediaTypes.xlsx,
};

const suffix = /^(\/api\/v1\/[^?]*[^/?.])\.([a-z]{3,4})\/?(?=\?|$)/;

const isFormat = (word: string): word is AnswerFormat => (formats as readonly string[]).includes(word);

/**
 * `/api/v1/users/users.csv` is another way to write `/api/v1/users/users/?format=csv`.
 * Contract: docs/contract/conventions.md, "Formats".
 */
export function withoutFormatSuffix(url: string): string {
  const [whole, path, format] = suffix.exec(url) ?? [];
  if (whole === undefined || path === undefined || format === undefined || !isFormat(format)) return url;
  const rest = url.slice(whole.length);
  return `${path}/${rest === "" ? "?" : `${rest}&`}format=${format}`;
}

/**
 * The format of an answer. Refuses what cannot be answered: a format there is none of (404), or an `Accept` that
 * takes none of ours (406). The parameter is stronger than the header.
 */
export function negotiateFormat(format: string | undefined, accept: string | undefined): AnswerFormat {
  if (format !== undefined && format !== "") {
    if (!isFormat(format)) throw new ApiError(404, "not_found", text.urlNotFound);
    return format;
  }
  if (accept === undefined || accept.trim() === "") return "json";
  const wanted = accept.slice(0, 1000).split(",").map(readRange);
  let best: { readonly format: AnswerFormat; readonly rank: number } | null = null;
  for (const name of formats) {
    for (const { type, weight } of wanted) {
      const index = ranges[name].indexOf(type);
      // Of ranges with one weight the narrower counts, and JSON before the files.
      const rank = weight * 10 - (type.endsWith("*") ? index : 0);
      if (index >= 0 && weight > 0 && (best === null || rank > best.rank)) best = { format: name, rank };
    }
  }
  if (best === null) throw new ApiError(406, "not_acceptable", text.notAcceptable);
  return best.format;
}

function readRange(range: string): { readonly type: string; readonly weight: number } {
  const [type = "", ...options] = range.split(";").map((part) => part.trim().toLowerCase());
  const weight = options.find((option) => option.startsWith("q="));
  return { type, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 };
}
