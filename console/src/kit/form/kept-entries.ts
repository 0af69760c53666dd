import type { FormValues } from "./form-model.ts";

/**
 * What was entered into forms whose page is in a tab behind the one in front, by address and form. In memory alone:
 * there may be secrets among it.
 */
const kept = new Map<string, FormValues>();

/** Separates the address of a page from the form on it; no address has one. */
const SEPARATOR = " ";

/** Names a form by its page's address, below `/ui`, and by where it is sent. */
export const formKey = (address: string, url: string): string => `${address}${SEPARATOR}${url}`;

const isOn = (path: string) => (key: string) => key.split(/[? ]/, 1)[0] === path;

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function follow(): void {
  if (kept.size === 0) window.removeEventListener("beforeunload", warn);
  else window.addEventListener("beforeunload", warn);
}

/** Keeps entries until their form is drawn again, or their tab is closed. Leaving the console asks about them. */
export function keepEntries(key: string, values: FormValues): void {
  kept.set(key, values);
  follow();
}

/** What was kept of a form. */
export const keptEntries = (key: string): FormValues | undefined => kept.get(key);

/** The entries of a form are in it again, or not wanted any more. */
export function dropEntries(key: string): void {
  kept.delete(key);
  follow();
}

/** Whether anything entered on the page of a path is kept. */
export const hasKeptEntries = (path: string): boolean => [...kept.keys()].some(isOn(path));

/** Drops what was entered on the page of a path. */
export function dropEntriesOn(path: string): void {
  for (const key of [...kept.keys()].filter(isOn(path))) kept.delete(key);
  follow();
}
