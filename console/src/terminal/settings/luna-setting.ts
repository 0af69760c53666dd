import { terminalFontSizes } from "@sallyport/contract/preferences";

/** What the person chose for terminals, as this page uses it and this browser keeps it. */
export interface TerminalSetting {
  /** Font size in pixels, 5 to 60. */
  fontSize: number;
  /** Right click pastes (Ctrl + right click keeps the browser's menu). */
  quickPaste: boolean;
  /** The backspace key sends Ctrl+H instead of DEL. */
  backspaceAsCtrlH: boolean;
}

/** Smallest font size offered, in pixels. */
export const MIN_FONT_SIZE = terminalFontSizes.smallest;
/** Largest font size offered, in pixels. */
export const MAX_FONT_SIZE = terminalFontSizes.largest;

const STORAGE_KEY = "LunaSetting";

/** What a browser that never stored anything starts with. */
export const DEFAULT_TERMINAL_SETTING: TerminalSetting = {
  fontSize: 14,
  quickPaste: false,
  backspaceAsCtrlH: false,
};

/** Brings a wished font size (pixels) into the offered range; anything unusable becomes the default. */
export function clampFontSize(size: unknown): number {
  const number = typeof size === "string" ? Number.parseFloat(size) : size;
  if (typeof number !== "number" || !Number.isFinite(number)) return DEFAULT_TERMINAL_SETTING.fontSize;
  return Math.min(MAX_FONT_SIZE, Math.max(MIN_FONT_SIZE, Math.round(number)));
}

/** Stored flags are the strings `"0"` and `"1"` in the contract, but other clients write real booleans. */
export function flag(value: unknown): boolean {
  return value === true || value === 1 || value === "1";
}

function storedObject(text: string | null): Record<string, unknown> {
  if (!text) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

/**
 * Reads the stored `LunaSetting` text; unknown or broken values fall back to the defaults one by one.
 * Implements docs/contract/console.md, "Web terminal".
 */
export function parseTerminalSetting(text: string | null): TerminalSetting {
  const stored = storedObject(text);
  return {
    fontSize: "fontSize" in stored ? clampFontSize(stored.fontSize) : DEFAULT_TERMINAL_SETTING.fontSize,
    quickPaste: flag(stored.quickPaste),
    backspaceAsCtrlH: flag(stored.backspaceAsCtrlH),
  };
}

/**
 * The text to store for a setting. Keys of the stored object this page does not know are kept, because
 * other programs of the contract read the same entry.
 */
export function serializeTerminalSetting(setting: TerminalSetting, previous: string | null): string {
  return JSON.stringify({
    ...storedObject(previous),
    fontSize: clampFontSize(setting.fontSize),
    quickPaste: setting.quickPaste ? "1" : "0",
    backspaceAsCtrlH: setting.backspaceAsCtrlH ? "1" : "0",
  });
}

/** All that is stored, also what this page does not use. */
export const stored = (): Record<string, unknown> => storedObject(localStorage.getItem(STORAGE_KEY));

/** Changes some of what is stored, and leaves the rest. */
export function changeStored(values: Readonly<Record<string, unknown>>): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...stored(), ...values }));
}

type Listener = () => void;
const listeners = new Set<Listener>();
let current: TerminalSetting | undefined;

/** The setting in force, read from the browser once and kept. */
export function getTerminalSetting(): TerminalSetting {
  current ??= parseTerminalSetting(localStorage.getItem(STORAGE_KEY));
  return current;
}

/** Changes some of the setting, stores it and tells everyone who subscribed. */
export function updateTerminalSetting(change: Partial<TerminalSetting>): void {
  current = { ...getTerminalSetting(), ...change };
  current.fontSize = clampFontSize(current.fontSize);
  localStorage.setItem(STORAGE_KEY, serializeTerminalSetting(current, localStorage.getItem(STORAGE_KEY)));
  for (const listener of listeners) listener();
}

/** Calls back on every change, also on one made in another window. Returns the way to stop. */
export function subscribeTerminalSetting(listener: Listener): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== STORAGE_KEY) return;
    current = parseTerminalSetting(event.newValue);
    listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", onStorage);
  };
}
