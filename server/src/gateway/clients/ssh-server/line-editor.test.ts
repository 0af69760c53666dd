import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type EditorOptions, LineEditor } from "./line-editor.ts";
import { textWidth } from "./text-width.ts";

function editor(change: Partial<EditorOptions> = {}) {
  let drawn = "";
  const made = new LineEditor({
    prompt: "> ",
    isSecret: false,
    columns: () => 40,
    history: [],
    write: (text) => {
      drawn += text;
    },
    ...change,
  });
  return { feed: (keys: string) => made.feed(keys), drawn: () => drawn };
}

/** What is drawn, without what moves the cursor. */
const visible = (text: string): string =>
  text
    .split("\x1b[")
    .map((part, index) => (index === 0 ? part : part.replace(/^[\d;]*[A-Za-z]/u, "")))
    .join("");

const typed = (keys: string, change: Partial<EditorOptions> = {}) => editor(change).feed(keys)?.result;
const line = (text: string) => ({ kind: "line", text });

describe("editing a line", () => {
  it.each([
    ["what is typed", "abc\r", "abc"],
    ["backspace", "abd\x7fc\r", "abc"],
    ["backspace of a wide character", "中\x7fa\r", "a"],
    ["cursor keys", "ac\x1b[Db\r", "abc"],
    ["home and end", "bc\x1b[Ha\x1b[Fd\r", "abcd"],
    ["delete", "abcd\x1b[D\x1b[D\x1b[3~\r", "abd"],
    ["Ctrl+A and Ctrl+K", "abc\x01\x0bz\r", "z"],
    ["Ctrl+U", "abc\x15d\r", "d"],
    ["Ctrl+W", "one two\x17three\r", "one three"],
    ["pasted text in brackets", "\x1b[200~abc\x1b[201~\r", "abc"],
    ["function keys, passed over", "a\x1b[15~\x1bOPb\x1b[1;5Cc\r", "abc"],
  ])("%s", (_what, keys, text) => {
    expect(typed(keys)).toEqual(line(text));
  });

  it("is given up by Ctrl+C, and ended by Ctrl+D on nothing", () => {
    expect(typed("abc\x03")).toEqual({ kind: "cancelled" });
    expect(typed("\x04")).toEqual({ kind: "ended" });
    expect(typed("ab\x01\x04\r")).toEqual(line("b"));
  });

  it("recalls earlier lines", () => {
    const history = ["first", "second"];
    expect(typed("\x1b[A\r", { history })).toEqual(line("second"));
    expect(typed("\x1b[A\x1b[A\x1b[A\x1b[B!\r", { history })).toEqual(line("second!"));
  });

  it("leaves what was typed behind the Enter to whoever asks next", () => {
    expect(editor().feed("one\rtwo\r")).toEqual({ result: line("one"), rest: "two\r" });
  });

  it("takes one line end for two of a kind", () => {
    const { feed } = editor();
    expect(feed("one\r")?.result).toEqual(line("one"));
  });

  it("shows nothing of a secret, whatever is done to it", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("s", "3", "\x7f", "\x1b[D", "\x1b[A", "\x01", "\x0c", "中") }),
        (keys) => {
          const { feed, drawn } = editor({ isSecret: true, history: ["secret"] });
          feed(keys);
          expect(visible(drawn())).not.toMatch(/[s3中]/u);
        },
      ),
    );
  });

  it("never draws beyond the width of the terminal", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "中", " ", "é", "\x1b[D", "\x1b[H", "\x7f"), maxLength: 120 }),
        fc.integer({ min: 8, max: 60 }),
        (keys, columns) => {
          const { feed, drawn } = editor({ columns: () => columns });
          feed(keys);
          const lastDraw = drawn().split("\r").at(-1) ?? "";
          expect(textWidth(visible(lastDraw))).toBeLessThan(columns);
        },
      ),
    );
  });
});
