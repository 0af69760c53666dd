import type { WatcherScreen } from "../../stages/watcher.ts";
import type { TerminalChannel } from "./channel.ts";

/** The screen of a browser that looks at somebody's session. */
export const viewerScreen = (channel: TerminalChannel): WatcherScreen => ({
  acknowledges: channel.acknowledges,
  send: (data, taken) => channel.socket.send(data, { binary: true, compress: false }, taken),
  resized: ({ cols, rows }) => channel.send("TERMINAL_RESIZE", { Width: cols, Height: rows }),
  paused: (user, reason) =>
    channel.send("TERMINAL_SESSION_PAUSE", { user, ...(reason === "" ? {} : { reason }) }),
  resumed: (user) => channel.send("TERMINAL_SESSION_RESUME", { user }),
  ended: () => channel.close(),
});
