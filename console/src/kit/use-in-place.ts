import { type RefObject, useEffect, useRef, useState } from "react";

/** Something that turns into an input when it is chosen. */
export interface InPlace {
  readonly editing: boolean;
  /** The button that begins; it has the focus again when the keyboard ended the editing. */
  readonly button: RefObject<HTMLButtonElement | null>;
  begin(): void;
  /** @param keyboard whether a key ended it */
  end(keyboard: boolean): void;
}

/** Keeps whether something is edited in its place, and gives the focus back. */
export function useInPlace(): InPlace {
  const [editing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const returning = useRef(false);
  useEffect(() => {
    if (editing || !returning.current) return;
    returning.current = false;
    button.current?.focus();
  }, [editing]);
  return {
    editing,
    button,
    begin: () => setEditing(true),
    end: (keyboard) => {
      returning.current = keyboard;
      setEditing(false);
    },
  };
}
