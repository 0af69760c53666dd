import { FitAddon } from "@xterm/addon-fit";
import { SearchAddon } from "@xterm/addon-search";
import { WebLinksAddon } from "@xterm/addon-web-links";
import { Terminal } from "@xterm/xterm";
import { REDUCED_MOTION } from "../../kit/use-media.ts";
import type { TerminalPalette } from "./palettes.ts";
import { makeCellsReadable } from "./readable-cells.ts";
import { withStyleNonce } from "./style-nonce.ts";

/** Lines kept above the screen. */
const SCROLLBACK = 5000;

const LEAVE_SECOND_SCREEN = "\x1b[?1049l";
const CALM_DOWN = "\x1b[!p\x1b[?1000;1002;1003;1006;1015;2004l\x1b[0m\x1b[?25h";

/**
 * Leaves every mode a broken-off program may have left on, and starts a new line, without losing what was shown.
 * The second screen is left only where it is in use: leaving also moves the cursor back to where it was entered.
 */
export function calmDown(terminal: Terminal): void {
  terminal.write("", () => {
    const second = terminal.buffer.active.type === "alternate";
    terminal.write(`${second ? LEAVE_SECOND_SCREEN : ""}${CALM_DOWN}`, () => {
      if (terminal.buffer.active.cursorX > 0) terminal.write("\r\n");
    });
  });
}

/** A terminal on the page and its helpers. */
export interface OpenTerminal {
  terminal: Terminal;
  fit: FitAddon;
  search: SearchAddon;
}

/** What a terminal is drawn with. */
export interface TerminalLook {
  /** In pixels. */
  readonly fontSize: number;
  /** Names of fonts, as in a style sheet. */
  readonly fontFamily: string;
  readonly palette: TerminalPalette;
}

/**
 * Makes a terminal inside an element. The target cannot touch the person's clipboard or window, and its links open
 * only through `onLink`, after a question.
 */
export function createTerminal(
  element: HTMLElement,
  options: { look: TerminalLook; label: string; onLink(address: string): void },
): OpenTerminal {
  const openLink = (_event: MouseEvent, address: string) => {
    if (/^https?:\/\//i.test(address)) options.onLink(address);
  };
  const terminal = new Terminal({
    allowProposedApi: true,
    scrollback: SCROLLBACK,
    fontSize: options.look.fontSize,
    fontFamily: options.look.fontFamily,
    theme: options.look.palette,
    // Below this some fonts lose their underscores to the next row.
    lineHeight: 1.15,
    cursorBlink: !matchMedia(REDUCED_MOTION).matches,
    macOptionClickForcesSelection: true,
    rightClickSelectsWord: false,
    linkHandler: { activate: openLink },
  });
  const fit = new FitAddon();
  const search = new SearchAddon({ highlightLimit: 1000 });
  terminal.loadAddon(fit);
  terminal.loadAddon(search);
  // Addresses that are only text.
  terminal.loadAddon(new WebLinksAddon(openLink));
  // Programs on the target may neither read nor write the clipboard.
  terminal.parser.registerOscHandler(52, () => true);
  withStyleNonce(() => terminal.open(element));
  makeCellsReadable(terminal);
  terminal.textarea?.setAttribute("aria-label", options.label);
  return { terminal, fit, search };
}
