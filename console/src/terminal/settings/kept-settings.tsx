import type { Preferences } from "@sallyport/contract/preferences";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { toastFailure } from "../../kit/feedback.ts";
import { preferencesQuery, useChoosePreference } from "../../kit/preferences.ts";
import { useLuna } from "../page/luna-context.ts";
import {
  getTerminalSetting,
  subscribeTerminalSetting,
  type TerminalSetting,
  updateTerminalSetting,
} from "./luna-setting.ts";
import {
  getPersonalSetting,
  type PersonalSetting,
  subscribePersonalSetting,
  updatePersonalSetting,
} from "./personal-setting.ts";

/** Milliseconds a choice rests before it is sent: a size is stepped through. */
const pause = 500;

/** What is chosen about terminals, as this browser keeps it. */
export interface TerminalChoices {
  readonly personal: PersonalSetting;
  readonly terminal: TerminalSetting;
}

/** The same as preferences of the person. Contract: docs/contract/identity.md, "Preferences". */
export function toPreferences({ personal, terminal }: TerminalChoices): Preferences {
  return {
    terminal_colors: personal.colors,
    terminal_font: personal.font,
    terminal_font_size: String(terminal.fontSize),
    terminal_key_row: personal.isKeyRowShown ? "shown" : "hidden",
    terminal_paste_guard: personal.isPasteGuarded ? "on" : "off",
    terminal_copy_on_select: personal.copiesSelection ? "on" : "off",
    terminal_right_click: terminal.quickPaste ? "paste" : "menu",
    terminal_backspace: terminal.backspaceAsCtrlH ? "control-h" : "delete",
    terminal_hints: personal.areHintsDismissed ? "hidden" : "shown",
  };
}

/** What there is with what was chosen elsewhere put over it. */
export function withPreferences({ personal, terminal }: TerminalChoices, kept: Preferences): TerminalChoices {
  const is = <Value extends string>(value: Value | undefined, wanted: Value, otherwise: boolean): boolean =>
    value === undefined ? otherwise : value === wanted;
  return {
    personal: {
      colors: kept.terminal_colors ?? personal.colors,
      font: kept.terminal_font ?? personal.font,
      isKeyRowShown: is(kept.terminal_key_row, "shown", personal.isKeyRowShown),
      isPasteGuarded: is(kept.terminal_paste_guard, "on", personal.isPasteGuarded),
      copiesSelection: is(kept.terminal_copy_on_select, "on", personal.copiesSelection),
      areHintsDismissed: is(kept.terminal_hints, "hidden", personal.areHintsDismissed),
    },
    terminal: {
      fontSize: kept.terminal_font_size === undefined ? terminal.fontSize : Number(kept.terminal_font_size),
      quickPaste: is(kept.terminal_right_click, "paste", terminal.quickPaste),
      backspaceAsCtrlH: is(kept.terminal_backspace, "control-h", terminal.backspaceAsCtrlH),
    },
  };
}

/** Those of `now` that are not as they were `before`. */
const changesOf = (now: Preferences, before: Preferences): Preferences =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => before[name as keyof Preferences] !== value),
  );

/**
 * Keeps what the person chooses for terminals on the server, and takes over, once, what they chose in another browser.
 * On a server that keeps no choices they stay in this browser.
 */
export function KeptSettings(): null {
  const { profile } = useLuna();
  const { data } = useQuery(preferencesQuery);
  const choose = useChoosePreference();
  const isKept = data !== undefined && data !== null;
  // The first answer alone counts: a later one may not know yet what was chosen since.
  const first = useRef(data);
  if (first.current === undefined) first.current = data;
  useEffect(() => {
    const kept = first.current;
    if (!isKept || kept === undefined || kept === null) return;
    const now = (): TerminalChoices => ({
      personal: getPersonalSetting(profile.id),
      terminal: getTerminalSetting(),
    });
    const taken = withPreferences(now(), kept);
    updatePersonalSetting(profile.id, taken.personal);
    updateTerminalSetting(taken.terminal);
    let sent = toPreferences(taken);
    const send = (): void => {
      const changes = changesOf(toPreferences(now()), sent);
      if (Object.keys(changes).length === 0) return;
      sent = { ...sent, ...changes };
      choose(changes).catch(toastFailure);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(send, pause);
    };
    const stops = [subscribePersonalSetting(wait), subscribeTerminalSetting(wait)];
    // Whoever closes the window right after choosing meant it.
    window.addEventListener("pagehide", send);
    return () => {
      window.removeEventListener("pagehide", send);
      clearTimeout(timer);
      for (const stop of stops) stop();
      send();
    };
  }, [isKept, profile.id, choose]);
  return null;
}
