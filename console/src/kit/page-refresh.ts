/** Navigation state of a refresh: the page is drawn again at the address it has. */
export const REFRESH = { refresh: true } as const;

/** Whether a navigation draws the same page anew, by which what was typed into it is lost. */
export function isRefresh(state: unknown): boolean {
  return typeof state === "object" && state !== null && "refresh" in state && state.refresh === true;
}
