import type { Query } from "../api/client.ts";
import type { FileFormat } from "../transfer/file-format.ts";

/** What a list says about its export beyond the rules of all lists. */
export interface ExportPlan {
  /** List URL to export from when it differs from the list's own. */
  readonly url?: string;
  /** Ranges that are not offered; all that make sense are unless named. */
  readonly without?: readonly ExportRange[];
  /** Said in the dialog. */
  readonly hint?: string;
}

/** Which rows are exported. */
export type ExportRange = "all" | "selected" | "filtered";

/** What an export can start from: the state of a list. */
export interface ExportSource {
  /** Filters, search, dates, order and fixed query of the list. */
  readonly query: Query;
  readonly filtered: boolean;
  /** How many rows are selected. */
  readonly selected: number;
}

/**
 * The ranges that can be chosen, the likeliest first: all only while nothing filters, the selected only while there
 * are some, the filtered only while something filters (docs/contract/console.md, "Export").
 */
export function exportRanges(source: ExportSource, without: readonly ExportRange[] = []): ExportRange[] {
  const offered: Readonly<Record<ExportRange, boolean>> = {
    selected: source.selected > 0,
    filtered: source.filtered,
    all: !source.filtered,
  };
  return (["selected", "filtered", "all"] as const).filter(
    (range) => offered[range] && !without.includes(range),
  );
}

/**
 * The query of an export: that of the list without its paging, with the format, and the selection if there is one.
 *
 * @param spm token of the cached selection
 */
export function exportQuery(query: Query, format: FileFormat, spm: string | undefined): Query {
  const { limit: _limit, offset: _offset, ...rest } = query;
  return { ...rest, ...(spm === undefined ? {} : { spm }), format };
}
