import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildTimeline, type CastEvent, formatClock, playedEvents } from "./timeline.ts";

/** Ascending times, in whole milliseconds so that sums stay exact enough to compare. */
const times = fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 1, maxLength: 40 }).map((gaps) => {
  let time = 0;
  return gaps.map((gap) => {
    time += gap / 1000;
    return time;
  });
});

describe("timeline", () => {
  it("shortens pauses and leaves the rest", () => {
    const line = buildTimeline([1, 2, 12, 13, 33], 2);
    expect(line).toMatchObject({ duration: 33, played: 7 });
    expect(line.pauses).toEqual([
      { from: 2, to: 12 },
      { from: 13, to: 33 },
    ]);
    expect([0, 2, 3, 4, 8, 12, 13, 14, 20, 33].map(line.toPlayer)).toEqual([0, 2, 3, 4, 4, 4, 5, 6, 7, 7]);
    expect([0, 2, 3, 4, 5, 6, 7].map(line.toRecording)).toEqual([0, 2, 3, 12, 13, 14, 33]);
  });

  it("changes nothing without a limit", () => {
    const line = buildTimeline([1, 100], undefined);
    expect(line.played).toBe(100);
    expect(line.toPlayer(50)).toBe(50);
    expect(line.toRecording(50)).toBe(50);
  });

  it("stays inside the recording", () => {
    const line = buildTimeline([5], 1);
    expect(line.toPlayer(-3)).toBe(0);
    expect(line.toPlayer(99)).toBe(line.played);
    expect(line.toRecording(99)).toBe(5);
    expect(buildTimeline([], 1)).toMatchObject({ duration: 0, played: 0 });
  });

  it("goes there and back, never backwards, for any recording", () => {
    fc.assert(
      fc.property(
        times,
        fc.integer({ min: 1, max: 5 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (list, limit, part) => {
          const line = buildTimeline(list, limit);
          expect(line.played).toBeLessThanOrEqual(line.duration + 1e-9);
          const at = part * line.played;
          expect(line.toPlayer(line.toRecording(at))).toBeCloseTo(at, 6);
          let previous = 0;
          for (const time of list) {
            const shown = line.toPlayer(time);
            expect(shown).toBeGreaterThanOrEqual(previous - 1e-9);
            expect(shown - previous).toBeLessThanOrEqual(limit + 1e-9);
            previous = shown;
          }
        },
      ),
    );
  });

  it("moves every event to where the timeline says", () => {
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 5 }), (list, limit) => {
        const line = buildTimeline(list, limit);
        const events = list.map((time): CastEvent => [time, "o", "x"]);
        for (const [index, [time]] of playedEvents(events, line).entries()) {
          expect(time).toBeCloseTo(line.toPlayer(list[index] ?? 0), 6);
        }
      }),
    );
  });

  it("writes clocks", () => {
    expect([0, 59.9, 60, 3599, 3661, -1].map(formatClock)).toEqual([
      "0:00",
      "0:59",
      "1:00",
      "59:59",
      "1:01:01",
      "0:00",
    ]);
  });
});
