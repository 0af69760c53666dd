/** Whether this computer is one of Apple's, with ⌘ for what others do with Ctrl+Shift. */
export const MAC = /mac/i.test(globalThis.navigator?.platform ?? "");

/** How the keys are written that open the bar for finding text. */
export const FIND_KEYS = MAC ? "⌘F" : "Ctrl+Shift+F";

/** How the keys are written that show the command bar. */
export const BAR_KEYS = MAC ? "⌘B" : "Ctrl+Shift+B";

/** How the keys are written that show the quick commands. */
export const COMMANDS_KEYS = MAC ? "⌘K" : "Ctrl+Shift+K";

/** How the keys are written that paste. */
export const PASTE_KEYS = MAC ? "⌘V" : "Ctrl+Shift+V";

/** How the keys are written that mean something to the page together with a key. */
export const chordOf = (key: string): string => (MAC ? `⌘${key}` : `Ctrl+Shift+${key}`);

/** What a key press means to more than the terminal it comes from. */
export const WORKSPACE_SHORTCUTS = [
  "bar",
  "commands",
  "splitRight",
  "splitDown",
  "focusLeft",
  "focusRight",
  "focusUp",
  "focusDown",
  "help",
] as const;

/** One of these. */
export type WorkspaceShortcut = (typeof WORKSPACE_SHORTCUTS)[number];

/** What a key press in a terminal means to that terminal. */
type OwnShortcut = "find" | "transfer" | "copy" | "paste" | "bigger" | "smaller" | "resetSize";

/** What a key press in a terminal means to the page. */
export type TerminalShortcut = OwnShortcut | WorkspaceShortcut;

/** Whether a key is about more than the terminal it was pressed in. */
export const isOfWorkspace = (shortcut: TerminalShortcut): shortcut is WorkspaceShortcut =>
  WORKSPACE_SHORTCUTS.some((name) => name === shortcut);

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
    case "KeyZ":
      return "transfer";
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
    case "KeyB":
      return "bar";
    case "KeyK":
      return "commands";
    case "KeyE":
      return "splitRight";
    case "KeyO":
      return "splitDown";
    case "ArrowLeft":
      return "focusLeft";
    case "ArrowRight":
      return "focusRight";
    case "ArrowUp":
      return "focusUp";
    case "ArrowDown":
      return "focusDown";
    case "Slash":
      return "help";
    default:
      return undefined;
  }
}
