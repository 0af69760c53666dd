import "@xterm/xterm/css/xterm.css";
import { createTerminal } from "../../session/create-terminal.ts";
import type { TerminalPalette } from "../../session/palettes.ts";
import type { ReplayScreen } from "./replay-engine.ts";

const FONT = '"JetBrains Mono", "Cascadia Mono", "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace';
const FONT_SIZES = { least: 5, most: 28, first: 14 };
const LARGEST = { columns: 1000, rows: 400 };

/** Modes by which a recorded program asked for the mouse; here it selects text. */
const MOUSE: ReadonlySet<number | number[]> = new Set([9, 1000, 1001, 1002, 1003, 1005, 1006, 1015, 1016]);

const within = (value: number, most: number): number =>
  Number.isInteger(value) && value > 0 ? Math.min(value, most) : 1;

/** A terminal that shows a recording: nobody types into it, and nothing recorded acts beyond its screen. */
export interface ReplayTerminal extends ReplayScreen {
  /** Whether the person has selected text. */
  hasSelection(): boolean;
  setPalette(palette: TerminalPalette): void;
  dispose(): void;
}

/** Makes the terminal of a player inside an element, as large as its place lets the recorded size be. */
export function createReplayTerminal(
  place: HTMLElement,
  options: { palette: TerminalPalette; label: string },
): ReplayTerminal {
  const { terminal } = createTerminal(place, {
    look: { fontSize: FONT_SIZES.first, fontFamily: FONT, palette: options.palette },
    label: options.label,
    // A link that was recorded leads nowhere.
    onLink: () => {},
  });
  terminal.options.disableStdin = true;
  terminal.options.scrollback = 0;
  terminal.options.cursorBlink = false;
  // Keys belong to the player.
  terminal.attachCustomKeyEventHandler(() => false);
  terminal.parser.registerCsiHandler({ prefix: "?", final: "h" }, (modes) =>
    modes.every((mode) => MOUSE.has(mode)),
  );
  let frame = 0;
  const fit = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      const drawn = place.querySelector(".xterm-screen")?.getBoundingClientRect();
      const size = terminal.options.fontSize ?? FONT_SIZES.first;
      if (drawn === undefined || drawn.width === 0 || place.clientWidth === 0) return;
      const factor = Math.min(place.clientWidth / drawn.width, place.clientHeight / drawn.height);
      const wanted = Math.floor(size * factor * 2) / 2;
      const next = Math.min(FONT_SIZES.most, Math.max(FONT_SIZES.least, wanted));
      if (Math.abs(next - size) >= 0.5) terminal.options.fontSize = next;
    });
  };
  const observer = new ResizeObserver(fit);
  observer.observe(place);
  const resize = (columns: number, rows: number) => {
    terminal.resize(within(columns, LARGEST.columns), within(rows, LARGEST.rows));
    fit();
  };
  return {
    reset(columns, rows) {
      terminal.reset();
      resize(columns, rows);
    },
    resize,
    write: (text) => new Promise((resolve) => terminal.write(text, resolve)),
    hasSelection: () => terminal.hasSelection(),
    setPalette(palette) {
      terminal.options.theme = palette;
    },
    dispose() {
      cancelAnimationFrame(frame);
      observer.disconnect();
      terminal.dispose();
    },
  };
}
