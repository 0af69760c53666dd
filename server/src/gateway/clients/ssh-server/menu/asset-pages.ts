import type { AssetSearch } from "../../../../transport/connections/index.ts";
import type { AssetChoice } from "../../../ports.ts";

/** What is listed: which assets, without where in the list one is. */
export type Listing = Omit<AssetSearch, "limit" | "offset" | "sortBy">;

/** A page of a list. */
export interface AssetPage {
  readonly rows: readonly AssetChoice[];
  /** Number of the first row, from 1. */
  readonly first: number;
  readonly page: number;
  readonly pages: number;
  readonly total: number;
}

/** Most rows on a page without pages. */
const mostRows = 5000;

/** Fewest rows on a page that follows the height of the terminal. */
const fewestRows = 5;

/** Lines of a terminal that are no rows: headings, the line below them, help and prompt. */
const otherLines = 8;

/** Rows on a page of a terminal so high. */
export function rowsOfPage(pageSize: number | "auto" | "all", height: number): number {
  if (pageSize === "all") return mostRows;
  return pageSize === "auto" ? Math.max(fewestRows, height - otherLines) : pageSize;
}

/** Goes through a list page by page. */
export class AssetPages {
  readonly #find: (
    search: Omit<AssetSearch, "sortBy">,
  ) => Promise<{ total: number; rows: readonly AssetChoice[] }>;
  #listing: Listing;
  #page = 1;
  #shown: AssetPage | null = null;

  constructor(
    find: (search: Omit<AssetSearch, "sortBy">) => Promise<{ total: number; rows: readonly AssetChoice[] }>,
    listing: Listing,
  ) {
    this.#find = find;
    this.#listing = listing;
  }

  get listing(): Listing {
    return this.#listing;
  }

  /** The page that is shown; null before anything is. */
  get shown(): AssetPage | null {
    return this.#shown;
  }

  /** Another list, from its first page. */
  list(listing: Listing): void {
    this.#listing = listing;
    this.#page = 1;
    this.#shown = null;
  }

  /** Turns pages; stays on the last and on the first. */
  turn(pages: number): void {
    this.#page = Math.max(1, this.#page + pages);
  }

  /** Reads the page as it is now. */
  async read(rowsPerPage: number): Promise<AssetPage> {
    let offset = (this.#page - 1) * rowsPerPage;
    let { total, rows } = await this.#find({ ...this.#listing, limit: rowsPerPage, offset });
    if (rows.length === 0 && this.#page > 1) {
      // Beyond the end nothing tells how many there are.
      const first = await this.#find({ ...this.#listing, limit: 1, offset: 0 });
      this.#page = Math.max(1, Math.ceil(first.total / rowsPerPage));
      offset = (this.#page - 1) * rowsPerPage;
      ({ total, rows } = await this.#find({ ...this.#listing, limit: rowsPerPage, offset }));
    }
    const pages = Math.max(1, Math.ceil(total / rowsPerPage));
    this.#shown = { rows, total, pages, page: this.#page, first: offset + 1 };
    return this.#shown;
  }

  /** The asset with that number on the page that is shown. */
  row(number: number): AssetChoice | undefined {
    return this.#shown === null ? undefined : this.#shown.rows[number - this.#shown.first];
  }
}
