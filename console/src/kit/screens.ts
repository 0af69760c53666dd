const state: { exists: (path: string) => boolean } = { exists: () => false };

/** Tells the kit which paths have a screen; called once by the application, which owns the route table. */
export function connectScreens(exists: (path: string) => boolean): void {
  state.exists = exists;
}

/**
 * Whether a path has a screen, so that no link leads nowhere.
 *
 * @param path path below `/ui`, without query
 */
export function screenExists(path: string): boolean {
  return state.exists(path);
}
