import type { PaletteAct, PaletteKind, Verb } from "./palette-kinds.ts";

/** Groups of options, in the order in which they are shown. */
export type PaletteGroup = "acts" | "recent" | "pages" | "phrases" | PaletteKind;

/** What can be chosen in the palette. */
export interface PaletteOption {
  readonly key: string;
  readonly group: PaletteGroup;
  readonly title: string;
  readonly hint: string;
  /** A word on its state: "Running". */
  readonly mark?: string;
  /** What Enter does, what Ctrl Enter does, and what else can be done. None where `verb` is typed. */
  readonly acts: readonly PaletteAct[];
  /** Fits by a word in its middle only: what the server finds may fit better. */
  readonly isWeak?: boolean;
  /** Choosing it types the word of this act. */
  readonly verb?: Verb;
}

/** The act of Ctrl Enter: the second one, or the first in a new tab where that is a page. */
export function secondAct({ acts: [first, second] }: PaletteOption): PaletteAct | undefined {
  if (second !== undefined) return second;
  return first !== undefined && "to" in first ? { name: "open", href: `/ui${first.to}` } : undefined;
}

/** With the act called so in front; undefined where it is not offered. */
export function withActFirst(acts: readonly PaletteAct[], name: Verb): readonly PaletteAct[] | undefined {
  const act = acts.find((each) => each.name === name);
  return act === undefined ? undefined : [act, ...acts.filter((each) => each !== act)];
}
