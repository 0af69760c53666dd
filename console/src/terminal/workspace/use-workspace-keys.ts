import { useCallback, useRef } from "react";
import { neighborOf, type PaneSide } from "../session/pane-layout.ts";
import type { WorkspaceShortcut } from "../session/shortcuts.ts";
import { useTabs } from "./tabs-context.ts";

const SIDES: Partial<Record<WorkspaceShortcut, PaneSide>> = {
  focusLeft: "left",
  focusRight: "right",
  focusUp: "top",
  focusDown: "bottom",
};

/**
 * Performs the keys of the page that are about more than one terminal.
 *
 * @param act what they do besides
 */
export function useWorkspaceKeys(act: {
  /** Undefined where there is no command bar. */
  readonly bar: (() => void) | undefined;
  /** Undefined for who may have no quick commands. */
  readonly commands: (() => void) | undefined;
  help(): void;
}): (shortcut: WorkspaceShortcut, isPressed: boolean) => boolean {
  const tabs = useTabs();
  const latest = useRef({ tabs, act });
  latest.current = { tabs, act };
  return useCallback((shortcut, isPressed) => {
    const { state, inputs, dispatch, split } = latest.current.tabs;
    const { bar, commands, help } = latest.current.act;
    const { active, layout } = state;
    if (active === undefined) return false;
    const side = SIDES[shortcut];
    const next = side === undefined || layout === undefined ? undefined : neighborOf(layout, active, side);
    // Without another terminal beside it the keys belong to the program.
    if (side !== undefined && next === undefined) return false;
    if (shortcut === "bar" && bar === undefined) return false;
    if (shortcut === "commands" && commands === undefined) return false;
    if (!isPressed) return true;
    if (next !== undefined) {
      dispatch({ type: "activated", key: next });
      inputs.get(next)?.focus();
    } else if (shortcut === "bar") bar?.();
    else if (shortcut === "commands") commands?.();
    else if (shortcut === "help") help();
    else split(active, shortcut === "splitDown" ? "bottom" : "right");
    return true;
  }, []);
}
