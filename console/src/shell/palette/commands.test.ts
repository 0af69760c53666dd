import { describe, expect, test } from "vitest";
import { type CommandWords, parseCommand, verbsLike } from "./commands.ts";
import { fits, highlight } from "./highlight.ts";
import en from "./texts/en.ts";
import ja from "./texts/ja.ts";
import zh from "./texts/zh.ts";

const wordsOf = ({ palette: { words } }: { readonly palette: { readonly words: CommandWords } }) => words;
const read = (typed: string, texts: Parameters<typeof wordsOf>[0] = en) => {
  const command = parseCommand(typed, wordsOf(texts));
  return command === undefined ? undefined : [command.verb, ...command.parts];
};

describe("what is typed, as an act", () => {
  test.each([
    ["connect web-01", ["connect", "web-01"]],
    ["Connect to web 01", ["connect", "web 01"]],
    ["disconnect", ["disconnect"]],
    ["disconnect the session of alice", ["disconnect", "alice"]],
    ["grant access to web-01", ["grant", "web-01"]],
    ["grant web-01 to Alice Doe", ["grant", "web-01", "Alice Doe"]],
    ["grant alice access to web-01", ["grant", "alice", "web-01"]],
    ["grant web-01 to ", ["grant", "web-01"]],
    ["test connection to db", ["test", "db"]],
    ["end alice", ["disconnect", "alice"]],
    ["connects", undefined],
    ["web-01", undefined],
    ["", undefined],
  ])("%j in English", (typed, expected) => expect(read(typed)).toEqual(expected));

  test.each([
    ["连接web-01", ["connect", "web-01"]],
    ["断开 王芳", ["disconnect", "王芳"]],
    ["授权 web-01 给 王芳", ["grant", "web-01", "王芳"]],
    ["授权web-01给王芳", ["grant", "web-01", "王芳"]],
    ["测试 数据库", ["test", "数据库"]],
    ["connect web-01", ["connect", "web-01"]],
  ])("%j in Chinese", (typed, expected) => expect(read(typed, zh)).toEqual(expected));

  test.each([
    ["接続 web-01", ["connect", "web-01"]],
    ["web-01 に 接続", ["connect", "web-01 に"]],
    ["田中 に web-01 を 許可", ["grant", "田中", "web-01"]],
    ["切断 田中", ["disconnect", "田中"]],
  ])("%j in Japanese", (typed, expected) => expect(read(typed, ja)).toEqual(expected));

  test("acts are offered by the beginning of their word", () => {
    const offered = ["connect", "grant", "disconnect"] as const;
    expect(verbsLike("dis", offered, wordsOf(en))).toEqual(["disconnect"]);
    expect(verbsLike("", offered, wordsOf(en))).toEqual(offered);
    expect(verbsLike("web", offered, wordsOf(en))).toEqual([]);
  });
});

describe("what was looked for", () => {
  const marked = (text: string, typed: string) =>
    highlight(text, typed)
      .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
      .join("");
  test("is marked in any case, the longest word first", () => {
    expect(marked("Web-01.example", "web")).toBe("[Web]-01.example");
    expect(marked("database-db", "db database")).toBe("[database]-[db]");
    expect(marked("上海数据库", "数据")).toBe("上海[数据]库");
  });
  test("is no expression", () => {
    expect(marked("a.*(b", ".* (")).toBe("a[.*][(]b");
    expect(marked("web", "")).toBe("web");
    expect(marked("a\\b[c]", "\\ [c]")).toBe("a[\\]b[[c]]");
  });
  test("has every word in one of the texts", () => {
    expect(fits(["web-01", "10.0.0.1 · Linux"], "WEB linux")).toBe(true);
    expect(fits(["web-01", "10.0.0.1"], "web 10.0.0.2")).toBe(false);
  });
});
