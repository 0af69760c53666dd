import { describe, expect, test } from "vitest";
import { Connection } from "./connection.ts";

/** A device and a server that do as told, and a clock that stands still until moved. */
function world() {
  const state = { answers: false, online: true, probes: 0, time: 0 };
  const waiting: { milliseconds: number; callback: () => void }[] = [];
  const connection = new Connection({
    probe: async () => {
      state.probes += 1;
      return state.answers;
    },
    online: () => state.online,
    now: () => state.time,
    later: (milliseconds, callback) => {
      const entry = { milliseconds, callback };
      waiting.push(entry);
      return () => waiting.splice(waiting.indexOf(entry), 1);
    },
  });
  const tick = async () => {
    waiting[0]?.callback();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { connection, state, waiting, tick };
}

describe("Connection", () => {
  test("is lost with the first call nobody answers, and asks again at growing intervals", async () => {
    const { connection, waiting, tick } = world();
    connection.reached(false);
    expect(connection.state).toBe("lost");
    const pauses: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      pauses.push(waiting[0]?.milliseconds ?? 0);
      await tick();
    }
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000]);
  });

  test("asks once at a time, however many calls fail", () => {
    const { connection, waiting } = world();
    for (let call = 0; call < 10; call += 1) connection.reached(false);
    expect(waiting).toHaveLength(1);
  });

  test("is back with any answer, and then asks no more", async () => {
    const { connection, state, waiting, tick } = world();
    const seen: string[] = [];
    connection.subscribe(() => seen.push(connection.state));
    connection.reached(false);
    state.answers = true;
    await tick();
    expect(seen).toEqual(["lost", "connected"]);
    expect(waiting).toEqual([]);
    connection.reached(false);
    expect(waiting[0]?.milliseconds).toBe(1000);
  });

  test("tells a device without network from a server that is silent", () => {
    const { connection, state } = world();
    state.online = false;
    connection.reached(false);
    expect(connection.state).toBe("offline");
    state.online = true;
    connection.reached(false);
    expect(connection.state).toBe("lost");
  });

  test("is not back by the late answer to what was asked before it was lost", () => {
    const { connection, state } = world();
    const asked = state.time;
    state.time = 10;
    connection.reached(false);
    connection.reached(true, asked);
    expect(connection.state).toBe("lost");
    connection.reached(true, 10);
    expect(connection.state).toBe("connected");
  });

  test("a listener that left hears nothing", () => {
    const { connection } = world();
    let calls = 0;
    const leave = connection.subscribe(() => {
      calls += 1;
    });
    leave();
    connection.reached(false);
    expect(calls).toBe(0);
  });
});
