import { whenIdle } from "../../kit/when-idle.ts";

/** A page somebody was on. */
export interface RecentPage {
  /** Path below `/ui`, without query. */
  readonly path: string;
  readonly title: string;
}

/** How many pages are remembered. */
const MOST = 12;

/** The list with one more page, newest first; each path stands once, with its latest title. */
export function withRecent(pages: readonly RecentPage[], page: RecentPage): RecentPage[] {
  return [page, ...pages.filter(({ path }) => path !== page.path)].slice(0, MOST);
}

/** Reads what was remembered; anything that is not a list of pages counts as nothing. */
export function parseRecent(text: string | null): RecentPage[] {
  try {
    const list: unknown = JSON.parse(text ?? "[]");
    if (!Array.isArray(list)) return [];
    return list.filter(
      (item): item is RecentPage =>
        typeof item?.path === "string" && item.path.startsWith("/") && typeof item.title === "string",
    );
  } catch {
    return [];
  }
}

function storageKey(username: string, organization: string | undefined): string {
  return `recentPages:${username}:${organization ?? ""}`;
}

/** The pages a person visited last in an organization, newest first. */
export function recentPages(username: string, organization: string | undefined): RecentPage[] {
  return parseRecent(localStorage.getItem(storageKey(username, organization)));
}

/**
 * Remembers a visited page once the browser has nothing better to do: it is in nobody's way while the page is drawn.
 * A full or forbidden storage is no reason to fail.
 */
export function rememberPage(username: string, organization: string | undefined, page: RecentPage): void {
  whenIdle(() => storePage(username, organization, page));
}

function storePage(username: string, organization: string | undefined, page: RecentPage): void {
  const pages = withRecent(recentPages(username, organization), page);
  try {
    localStorage.setItem(storageKey(username, organization), JSON.stringify(pages));
  } catch {
    // The page works without it.
  }
}
