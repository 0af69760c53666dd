import { type KeyboardEvent, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { RouteEntry } from "../routes/route-entry.ts";
import { nextActive } from "./palette-items.ts";
import type { PaletteAct } from "./palette-kinds.ts";
import { type PaletteOption, secondAct } from "./palette-option.ts";
import { usePaletteItems } from "./use-palette-items.ts";
import { usePaletteWords } from "./use-palette-words.ts";

interface Choosing {
  readonly screens: readonly RouteEntry[];
  /** Names of acts, where they are options themselves. */
  readonly nameOf: (act: PaletteAct) => string;
  readonly onClose: () => void;
}

/** The acts on one object as options. */
const actOptions = (option: PaletteOption, nameOf: Choosing["nameOf"]): PaletteOption[] =>
  option.acts.map((act) => ({
    key: act.name,
    group: option.group,
    title: nameOf(act),
    hint: "",
    acts: [act],
  }));

/** What is typed, marked and chosen in the palette. */
export function usePaletteChoice({ screens, nameOf, onClose }: Choosing) {
  const navigate = useNavigate();
  const words = usePaletteWords();
  const [typed, setTyped] = useState("");
  const [marked, setActive] = useState(0);
  const [inside, setInside] = useState<PaletteOption>();
  /** Enter was pressed before there was anything that fits well: it counts once the server has answered. */
  const [isHurried, setHurried] = useState(false);
  const items = usePaletteItems(screens, typed);
  const options = inside === undefined ? items.options : actOptions(inside, nameOf);
  const active = nextActive(marked, options.length, "");

  const type = (text: string) => {
    setTyped(text);
    setActive(0);
    setInside(undefined);
    setHurried(false);
  };
  const enter = (option: PaletteOption | undefined) => {
    setInside(option);
    setActive(0);
  };
  const perform = (act: PaletteAct | undefined) => {
    if (act === undefined) return;
    onClose();
    if ("run" in act) act.run();
    else if ("href" in act) window.open(act.href, "_blank", "noopener");
    else void navigate(act.to);
  };
  const choose = (option: PaletteOption, second: boolean) => {
    if (option.verb !== undefined) type(`${(words.verbs[option.verb].split(",")[0] ?? "").trim()} `);
    else perform(second ? secondAct(option) : option.acts[0]);
  };
  useEffect(() => {
    const [first] = items.options;
    if (!isHurried || items.searching) return;
    setHurried(false);
    if (first !== undefined) choose(first, false);
  });

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter that ends the composition of a character chooses nothing.
    if (event.nativeEvent.isComposing) return;
    const option = options[active];
    const { selectionStart, value } = event.currentTarget;
    const isAtEnd = selectionStart === value.length;
    if (/^(Arrow(Up|Down)|Page(Up|Down))$/.test(event.key)) {
      setActive(nextActive(active, options.length, event.key));
    } else if (event.key === "Enter") {
      const isUnsure = option === undefined || (option.isWeak === true && active === 0);
      if (isUnsure && items.searching) setHurried(true);
      else if (option !== undefined) choose(option, event.ctrlKey || event.metaKey);
    } else if (
      event.key === "ArrowRight" &&
      inside === undefined &&
      isAtEnd &&
      (option?.acts.length ?? 0) > 1
    ) {
      enter(option);
    } else if (inside !== undefined && /^(ArrowLeft|Backspace|Escape)$/.test(event.key)) {
      enter(undefined);
    } else return;
    event.preventDefault();
  };
  return { ...items, typed, type, options, active, setActive, inside, enter, choose, press };
}
