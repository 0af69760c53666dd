import { lazy, useState } from "react";
import { LoadBoundary, LoadFailed } from "../page/load-boundary.tsx";
import { isFilesTab } from "../session/tabs-state.ts";
import { useMayHaveQuickCommands } from "./may-have-quick-commands.ts";
import { Panes } from "./panes.tsx";
import { SessionToolbar } from "./session-toolbar.tsx";
import { TabStrip } from "./tab-strip.tsx";
import { useTabs } from "./tabs-context.ts";
import { useBroadcast } from "./use-broadcast.ts";
import { useWorkspaceKeys } from "./use-workspace-keys.ts";

const CommandBar = lazy(() => import("./command-bar.tsx"));
const QuickPalette = lazy(() => import("./quick-palette.tsx"));
const KeyboardMap = lazy(() => import("./keyboard-map.tsx"));

/** The tabs, what is sent to several of them, and the terminals below. */
export default function Terminals() {
  const { state, inputs } = useTabs();
  const [finding, setFinding] = useState<string>();
  const [isHelpShown, setHelpShown] = useState(false);
  const [isPaletteShown, setPaletteShown] = useState(false);
  const showPalette = useMayHaveQuickCommands() ? () => setPaletteShown(true) : undefined;
  const broadcast = useBroadcast();
  const toggleBar = broadcast.isAllowed ? broadcast.toggle : undefined;
  const onShortcut = useWorkspaceKeys({
    bar: toggleBar,
    commands: showPalette,
    help: () => setHelpShown(true),
  });
  const front = state.tabs.find((tab) => tab.key === state.active);
  const closePalette = () => {
    setPaletteShown(false);
    // While the dialog is there, it keeps the keyboard.
    setTimeout(() => inputs.get(state.active ?? "")?.focus());
  };
  const find = (key: string, isFinding: boolean) => setFinding(isFinding ? key : undefined);
  return (
    <>
      {front && (
        <TabStrip
          marked={broadcast.marked}
          tools={
            isFilesTab(front) ? null : (
              <SessionToolbar
                tab={front}
                isFinding={finding === front.key}
                onFind={(isFinding) => find(front.key, isFinding)}
                isBarShown={broadcast.isShown}
                onToggleBar={toggleBar}
                onCommands={showPalette}
                onHelp={() => setHelpShown(true)}
              />
            )
          }
        />
      )}
      {broadcast.isShown && (
        <LoadBoundary wait={null} failed={<LoadFailed onClose={broadcast.toggle} />}>
          <CommandBar broadcast={broadcast} />
        </LoadBoundary>
      )}
      <Panes finding={finding} marked={broadcast.marked} onFind={find} onShortcut={onShortcut} />
      {isPaletteShown && (
        <LoadBoundary wait={null} failed={<LoadFailed onClose={closePalette} />}>
          <QuickPalette
            onClose={closePalette}
            onChoose={(command) => {
              closePalette();
              inputs.get(state.active ?? "")?.paste(command);
            }}
          />
        </LoadBoundary>
      )}
      {isHelpShown && (
        <LoadBoundary wait={null} failed={<LoadFailed onClose={() => setHelpShown(false)} />}>
          <KeyboardMap onClose={() => setHelpShown(false)} />
        </LoadBoundary>
      )}
    </>
  );
}
