import { ApiError } from "../errors.ts";
import { text } from "../i18n/texts.ts";

/** Formats the API answers in, by the word of `?format=` and of the suffix. */
const formats: ReadonlySet<string> = new Set(["json"]);

/** What `Accept` has to take one of. */
const accepted: ReadonlySet<string> = new Set(["*/*", "application/*", "application/json"]);

const suffix = /^(\/api\/v1\/[^?]*[^/?.])\.([a-z]{3,4})\/?(?=\?|$)/;

/**
 * `/api/v1/users/users.json` is another way to write `/api/v1/users/users/?format=json`.
 * Contract: docs/contract/conventions.md, "Formats".
 */
export function withoutFormatSuffix(url: string): string {
  const [whole, path, format] = suffix.exec(url) ?? [];
  if (whole === undefined || path === undefined || format === undefined || !formats.has(format)) return url;
  const rest = url.slice(whole.length);
  return `${path}/${rest === "" ? "?" : `${rest}&`}format=${format}`;
}

/**
 * Refuses what cannot be answered: a format there is none of (404), or an `Accept` that takes none of ours (406).
 * The parameter is stronger than the header.
 */
export function checkFormat(format: string | undefined, accept: string | undefined): void {
  if (format !== undefined && format !== "") {
    if (!formats.has(format)) throw new ApiError(404, "not_found", text.urlNotFound);
    return;
  }
  if (accept === undefined || accept.trim() === "") return;
  const ranges = accept.slice(0, 1000).split(",").map(readRange);
  if (!ranges.some(({ type, weight }) => weight > 0 && accepted.has(type))) {
    throw new ApiError(406, "not_acceptable", text.notAcceptable);
  }
}

function readRange(range: string): { readonly type: string; readonly weight: number } {
  const [type = "", ...options] = range.split(";").map((part) => part.trim().toLowerCase());
  const weight = options.find((option) => option.startsWith("q="));
  return { type, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 };
}
