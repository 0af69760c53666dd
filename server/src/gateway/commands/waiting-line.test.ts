import { describe, expect, test } from "vitest";
import { CommandExtractor } from "./command-extractor.ts";

describe("the line that waits", () => {
  /** What waits after a shell that marks its lines has shown and been sent this; "i:" begins what is typed. */
  const waitingAfter = (...script: readonly string[]) => {
    const extractor = new CommandExtractor({ cols: 80, rows: 24 }, { onCommand: () => undefined });
    for (const step of script) {
      if (step.startsWith("i:")) extractor.input(step.slice(2));
      else extractor.output(step);
    }
    return extractor.peek();
  };
  const begins = "\u001b[?2004h";
  const over = "\u001b[?2004l\r\n";

  // Typed once the editor listens, before its prompt is drawn: prompt and text come in one piece.
  const typedEarly = [
    `${begins}go$ `,
    "i:true",
    "true",
    "i:\r",
    over,
    begins,
    "i:zap x",
    "go$ zap x",
    "i:\r",
  ];

  test("is no prompt where it was drawn together with one", () => {
    expect(waitingAfter(...typedEarly, over, begins, "i:\u001b[A", "go$ zap x")?.text).toBe("zap x");
  });

  test("is empty once it was given up, also where it was drawn together with its prompt", () => {
    const givenUp = [...typedEarly.slice(0, -1), "i:\u0003", "^C\r\ngo$ "];
    expect(waitingAfter(...givenUp)).toMatchObject({ prompt: "go$ ", text: "" });
  });
});
