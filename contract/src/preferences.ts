/** Smallest and largest size of text in terminals, in pixels. */
export const terminalFontSizes = { smallest: 5, largest: 60 } as const;

const fontSizes: readonly string[] = Array.from(
  { length: terminalFontSizes.largest - terminalFontSizes.smallest + 1 },
  (_, index) => String(terminalFontSizes.smallest + index),
);

/**
 * What people choose for themselves in the console and find again in any browser: each name with the values it may
 * have. Absent is the usual. Extension: docs/contract/console.md, "Beyond the contract".
 */
export const preferences = {
  /** Whether the start page shows the way to a first recorded session; by itself it does until all is done. */
  getting_started: ["open", "closed"],
  /** Colors of terminals; `auto` follows the page. */
  terminal_colors: ["dark", "light", "auto"],
  /** Font of terminals: the system's own choice, or one by name where it is installed. */
  terminal_font: ["system", "jetbrains", "cascadia", "menlo", "consolas", "dejavu"],
  /** Size of their text, in pixels. */
  terminal_font_size: fontSizes,
  /** Whether the row of keys is shown on screens that are touched. */
  terminal_key_row: ["shown", "hidden"],
  /** Whether several lines are pasted only after a question. */
  terminal_paste_guard: ["on", "off"],
  /** Whether text that is selected is copied. */
  terminal_copy_on_select: ["on", "off"],
  /** What the right mouse button does in a terminal. */
  terminal_right_click: ["menu", "paste"],
  /** What the backspace key sends. */
  terminal_backspace: ["delete", "control-h"],
  /** Whether the hints for the first visit are shown. */
  terminal_hints: ["shown", "hidden"],
} as const;

/** The name of a preference. */
export type PreferenceName = keyof typeof preferences;

/** What somebody has chosen; names without a choice are absent. */
export type Preferences = { readonly [Name in PreferenceName]?: (typeof preferences)[Name][number] };
