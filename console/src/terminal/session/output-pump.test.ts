import { TERMINAL_ACK_EVERY } from "@sallyport/contract/messages/terminal";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OutputPump } from "./output-pump.ts";

/** A terminal that draws only when told to. */
function slowTerminal() {
  const waiting: (() => void)[] = [];
  const drawn: number[] = [];
  return {
    drawn,
    write: (bytes: Uint8Array, done: () => void) => {
      waiting.push(() => {
        drawn.push(...bytes);
        done();
      });
    },
    drawOne: () => {
      const next = waiting.shift();
      next?.();
      return next !== undefined;
    },
  };
}

describe("output pump", () => {
  it("acknowledges every 64 KiB drawn, not received", () => {
    const terminal = slowTerminal();
    const acknowledged: number[] = [];
    const pump = new OutputPump({
      write: terminal.write,
      acknowledge: (bytes) => acknowledged.push(bytes),
      skipped: () => {},
    });
    for (let index = 0; index < 5; index += 1) pump.push(new Uint8Array(TERMINAL_ACK_EVERY / 2));
    expect(acknowledged).toEqual([]);
    while (terminal.drawOne());
    expect(acknowledged).toEqual([TERMINAL_ACK_EVERY, TERMINAL_ACK_EVERY]);
    expect(pump.pending).toBe(0);
  });

  it("hands the terminal only what it can draw soon", () => {
    const terminal = slowTerminal();
    let handed = 0;
    const pump = new OutputPump({
      write: (bytes, done) => {
        handed += bytes.length;
        terminal.write(bytes, done);
      },
      skipped: () => {},
    });
    for (let index = 0; index < 100; index += 1) pump.push(new Uint8Array(32 * 1024));
    expect(handed).toBeLessThanOrEqual(160 * 1024);
  });

  it("drops the oldest beyond its limit, says how much, and still acknowledges it", () => {
    const terminal = slowTerminal();
    let skipped = 0;
    let acknowledged = 0;
    const pump = new OutputPump({
      write: terminal.write,
      acknowledge: (bytes) => {
        acknowledged += bytes;
      },
      skipped: (bytes) => {
        skipped += bytes;
      },
      waitingLimit: 256 * 1024,
    });
    const total = 64 * 64 * 1024;
    for (let index = 0; index < 64; index += 1) pump.push(new Uint8Array(64 * 1024));
    expect(pump.pending).toBeLessThanOrEqual(256 * 1024 + 192 * 1024);
    expect(skipped).toBeGreaterThan(0);
    while (terminal.drawOne());
    expect(terminal.drawn.length + skipped).toBe(total);
    expect(acknowledged).toBe(total);
  });

  it("draws nothing more and acknowledges nothing after it was stopped", () => {
    const terminal = slowTerminal();
    let acknowledged = 0;
    const pump = new OutputPump({
      write: terminal.write,
      acknowledge: (bytes) => {
        acknowledged += bytes;
      },
      skipped: () => {},
    });
    for (let index = 0; index < 10; index += 1) pump.push(new Uint8Array(TERMINAL_ACK_EVERY));
    pump.stop();
    while (terminal.drawOne());
    pump.push(new Uint8Array(10));
    expect(acknowledged).toBe(0);
    expect(pump.pending).toBe(0);
  });

  it("keeps order and loses nothing under its limit, whatever the sizes and the pace", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.uint8Array({ maxLength: 300 }), fc.boolean()), { maxLength: 60 }),
        (steps) => {
          const terminal = slowTerminal();
          let acknowledged = 0;
          const pump = new OutputPump({
            write: terminal.write,
            acknowledge: (bytes) => {
              acknowledged += bytes;
            },
            skipped: () => expect.unreachable("nothing may be dropped"),
          });
          for (const [bytes, draw] of steps) {
            pump.push(bytes);
            if (draw) terminal.drawOne();
          }
          while (terminal.drawOne());
          const sent = steps.flatMap(([bytes]) => [...bytes]);
          expect(terminal.drawn).toEqual(sent);
          expect(acknowledged).toBeLessThanOrEqual(sent.length);
          expect(sent.length - acknowledged).toBeLessThan(TERMINAL_ACK_EVERY);
        },
      ),
    );
  });
});
