import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  INITIAL_SESSION,
  isLive,
  mayReconnect,
  nextSession,
  type SessionEvent,
  type SessionState,
} from "./session-state.ts";

const run = (events: SessionEvent[], start: SessionState = INITIAL_SESSION) =>
  events.reduce(nextSession, start);

describe("session state", () => {
  it("walks from connecting to live", () => {
    expect(run([{ type: "hello" }])).toEqual({ phase: "starting" });
    expect(run([{ type: "hello" }, { type: "session", id: "s" }])).toEqual({ phase: "live", sessionId: "s" });
  });

  it("knows whether it is recorded where the server says so, and keeps knowing while it is paused", () => {
    const open = run([{ type: "hello" }, { type: "session", id: "s", recorded: true }]);
    expect(open).toEqual({ phase: "live", sessionId: "s", recorded: true });
    expect(nextSession(open, { type: "paused", by: "Ann" }).recorded).toBe(true);
    expect(run([{ type: "hello" }, { type: "session", id: "s" }]).recorded).toBeUndefined();
  });

  it("can be connected again when it is over or open, not while it is being opened", () => {
    const phases = [
      "preparing",
      "connecting",
      "starting",
      "live",
      "paused",
      "reconnecting",
      "closed",
    ] as const;
    expect(phases.filter(mayReconnect)).toEqual(["live", "paused", "closed"]);
  });

  it("pauses and resumes, and forgets who paused", () => {
    const live = run([{ type: "hello" }, { type: "session", id: "s" }]);
    const paused = nextSession(live, { type: "paused", by: "Ann" });
    expect(paused).toMatchObject({ phase: "paused", pausedBy: "Ann", sessionId: "s" });
    expect(nextSession(paused, { type: "resumed" })).toEqual(live);
    expect(nextSession(live, { type: "resumed" })).toBe(live);
  });

  it("tells an end from a loss and from a refusal", () => {
    expect(run([{ type: "disconnected" }]).reason).toBe("refused");
    expect(run([{ type: "hello" }, { type: "disconnected" }]).reason).toBe("lost");
    expect(run([{ type: "hello" }, { type: "ended" }]).reason).toBe("failed");
    expect(run([{ type: "hello" }, { type: "session", id: "s" }, { type: "ended" }])).toMatchObject({
      phase: "closed",
      reason: "ended",
      sessionId: "s",
    });
  });

  it("keeps what the gateway said until the next attempt", () => {
    const over = run([
      { type: "hello" },
      { type: "error", message: "host key changed" },
      { type: "disconnected" },
    ]);
    expect(over).toEqual({ phase: "closed", reason: "failed", message: "host key changed" });
    expect(nextSession(over, { type: "reconnect" })).toEqual({ phase: "preparing" });
  });

  it("goes through a fresh token when it is started again", () => {
    const over = run([{ type: "hello" }, { type: "ended" }]);
    expect(run([{ type: "reconnect" }, { type: "connect" }, { type: "hello" }], over)).toEqual({
      phase: "starting",
    });
    expect(run([{ type: "reconnect" }, { type: "tokenFailed", message: "no" }], over)).toEqual({
      phase: "closed",
      reason: "token",
      message: "no",
    });
  });

  it("leaves closed only by a reconnect, whatever comes late", () => {
    const event: fc.Arbitrary<SessionEvent> = fc.constantFrom<SessionEvent>(
      { type: "connect" },
      { type: "hello" },
      { type: "session", id: "x" },
      { type: "paused", by: "x" },
      { type: "resumed" },
      { type: "error", message: "x" },
      { type: "ended" },
      { type: "disconnected" },
      { type: "tokenFailed", message: "x" },
    );
    fc.assert(
      fc.property(fc.array(event), fc.array(event), (before, after) => {
        const over = run([...before, { type: "ended" }]);
        expect(isLive(over.phase)).toBe(false);
        expect(run(after, over)).toBe(over);
      }),
    );
  });
});
