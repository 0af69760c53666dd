import type { KeyboardEvent } from "react";

/** What the keys of the search box do. */
interface SearchKeys {
  /** The text being typed. */
  readonly text: string;
  /** Whether the arrows move through the suggestions; those of a date belong to its input. */
  readonly moves: boolean;
  /** Number of suggestions, and the index of the one that is meant; below zero where none is. */
  readonly count: number;
  readonly active: number;
  readonly setOpen: (open: boolean) => void;
  readonly setActive: (index: number) => void;
  readonly enter: () => void;
  readonly leave: () => void;
  readonly backspace: () => void;
}

/** The handler of the search box's keys. */
export function searchKeys(keys: SearchKeys) {
  const { text, moves, count, active, setOpen, setActive, enter, leave, backspace } = keys;
  return (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && moves) {
      event.preventDefault();
      setOpen(true);
      if (count > 0) setActive((active + step + count + (active < 0 && step < 0 ? 1 : 0)) % count);
    } else if (event.key === "Enter") {
      event.preventDefault();
      enter();
    } else if (event.key === "Escape") leave();
    else if (event.key === "Backspace" && text === "") {
      event.preventDefault();
      backspace();
    }
  };
}
