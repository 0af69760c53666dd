import { useState } from "react";

/**
 * Trims a text on change without taking away the blank a person is about to type after: what is shown keeps its
 * outer blanks until the input is left, what is reported has none (docs/contract/console.md, "Forms").
 *
 * @param text the value
 * @param report called with the trimmed text
 */
export function useTrimmedText(text: string, report: ((text: string) => void) | undefined) {
  const [draft, setDraft] = useState(text);
  return {
    shown: draft.trim() === text ? draft : text,
    type: (typed: string) => {
      setDraft(typed);
      const trimmed = typed.trim();
      if (trimmed !== text) report?.(trimmed);
    },
    leave: () => setDraft(text),
  };
}
