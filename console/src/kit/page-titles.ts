type Listener = (path: string, title: string) => void;

const state: { listener: Listener } = { listener: () => {} };

/** Connects whoever remembers visited pages; called once by the application. */
export function connectPageTitles(listener: Listener): void {
  state.listener = listener;
}

/** Says what a page is called once its content is known, for example with the name of the object it shows. */
export function announcePageTitle(path: string, title: string): void {
  state.listener(path, title);
}
