import { useSyncExternalStore } from "react";

const CHECK_INTERVAL = 5 * 60_000;
const ENTRY = /src="(\/ui\/assets\/index-[\w-]+\.js)"/;

/** The entry script a page of the console loads; its name changes with every build. */
export function entryScript(html: string): string | undefined {
  return ENTRY.exec(html)?.[1];
}

const state = { changed: false, checked: Number.NEGATIVE_INFINITY };
const listeners = new Set<() => void>();

function runningScript(): string | undefined {
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')) {
    const path = new URL(script.src).pathname;
    if (path.startsWith("/ui/assets/index-")) return path;
  }
  return undefined;
}

/**
 * Asks the server which build it serves, at most every few minutes unless it matters now.
 *
 * @returns whether it is another than the one that runs in this tab
 */
export async function checkBuild(now = false): Promise<boolean> {
  if (state.changed || (!now && performance.now() - state.checked < CHECK_INTERVAL)) return state.changed;
  state.checked = performance.now();
  const running = runningScript();
  try {
    const answer = await fetch("/ui/", { cache: "no-store" });
    const served = answer.ok ? entryScript(await answer.text()) : undefined;
    if (running !== undefined && served !== undefined && served !== running) {
      state.changed = true;
      for (const listener of listeners) listener();
    }
  } catch {
    // Nobody answers: the connection has its own bar.
  }
  return state.changed;
}

/** Looks for a new build whenever the person comes back to the tab. Call once. */
export function watchBuild(): void {
  state.checked = performance.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void checkBuild();
  });
  window.addEventListener("focus", () => void checkBuild());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the server has been found to serve another build than the one in this tab. */
export function useNewBuild(): boolean {
  return useSyncExternalStore(subscribe, () => state.changed);
}

/** Whether an error says that a script or style sheet of the console could not be loaded. */
export function isLoadingFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|Unable to preload CSS|module script/i.test(
      error.message,
    )
  );
}
