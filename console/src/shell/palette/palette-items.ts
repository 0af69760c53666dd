/** A page that can be chosen. */
export interface PalettePage {
  readonly path: string;
  readonly title: string;
  /** Where the page stands: the name of its work area. */
  readonly section: string;
}

const NO_MATCH = 9;

/** Whether a page fits by its beginning. */
export const isStrong = (page: PalettePage, typed: string): boolean => rank(page, typed) <= 1;

/** How well a page fits what was typed: 0 is best, 9 is not at all. */
export function rank(page: PalettePage, typed: string): number {
  const query = typed.trim().toLowerCase();
  const title = page.title.toLowerCase();
  if (query === "" || title === query) return 0;
  if (title.startsWith(query)) return 1;
  if (title.includes(` ${query}`)) return 2;
  if (title.includes(query)) return 3;
  const everywhere = `${title} ${page.section.toLowerCase()} ${page.path.toLowerCase()}`;
  return query.split(/\s+/).every((word) => everywhere.includes(word)) ? 4 : NO_MATCH;
}

/**
 * The pages that fit, best first; equals keep their order, and a path stands once.
 *
 * @param most how many at most
 */
export function matchingPages(pages: readonly PalettePage[], typed: string, most: number): PalettePage[] {
  const seen = new Set<string>();
  return pages
    .map((page) => ({ page, rank: rank(page, typed) }))
    .filter((item) => item.rank < NO_MATCH)
    .sort((a, b) => a.rank - b.rank)
    .map(({ page }) => page)
    .filter(({ path }) => !seen.has(path) && seen.add(path))
    .slice(0, most);
}

/** The option to mark after a key: next or previous around the ends, a page of them, or the same. */
export function nextActive(active: number, count: number, key: string): number {
  if (count === 0) return 0;
  switch (key) {
    case "ArrowDown":
      return (active + 1) % count;
    case "ArrowUp":
      return (active - 1 + count) % count;
    case "PageDown":
      return Math.min(active + 5, count - 1);
    case "PageUp":
      return Math.max(active - 5, 0);
    default:
      return Math.min(active, count - 1);
  }
}

/** Whether a key press asks for the palette: ⌘ K on Apple's systems, Ctrl K elsewhere. */
export function isPaletteShortcut(
  event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">,
  apple: boolean,
): boolean {
  const modifier = apple ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  return modifier && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k";
}
