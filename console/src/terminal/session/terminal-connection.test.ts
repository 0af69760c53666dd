import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inputPieces, terminalAddress } from "./terminal-connection.ts";

describe("terminal connection", () => {
  it("addresses the gateway on the page's origin, encrypted where the page is", () => {
    expect(terminalAddress("t 1", "a", "https://gate.example:8443")).toBe(
      "wss://gate.example:8443/koko/ws/terminal/?type=&token=t+1&asset=a",
    );
    expect(terminalAddress("t", "a", "http://localhost:8080")).toMatch(
      /^ws:\/\/localhost:8080\/koko\/ws\/terminal\//,
    );
  });

  it("splits input without losing or breaking a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 2, max: 9 }), (text, size) => {
        const pieces = inputPieces(text, size);
        expect(pieces.join("")).toBe(text);
        for (const piece of pieces) {
          expect(piece.length).toBeLessThanOrEqual(size);
          expect(() => encodeURIComponent(piece)).not.toThrow();
        }
      }),
    );
  });
});
