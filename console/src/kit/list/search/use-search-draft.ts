import { useRef, useState } from "react";
import type { FilterOption } from "./filter-options.ts";
import { picked } from "./typed-value.ts";

/** What is being typed into the search box: the text, the field it is for, and the suggestion that is meant. */
export function useSearchDraft() {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [field, setField] = useState<FilterOption>();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const type = (next: string) => {
    setText(next);
    setOpen(true);
    setActive(next.trim() === "" && field === undefined ? -1 : 0);
  };
  const reset = () => {
    setText("");
    setField(undefined);
    setActive(-1);
  };
  const begin = (option: FilterOption, value = "") => {
    setField(option);
    setText(value);
    setOpen(true);
    setActive(picked(option) ? 0 : -1);
    input.current?.focus();
  };
  return { input, text, setText, field, open, setOpen, active, setActive, type, reset, begin };
}
