/** Whether this computer is one of Apple's, with ⌘ for what others do with Ctrl+Shift. */
export const MAC = /mac/i.test(globalThis.navigator?.platform ?? "");

/** How the keys are written that open the bar for finding text. */
export const FIND_KEYS = MAC ? "⌘F" : "Ctrl+Shift+F";

/** How the keys are written that paste. */
export const PASTE_KEYS = MAC ? "⌘V" : "Ctrl+Shift+V";

/** What a key press in a terminal means to the page. */
export type TerminalShortcut = "find" | "copy" | "paste" | "bigger" | "smaller" | "resetSize";

/** The parts of a keyboard event this looks at. */
export interface KeyPress {
  code: string;
  key: string;
  ctrlKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

/**
 * The page's meaning of a key; undefined leaves it to the terminal. Only Ctrl+Shift combinations (⌘ on a Mac) are
 * taken, so that every control key still reaches the target.
 */
export function terminalShortcut(event: KeyPress, mac: boolean): TerminalShortcut | undefined {
  const chord = mac
    ? event.metaKey && !event.ctrlKey && !event.altKey
    : event.ctrlKey && event.shiftKey && !event.altKey;
  if (!chord || (!mac && event.metaKey)) return undefined;
  switch (event.code) {
    case "KeyF":
      return "find";
    case "KeyC":
      return "copy";
    case "KeyV":
      return "paste";
    case "Equal":
    case "NumpadAdd":
      return "bigger";
    case "Minus":
    case "NumpadSubtract":
      return "smaller";
    case "Digit0":
    case "Numpad0":
      return "resetSize";
    default:
      return undefined;
  }
}
