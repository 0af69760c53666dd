interface CloseTabState {
  readonly done: string;
}

/**
 * State of a navigation that leaves a page for good, because its form was saved or its object deleted: whoever keeps
 * visited pages releases it and of the pages below it (docs/contract/console.md, "Tabs").
 *
 * @param path of the page that is left, below `/ui`
 */
export function closeTabState(path: string): CloseTabState {
  return { done: path };
}

/** The path a navigation leaves for good; undefined when it leaves none. */
export function closedTabPath(state: unknown): string | undefined {
  const path = (state as Partial<CloseTabState> | null)?.done;
  return typeof path === "string" ? path : undefined;
}
