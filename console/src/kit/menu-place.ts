import { useEffect, useSyncExternalStore } from "react";

let place: string | undefined;
const listeners = new Set<() => void>();

function setPlace(path: string | undefined): void {
  place = path;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * Marks another entry of the menu than the one its address belongs to, while a page is shown.
 *
 * @param path of the entry; `undefined` leaves it to the address
 */
export function useMenuPlace(path: string | undefined): void {
  useEffect(() => {
    if (path === undefined) return;
    setPlace(path);
    return () => setPlace(undefined);
  }, [path]);
}

/** The entry that the page shown asks to be marked; `undefined` where it leaves it to its address. */
export const useMenuPlaceAsked = (): string | undefined => useSyncExternalStore(subscribe, () => place);
