import { useMemo, useState } from "react";
import { useLuna } from "../page/luna-context.ts";
import { isTerminalTab, type TerminalTab } from "../session/tabs-state.ts";
import { useTabs } from "./tabs-context.ts";

/** The command bar, and who gets what is sent from it. */
export interface Broadcast {
  /** Whether the server lets commands be sent to several terminals. */
  readonly isAllowed: boolean;
  readonly isShown: boolean;
  toggle(): void;
  /** The terminals that can get something. */
  readonly connected: readonly TerminalTab[];
  /** Keys of those that were chosen; undefined: all that are connected. */
  readonly chosen: ReadonlySet<string> | undefined;
  choose(keys: ReadonlySet<string> | undefined): void;
  /** Those that get it. */
  readonly targets: readonly TerminalTab[];
  /** Their keys while the bar is shown. */
  readonly marked: ReadonlySet<string>;
  /** Types text in all of them. */
  send(text: string): void;
}

/** Holds the command bar of the page. */
export function useBroadcast(): Broadcast {
  const { settings } = useLuna();
  const { state, inputs } = useTabs();
  const [isWanted, setWanted] = useState(false);
  const [chosen, choose] = useState<ReadonlySet<string>>();
  const isAllowed = settings.SECURITY_COMMAND_EXECUTION === true;
  const isShown = isAllowed && isWanted;
  const connected = state.tabs.filter((tab) => isTerminalTab(tab) && tab.session.phase === "live");
  const targets = connected.filter(({ key }) => chosen === undefined || chosen.has(key));
  const keys = targets.map(({ key }) => key).join(" ");
  const marked = useMemo(
    () => new Set(isShown && keys !== "" ? keys.split(" ") : []) as ReadonlySet<string>,
    [isShown, keys],
  );
  return {
    isAllowed,
    isShown,
    toggle: () => setWanted(!isWanted),
    connected,
    chosen,
    choose,
    targets,
    marked,
    send: (text) => {
      for (const { key } of targets) inputs.get(key)?.type(text);
    },
  };
}
