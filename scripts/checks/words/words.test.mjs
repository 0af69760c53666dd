import { describe, expect, it } from "vitest";
import { readText } from "../repository-files.mjs";
import { readGlossary } from "./glossary.mjs";
import { findOldNames, holdsName } from "./old-names.mjs";
import { commentsOf, findOldWords } from "./old-words.mjs";

const old = (name, ...folders) => ({ name, term: "new", folders });

describe("the glossary", () => {
  it("is a list of terms, nouns, old names with their folders, and old words", () => {
    const markdown = [
      "# Glossary",
      "- **asset** (zh 资产, ja アセット): a machine.",
      '- **runner**: a process. Not: `cell` (in `server/src/a`, `server/src/b`), `hooks.old`, "cage".',
    ].join("\n");
    expect(readGlossary(markdown)).toEqual({
      terms: ["asset", "runner"],
      nouns: [{ en: "asset", zh: "资产", ja: "アセット" }],
      oldNames: [
        { name: "cell", term: "runner", folders: ["server/src/a", "server/src/b"] },
        { name: "hooks.old", term: "runner", folders: [] },
      ],
      oldWords: [{ word: "cage", term: "runner" }],
      problems: [],
    });
  });

  it("names lines it cannot read", () => {
    const markdown = ["- a term without its mark", "- **term**: meaning. Not: bare."].join("\n");
    expect(readGlossary(markdown).problems).toEqual([
      expect.stringMatching(/^line 1: a term is written as/),
      expect.stringMatching(/^line 2: after "Not:" stand names .*, not "bare\."$/),
    ]);
  });

  it("of this repository is readable, with each term once", () => {
    const { terms, nouns, oldNames, oldWords, problems } = readGlossary(readText("docs/glossary.md"));
    expect(problems).toEqual([]);
    expect(nouns.map(({ en }) => en)).toContain("asset");
    expect(oldNames.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["wish", "cell", "carryProgram", "hooks.written", "fewWaiting"]),
    );
    expect(oldWords.map(({ word }) => word)).toContain("way in");
    expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([]);
  });
});

describe("old names", () => {
  it.each([
    ["wish", "TakeWish", true],
    ["wish", "wishes", true],
    ["wish", "WISH_LIMIT", true],
    ["wish", "wished", false],
    ["cell", "cancelled", false],
    ["takeTry", "take-try.ts", true],
    ["takeTry", "takeTries", false],
    ["letGo", "letGoSecrets", true],
    ["letGo", "let", false],
    ["atOnce()", "atOnce", true],
    ["atOnce()", "callsAtOnce", false],
  ])("%s: %s is %s", (name, found, verdict) => {
    expect(holdsName(found, name)).toBe(verdict);
  });

  it("are found in identifiers, members and paths, not in comments, strings and texts", () => {
    const source = [
      "// A wish of somebody.",
      'const text = "wish"; const { wish } = object;',
      "class A { #wishOf() {} }",
      "const view = <b wish={1}>wish</b>;",
    ].join("\n");
    expect(findOldNames("a/wish-list.tsx", source, [old("wish")])).toEqual([
      'a/wish-list.tsx: "wish" is called "new"',
      'a/wish-list.tsx:2: "wish": "wish" is called "new"',
      'a/wish-list.tsx:3: "#wishOf": "wish" is called "new"',
      'a/wish-list.tsx:4: "wish": "wish" is called "new"',
    ]);
  });

  it("of a folder are free elsewhere", () => {
    const names = [old("cell", "server/src/runner")];
    expect(findOldNames("server/src/runner/a.ts", "const cell = 1;", names)).toHaveLength(1);
    expect(findOldNames("server/src/runners/a.ts", "const cell = 1;", names)).toEqual([]);
  });

  it("of members count on that object alone", () => {
    const names = [old("hooks.written")];
    const inHooks = ["define({ hooks: { written() {} } });", "const hooks = { written: run };"];
    for (const source of inHooks) expect(findOldNames("a.ts", source, names)).toHaveLength(1);
    const elsewhere = [
      "const file = { written: 1 };",
      "const written = hooks;",
      "f({ hooks: run(written) });",
    ];
    for (const source of elsewhere) expect(findOldNames("a.ts", source, names)).toEqual([]);
  });
});

describe("old words", () => {
  it("are found in pages as whole words", () => {
    const words = [{ word: "way in", term: "access channel" }];
    expect(findOldWords("a.md", "Every way in.\nThe gateway in Paris.\nA Way in", words)).toEqual([
      'a.md:1: "way in" is called "access channel"',
      'a.md:3: "way in" is called "access channel"',
    ]);
  });

  it("are found in comments of code, not in its strings", () => {
    const words = [{ word: "goes on", term: "continue" }];
    const source = ["/**", " * It goes on.", " */", 'const said = "goes on";', "// Goes on here."].join("\n");
    expect(findOldWords("a.ts", commentsOf(source), words)).toEqual([
      'a.ts:2: "goes on" is called "continue"',
      'a.ts:5: "goes on" is called "continue"',
    ]);
  });
});
