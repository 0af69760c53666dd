import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import {
  drawScreen,
  TerminalParser,
  TerminalScreen,
  TerminalStyles,
} from "../../transport/terminal/index.ts";
import { LiveScreen } from "./live-screen.ts";
import { WatchStage } from "./watch.ts";
import type { WatcherScreen } from "./watcher.ts";

const size = { cols: 20, rows: 6 };

/** A terminal that draws what it is sent. */
class Drawn {
  readonly screen = new TerminalScreen(size, {}, { styles: new TerminalStyles() });
  readonly #parser = new TerminalParser(this.screen, {});

  write(data: Buffer | string): this {
    this.#parser.write(data.toString());
    return this;
  }

  /** Text, how it is drawn, cursor and modes. */
  get state(): unknown {
    const { screen } = this;
    const columns = Array.from({ length: size.cols }, (_, column) => column);
    const rows = (lines: typeof screen.shown) =>
      lines.map((row) => [
        row.text(0, size.cols),
        columns.map((column) => screen.styles?.sequence(row.styleAt(column))),
      ]);
    const { behind, isAlternate, margins, row, insertMode, autoWrap, styles } = screen;
    return {
      shown: rows(screen.shown),
      behind:
        behind === null ? null : [rows(behind.lines), behind.row, Math.min(behind.column, size.cols - 1)],
      ...{ isAlternate, margins, row, insertMode, autoWrap },
      column: Math.min(screen.column, size.cols - 1),
      style: styles?.sequence(styles.current),
    };
  }
}

/** Pieces of what programs write. */
const piece = fc.oneof(
  fc.string({ maxLength: 12 }).map((text) => text.replace(/\p{Cc}/gu, "")),
  fc.constantFrom(
    "\r\n",
    "\r",
    "\n",
    "\b",
    "\t",
    "\x1b(0",
    "\x1b(B",
    "é",
    "\x1b7",
    "\x1b8",
    "\x1bM",
    "\x1b[?7l",
    "\x1b[?7h",
  ),
  fc.constantFrom(
    "\x1b[?1049h",
    "\x1b[?1049l",
    "\x1b[2;4r",
    "\x1b[r",
    "\x1b[4h",
    "\x1b[4l",
    "\x1b[0m",
    "\x1b[m",
  ),
  fc.constantFrom("\x1b[1;31m", "\x1b[44m", "\x1b[38;5;200m", "\x1b[48;2;1;2;3m", "\x1b[7m", "\x1b[27;39m"),
  fc
    .tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 22 }))
    .map(([r, c]) => `\x1b[${r};${c}H`),
  fc
    .tuple(fc.integer({ min: 0, max: 3 }), fc.constantFrom("J", "K", "L", "M", "P", "@", "X", "S", "T"))
    .map(([count, final]) => `\x1b[${count}${final}`),
);

describe("the screen of a session", () => {
  it("is drawn anew as it is, whatever was written", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const session = new Drawn().write(pieces.join(""));
        const joined = new Drawn()
          .write("left over \x1b[41m\x1b[?1049h\x1b[3;4r")
          .write(drawScreen(session.screen));
        expect(joined.state).toEqual(session.state);
      }),
      { numRuns: 500 },
    );
  });

  it("goes on from the picture, wherever the output was cut", () => {
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 30 }), fc.nat(), (pieces, at) => {
        const output = Buffer.from(pieces.join(""));
        const cut = at % (output.length + 1);
        const live = new LiveScreen(size);
        live.write(output.subarray(0, cut));
        const joined = new Drawn().write(Buffer.concat([live.draw(), output.subarray(cut)]));
        const all = new LiveScreen(size);
        all.write(output);
        expect(joined.state).toEqual(new Drawn().write(all.draw()).state);
      }),
      { numRuns: 500 },
    );
  });

  it("keeps wide characters, also halves of them, in their columns", () => {
    const live = new LiveScreen(size);
    live.write(Buffer.from("漢字 x\r\n漢字 x\x1b[2;2H-\r\n\x1b[3;19H字"));
    const text = new Drawn()
      .write(live.draw())
      .write("!")
      .screen.shown.map((row) => row.text());
    expect(text.slice(0, 4)).toEqual(["漢字 x", expect.stringMatching(/-字 x$/), `${" ".repeat(18)}字`, "!"]);
  });

  it("is the same where a long output was passed over", () => {
    const lines = (colour: string) =>
      Array.from({ length: 20_000 }, (_, index) => `${colour}line ${index}\r\n`).join("");
    for (const output of [
      lines(""),
      lines("\x1b[32m"),
      `\x1b[2;4r${lines("")}`,
      `${lines("")}\x1b[Hat the top`,
    ]) {
      const passed = new LiveScreen(size);
      passed.write(Buffer.from(output));
      expect(new Drawn().write(passed.draw()).state).toEqual(new Drawn().write(output).state);
    }
  });
});

