const state: { refresh: () => Promise<unknown> } = { refresh: async () => {} };

/** Connects {@link refreshShownData} to what holds the data; called once by the application. */
export function connectShownData(refresh: () => Promise<unknown>): void {
  state.refresh = refresh;
}

/** Fetches again what the page shows, after something changed it elsewhere. */
export function refreshShownData(): Promise<unknown> {
  return state.refresh();
}
