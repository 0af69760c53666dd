// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepTabs, readKeptTabs, resumptionOf } from "./kept-sessions.ts";
import { LastingConnection } from "./lasting-connection.ts";
import type { SessionEvent } from "./session-state.ts";
import { nextTabs, restoredTabs } from "./tabs-state.ts";
import type { TerminalConnection, TerminalConnectionHandlers } from "./terminal-connection.ts";

/** Sockets that do what the test says, and what was reported of them. */
function begin(sessionId?: string) {
  const events: SessionEvent[] = [];
  const resumed: { id: string; secret: string }[] = [];
  let handlers: TerminalConnectionHandlers | undefined;
  const typed: string[] = [];
  const socket = { input: (text: string) => void typed.push(text), close: () => {}, probe: () => {} };
  const opened = (given: TerminalConnectionHandlers) => {
    handlers = given;
    return socket as unknown as TerminalConnection;
  };
  const connection = new LastingConnection(
    {
      open: opened,
      resume: (id, secret, given) => {
        resumed.push({ id, secret });
        return opened(given);
      },
    },
    {
      size: () => ({ cols: 80, rows: 24 }),
      output: () => {},
      event: (event) => void events.push(event),
      opened: () => {},
    },
    sessionId,
  );
  return {
    connection,
    events,
    resumed,
    typed,
    socket: () => {
      if (handlers === undefined) throw new Error("no socket was opened");
      return handlers;
    },
    live: (secret: string) => {
      handlers?.event({ type: "hello" });
      handlers?.event({ type: "session", id: "s" });
      handlers?.kept?.({ secret, seconds: 60 });
    },
  };
}

describe("a lasting connection", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    sessionStorage.clear();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("takes the session up again with the secret it was given last", () => {
    const { events, resumed, socket, live, connection, typed } = begin();
    live("first");
    socket().event({ type: "disconnected" });
    expect(events.at(-1)).toEqual({ type: "interrupted" });
    connection.input("lost");
    vi.advanceTimersByTime(500);
    expect(resumed).toEqual([{ id: "s", secret: "first" }]);
    live("second");
    connection.input("ls\r");
    expect(typed).toEqual(["ls\r"]);
    expect(resumptionOf("s")?.secret).toBe("second");
    connection.close();
    expect(resumptionOf("s")).toBeUndefined();
  });

  it("tries until the gateway's time is over, and at once when the network is back", () => {
    const { events, resumed, socket, live } = begin();
    live("only");
    socket().event({ type: "disconnected" });
    for (let attempt = 0; attempt < 100 && events.at(-1)?.type === "interrupted"; attempt += 1) {
      vi.advanceTimersByTime(10_000);
      socket().event({ type: "disconnected" });
    }
    expect(events.at(-1)).toEqual({ type: "disconnected" });
    expect(resumed.length).toBeGreaterThan(5);
    expect(resumptionOf("s")).toBeUndefined();

    const other = begin();
    other.live("only");
    other.socket().event({ type: "disconnected" });
    window.dispatchEvent(new Event("online"));
    expect(other.resumed).toHaveLength(1);
    other.connection.close();
  });

  it("reports the end where nothing is kept, and what the gateway says when it refuses", () => {
    const plain = begin();
    plain.socket().event({ type: "hello" });
    plain.socket().event({ type: "session", id: "s" });
    plain.socket().event({ type: "disconnected" });
    expect(plain.events.at(-1)).toEqual({ type: "disconnected" });

    const refused = begin();
    refused.live("used");
    refused.socket().event({ type: "disconnected" });
    vi.advanceTimersByTime(500);
    refused.socket().event({ type: "error", message: "over" });
    refused.socket().event({ type: "ended" });
    expect(refused.events.slice(-2)).toEqual([{ type: "error", message: "over" }, { type: "ended" }]);
    expect(resumptionOf("s")).toBeUndefined();
  });

  it("brings the tabs of a page back that was loaded anew, to the same person alone", () => {
    const target = {
      assetId: "a",
      assetName: "web",
      address: "",
      accountName: "root",
      typedSecret: false,
      hasFiles: false,
      tokenId: "t",
      request: {
        asset: "a",
        account: "root",
        protocol: "ssh",
        input_username: "",
        input_secret: "",
        connect_method: "web_cli",
        connect_options: {},
      },
    };
    const before = begin();
    before.live("secret");
    let state = nextTabs(restoredTabs({ tabs: [] }), { type: "opened", target });
    state = before.events.reduce(
      (tabs, event) => nextTabs(tabs, { type: "session", key: "tab-1", attempt: 1, event }),
      state,
    );
    keepTabs("ann", state);
    const restored = restoredTabs(readKeptTabs("ann"));
    expect(restored.tabs[0]?.session).toEqual({ phase: "reconnecting", sessionId: "s", isKept: true });
    const after = begin("s");
    expect(after.resumed).toEqual([{ id: "s", secret: "secret" }]);
    after.connection.close();
    expect(readKeptTabs("ann")).toEqual({ tabs: [] });
    expect(readKeptTabs("bob")).toEqual({ tabs: [] });
    before.connection.close();
  });
});