/** The screen of a watcher in memory. */
function watcher(options: { stalls?: boolean; acknowledges?: boolean } = {}) {
  const sent: Buffer[] = [];
  const told: string[] = [];
  const screen: WatcherScreen = {
    acknowledges: options.acknowledges ?? false,
    send(data, taken) {
      sent.push(data);
      if (options.stalls !== true) setImmediate(taken);
    },
    resized: ({ cols, rows }) => told.push(`${cols}x${rows}`),
    paused: (by, reason) => told.push(`paused ${by} ${reason}`),
    resumed: (by) => told.push(`resumed ${by}`),
    ended: () => told.push("ended"),
  };
  return {
    screen,
    told,
    get bytes() {
      return sent.reduce((sum, data) => sum + data.length, 0);
    },
    get state() {
      return new Drawn().write(Buffer.concat(sent)).state;
    },
  };
}

const started = () => new WatchStage({ size, charset: null, hasTerminal: true });

describe("those who watch", () => {
  it("see the screen as it is when they join, then what comes, and what is done to the session", async () => {
    const stage = started();
    for (let line = 0; line < 50_000; line += 1) stage.output(Buffer.from(`line ${line}\r\n`));
    stage.paused("Ada(ada)", "lunch");
    const late = watcher();
    stage.join(late.screen);
    const shown = new Drawn().write(
      Array.from({ length: 9 }, (_, line) => `line ${49_991 + line}\r\n`).join(""),
    );
    await vi.waitFor(() => expect(late.state).toEqual(shown.state));
    expect(late.bytes).toBeLessThan(2_000);
    stage.output(Buffer.from("$ "));
    shown.write("$ ");
    await vi.waitFor(() => expect(late.state).toEqual(shown.state));
    stage.resumed("Ada(ada)");
    stage.resize({ cols: 30, rows: 8 });
    stage.close();
    expect(late.told).toEqual(["paused Ada(ada) lunch", "20x6", "resumed Ada(ada)", "30x8", "ended"]);
    const tooLate = watcher();
    stage.join(tooLate.screen);
    expect(tooLate.told).toEqual(["ended"]);
  });

  it("are sent a bounded amount where they do not take it, and see the end once they do", async () => {
    const stage = started();
    const stalled = watcher({ acknowledges: true });
    const watching = stage.join(stalled.screen);
    const quick = watcher();
    stage.join(quick.screen);
    await vi.waitFor(() => expect(stalled.told).toEqual(["20x6"]));
    const block = Buffer.from(`${"x".repeat(18)}\r\n`.repeat(3_000));
    for (let count = 0; count < 200; count += 1) {
      stage.output(block);
      await new Promise((resolve) => setImmediate(resolve));
    }
    stage.output(Buffer.from("the end"));
    const end = new Drawn().write(block).write("the end");
    await vi.waitFor(() => expect(quick.state).toEqual(end.state));
    // 12 MB were written.
    expect(stalled.bytes).toBeLessThan(400_000);
    expect(quick.bytes).toBeLessThan(6_000_000);
    watching.acknowledge(10_000_000);
    await vi.waitFor(() => expect(stalled.state).toEqual(end.state));
    stage.close();
  });

  it("read lines of a program without a terminal from their beginning", async () => {
    const stage = new WatchStage({ size, charset: null, hasTerminal: false });
    const one = watcher();
    stage.join(one.screen);
    stage.output(Buffer.from("one\ntwo\n"));
    await vi.waitFor(() => expect(one.state).toEqual(new Drawn().write("one\r\ntwo\r\n").state));
    stage.close();
  });
});
