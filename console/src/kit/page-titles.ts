/** Hears what the page at a path is called. */
export type TitleListener = (path: string, title: string) => void;

const listeners = new Set<TitleListener>();

/**
 * Tells somebody who remembers visited pages what they are called.
 *
 * @returns ends it
 */
export function connectPageTitles(listener: TitleListener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Says what a page is called once its content is known, for example with the name of the object it shows. */
export function announcePageTitle(path: string, title: string): void {
  for (const listener of listeners) listener(path, title);
}
