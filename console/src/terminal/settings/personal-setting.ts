import { type Preferences, preferences } from "@sallyport/contract/preferences";
import { useCallback, useSyncExternalStore } from "react";
import { isRecord } from "../../kit/api/api-error.ts";
import { useLuna } from "../page/luna-context.ts";

/** Colours of the terminals; `auto` follows the page. */
export type TerminalColors = NonNullable<Preferences["terminal_colors"]>;
/** Font of the terminals: the system's own choice, or one by name where it is installed. */
export type TerminalFont = NonNullable<Preferences["terminal_font"]>;

/** The names of the fonts as the browser knows them. */
export const TERMINAL_FONTS: Readonly<Record<Exclude<TerminalFont, "system">, string>> = {
  jetbrains: "JetBrains Mono",
  cascadia: "Cascadia Mono",
  menlo: "Menlo",
  consolas: "Consolas",
  dejavu: "DejaVu Sans Mono",
};

/** What one person chose for terminals, as this browser keeps it; `KeptSettings` brings it to their other browsers. */
export interface PersonalSetting {
  readonly colors: TerminalColors;
  readonly font: TerminalFont;
  /** Whether the row of keys is shown on screens that are touched. */
  readonly isKeyRowShown: boolean;
  /** Whether several lines are pasted only after a question. */
  readonly isPasteGuarded: boolean;
  /** Whether text that is selected is copied. */
  readonly copiesSelection: boolean;
  /** Whether the hints for the first visit were dismissed. */
  readonly areHintsDismissed: boolean;
}

/** What everybody begins with. */
export const DEFAULT_PERSONAL_SETTING: PersonalSetting = {
  colors: "dark",
  font: "system",
  isKeyRowShown: true,
  isPasteGuarded: true,
  copiesSelection: true,
  areHintsDismissed: false,
};

/** Reads a stored setting; what is unknown or broken falls back to the defaults one by one. */
export function parsePersonalSetting(text: string | null): PersonalSetting {
  let stored: Record<string, unknown> = {};
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    if (isRecord(value)) stored = value;
  } catch {
    // Somebody else wrote there: as if nothing were stored.
  }
  const flag = (name: "isKeyRowShown" | "isPasteGuarded" | "copiesSelection" | "areHintsDismissed") => {
    const value = stored[name];
    return typeof value === "boolean" ? value : DEFAULT_PERSONAL_SETTING[name];
  };
  return {
    colors:
      preferences.terminal_colors.find((name) => name === stored.colors) ?? DEFAULT_PERSONAL_SETTING.colors,
    font: isFont(stored.font) ? stored.font : DEFAULT_PERSONAL_SETTING.font,
    isKeyRowShown: flag("isKeyRowShown"),
    isPasteGuarded: flag("isPasteGuarded"),
    copiesSelection: flag("copiesSelection"),
    areHintsDismissed: flag("areHintsDismissed"),
  };
}

function isFont(value: unknown): value is TerminalFont {
  return value === "system" || (typeof value === "string" && Object.hasOwn(TERMINAL_FONTS, value));
}

/** The fonts to draw with, the chosen one first; the last is always there. */
export function fontFamily(font: TerminalFont): string {
  const names = Object.values(TERMINAL_FONTS);
  const chosen = font === "system" ? [] : [TERMINAL_FONTS[font]];
  return [...new Set([...chosen, "SF Mono", ...names])]
    .map((name) => `"${name}"`)
    .join(", ")
    .concat(", monospace");
}

const listeners = new Set<() => void>();
const kept = new Map<string, PersonalSetting>();

const storageKey = (userId: string): string => `sallyport_terminal_${userId}`;

/** What a person chose, read from the browser once and kept. */
export function getPersonalSetting(userId: string): PersonalSetting {
  let setting = kept.get(userId);
  if (setting === undefined) {
    setting = parsePersonalSetting(localStorage.getItem(storageKey(userId)));
    kept.set(userId, setting);
  }
  return setting;
}

/** Changes some of what a person chose, stores it and tells everyone who subscribed. */
export function updatePersonalSetting(userId: string, change: Partial<PersonalSetting>): void {
  const setting = { ...getPersonalSetting(userId), ...change };
  kept.set(userId, setting);
  localStorage.setItem(storageKey(userId), JSON.stringify(setting));
  for (const listener of listeners) listener();
}

/** Calls back on every change, also on one made in another window. Returns the way to stop. */
export function subscribePersonalSetting(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    for (const userId of kept.keys()) if (key === storageKey(userId)) kept.delete(userId);
    listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", onStorage);
  };
}

/** What the signed-in person chose, and the way to change it. */
export function usePersonalSetting(): readonly [PersonalSetting, (change: Partial<PersonalSetting>) => void] {
  const { profile } = useLuna();
  const setting = useSyncExternalStore(subscribePersonalSetting, () => getPersonalSetting(profile.id));
  const update = useCallback(
    (change: Partial<PersonalSetting>) => updatePersonalSetting(profile.id, change),
    [profile.id],
  );
  return [setting, update];
}
