import { LOG } from "@sallyport/contract/look/tokens";
import { FitAddon } from "@xterm/addon-fit";
import { Terminal } from "@xterm/xterm";
import "@xterm/xterm/css/xterm.css";

/** How following goes. */
export type FollowState = "connecting" | "following" | "ended" | "lost" | "signed-out";

/** A log on the page. */
export interface FollowedLog {
  close(): void;
}

/** What to follow, and where. */
export interface FollowOptions {
  readonly task: string;
  /** `celery` or `ansible`. */
  readonly type: string;
  /** Accessible name of the terminal. */
  readonly label: string;
  readonly onState: (state: FollowState) => void;
}

/** Milliseconds before a lost connection is tried again, at first and at most. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;

/** The sign-in ended: trying again would not help. */
const SIGNED_OUT = 4401;

/** More lines than the longest log has. */
const SCROLLBACK = 100_000;

/** Colours of the page of a log, which is dark in every look. */
const PALETTE = {
  background: LOG.ground,
  foreground: LOG.text,
  cursor: LOG.ground,
  selectionBackground: LOG.selection,
  red: LOG.bad,
  green: LOG.good,
  brightBlack: LOG.muted,
} as const;

/**
 * Follows the log of a task in a terminal inside `element`: what was said before first, then as it is said. A lost
 * connection is made again, and the log shown from its beginning. Nothing can be typed.
 */
export function followLog(element: HTMLElement, options: FollowOptions): FollowedLog {
  const { task, type, label, onState } = options;
  const terminal = new Terminal({
    disableStdin: true,
    scrollback: SCROLLBACK,
    fontSize: 13,
    lineHeight: 1.2,
    fontFamily:
      '"JetBrains Mono", "Cascadia Mono", "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
    theme: PALETTE,
    cursorInactiveStyle: "none",
    // Addresses in a log are text.
    linkHandler: { activate: () => undefined },
  });
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  for (const command of [0, 1, 2, 8, 52]) terminal.parser.registerOscHandler(command, () => true);
  terminal.open(element);
  terminal.textarea?.setAttribute("aria-label", label);
  terminal.textarea?.setAttribute("readonly", "");
  fit.fit();
  const resized = new ResizeObserver(() => fit.fit());
  resized.observe(element);

  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = FIRST_PAUSE;
  let isOver = false;

  const connect = (): void => {
    onState("connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const current = new WebSocket(`${scheme}://${location.host}/ws/ops/tasks/log/`);
    socket = current;
    let isFirst = true;
    current.onopen = () => current.send(JSON.stringify({ task, type }));
    current.onmessage = ({ data }) => {
      const said = JSON.parse(String(data)) as { readonly event?: string; readonly message?: string };
      if (isFirst) {
        isFirst = false;
        pause = FIRST_PAUSE;
        // What stood there before comes again.
        terminal.reset();
        onState("following");
      }
      terminal.write(said.message ?? "");
      if (said.event !== "end") return;
      isOver = true;
      onState("ended");
      current.close();
    };
    current.onclose = ({ code }) => {
      if (isOver) return;
      if (code === SIGNED_OUT) return onState("signed-out");
      onState("lost");
      timer = setTimeout(connect, pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    };
  };
  connect();
  return {
    close() {
      isOver = true;
      clearTimeout(timer);
      socket?.close();
      resized.disconnect();
      terminal.dispose();
    },
  };
}
