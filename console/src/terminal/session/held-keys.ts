/** Modifiers tapped in the row of keys, which hold for the next key. */
export interface HeldKeys {
  readonly isCtrl: boolean;
  readonly isAlt: boolean;
}

/** None is held. */
export const NOTHING_HELD: HeldKeys = { isCtrl: false, isAlt: false };

/** A key of the row that is no character. */
export type RowKey = "escape" | "tab" | "left" | "up" | "down" | "right";

const ARROWS = { up: "A", down: "B", right: "C", left: "D" } as const;

/** Whether any modifier is held. */
export function isHeld({ isCtrl, isAlt }: HeldKeys): boolean {
  return isCtrl || isAlt;
}

/** What a key of the row sends. `isApplication`: the program asked for the other codes of the arrows (DECCKM). */
export function keySequence(key: RowKey, held: HeldKeys, isApplication: boolean): string {
  if (key === "escape") return held.isAlt ? "\x1b\x1b" : "\x1b";
  if (key === "tab") return held.isAlt ? "\x1b\t" : "\t";
  const modifier = 1 + (held.isAlt ? 2 : 0) + (held.isCtrl ? 4 : 0);
  if (modifier > 1) return `\x1b[1;${modifier}${ARROWS[key]}`;
  return `\x1b${isApplication ? "O" : "["}${ARROWS[key]}`;
}

/** The control character of a key; undefined where it has none. */
function controlCharacter(character: string): string | undefined {
  if (character === " ") return "\0";
  if (character === "?") return "\x7f";
  if (character === "/" || character === "-") return "\x1f";
  const code = character.toUpperCase().charCodeAt(0);
  return code >= 0x40 && code <= 0x5f ? String.fromCharCode(code & 0x1f) : undefined;
}

/** Typed text with the held modifiers, which go to its first character; undefined for what is no key of a person. */
export function withHeldKeys(text: string, held: HeldKeys): string | undefined {
  const first = text.charAt(0);
  // What the terminal itself answers to a program begins with an escape.
  if (first === "" || first === "\x1b") return undefined;
  const key = held.isCtrl ? (controlCharacter(first) ?? first) : first;
  return `${held.isAlt ? "\x1b" : ""}${key}${text.slice(1)}`;
}
