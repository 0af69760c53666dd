import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parsePart, type ReplayPart } from "./replay-api.ts";
import { ReplayEngine, type ReplayScreen } from "./replay-engine.ts";

/** A screen that keeps what is written to it. */
class Paper implements ReplayScreen {
  text = "";
  size = "";
  reset(columns: number, rows: number): void {
    this.text = "";
    this.resize(columns, rows);
  }
  resize(columns: number, rows: number): void {
    this.size = `${columns}x${rows}`;
  }
  write(text: string): Promise<void> {
    this.text += text;
    return Promise.resolve();
  }
}

/** Ten parts of ten seconds; each shows a letter a second, of which the screens of later parts tell. */
const PARTS = 10;
const letter = (second: number) => String.fromCharCode(97 + (second % 26));
const shownBefore = (second: number) => Array.from({ length: second }, (_, at) => letter(at)).join("");

function partAt(number: number): ReplayPart {
  return {
    columns: 80,
    rows: 24,
    screen: shownBefore(number * 10),
    events: Array.from({ length: 10 }, (_, at) => [number * 10 + at, "o", letter(number * 10 + at)] as const),
  };
}

function player(load = (part: number) => Promise.resolve(partAt(part))) {
  const paper = new Paper();
  const loaded: number[] = [];
  const index = {
    duration: 100,
    parts: Array.from({ length: PARTS }, (_, at) => [at * 10, at * 1000] as const),
  };
  const engine = new ReplayEngine({
    index,
    screen: paper,
    load: (part) => {
      loaded.push(part);
      return load(part);
    },
  });
  return { engine, paper, loaded };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the engine of the player", () => {
  it("shows any moment from the part it is in, and reads little else", async () => {
    const { engine, paper, loaded } = player();
    for (const [moment, shown] of [
      [73.5, 74],
      [12, 13],
      [0, 1],
      [99.9, 100],
      [500, 100],
      [-3, 1],
    ] as const) {
      await engine.seek(moment);
      expect(paper.text).toBe(shownBefore(shown));
    }
    expect(new Set(loaded)).toEqual(new Set([7, 8, 1, 2, 0, 9]));
  });

  it("plays from part to part at its speed, shortens pauses, and stops at the end", async () => {
    const { engine, paper } = player();
    await engine.seek(8);
    engine.setSkipIdle(false);
    engine.setSpeed(2);
    engine.play();
    await vi.advanceTimersByTimeAsync(2000);
    expect(engine.state.position).toBeGreaterThan(11);
    expect(engine.state.position).toBeLessThan(12.1);
    expect(paper.text).toBe(shownBefore(12));
    engine.setSpeed(8);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(engine.state).toMatchObject({ playing: false, position: 100 });
    expect(paper.text).toBe(shownBefore(100));
    engine.play();
    await vi.advanceTimersByTimeAsync(500);
    expect(engine.state.position).toBeLessThan(10);
  });

  it("does not wait through a pause", async () => {
    const quiet = (): ReplayPart => ({
      ...{ columns: 80, rows: 24, screen: "" },
      events: [
        [0, "o", "a"],
        [9, "o", "b"],
      ],
    });
    const { engine, paper } = player(() => Promise.resolve(quiet()));
    await engine.seek(0);
    engine.play();
    await vi.advanceTimersByTimeAsync(2500);
    expect(paper.text).toBe("ab");
    engine.pause();
    const { position } = engine.state;
    await vi.advanceTimersByTimeAsync(5000);
    expect(engine.state.position).toBe(position);
  });

  it("shows the moment asked for last, whichever part arrives last", async () => {
    const waiting = new Map<number, () => void>();
    const { engine, paper } = player(
      (part) => new Promise((resolve) => waiting.set(part, () => resolve(partAt(part)))),
    );
    const first = engine.seek(15);
    const second = engine.seek(55);
    waiting.get(5)?.();
    await second;
    waiting.get(1)?.();
    await first;
    expect(paper.text).toBe(shownBefore(56));
    expect(engine.state.position).toBe(55);
  });

  it("says what went wrong, and goes on when asked again", async () => {
    let broken = true;
    const { engine, paper } = player((part) =>
      broken ? Promise.reject(new Error("away")) : Promise.resolve(partAt(part)),
    );
    await engine.seek(20);
    expect(engine.state).toMatchObject({ playing: false, waiting: false, error: expect.any(Error) });
    broken = false;
    await engine.seek(20);
    expect(engine.state.error).toBeNull();
    expect(paper.text).toBe(shownBefore(21));
  });

  it("takes sizes in the order of the output", async () => {
    const { engine, paper } = player(() =>
      Promise.resolve({
        ...{ columns: 80, rows: 24, screen: "" },
        events: [
          [0, "o", "a"],
          [0.5, "r", "100x40"],
          [1, "o", "b"],
        ],
      }),
    );
    await engine.seek(0.2);
    expect([paper.size, paper.text]).toEqual(["80x24", "a"]);
    await engine.seek(2);
    expect([paper.size, paper.text]).toEqual(["100x40", "ab"]);
  });
});

describe("a part of a recording", () => {
  it("is its screen and its events", () => {
    const text = '[3,"k",{"columns":80,"rows":24,"screen":"$ "}]\n[3.5,"o","ls"]\n';
    expect(parsePart(text)).toEqual({ columns: 80, rows: 24, screen: "$ ", events: [[3.5, "o", "ls"]] });
    for (const bad of ["", '[3,"o","x"]\n', "<html>"]) expect(() => parsePart(bad)).toThrow();
  });
});
