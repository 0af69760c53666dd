import { describe, expect, it } from "vitest";
import { findRetiredInDocs, findRetiredPhrases, galleryTexts } from "./phrases.mjs";
import { retiredPhrases } from "./retired-phrases.mjs";

const text = (en, side = "console") => ({ at: "texts: form.save", side, en });

describe("phrases that were retired", () => {
  it("are refused in every text of the side that gave them up", () => {
    const phrases = [{ phrase: /\bgo on\b/i, use: "continue", only: "console" }];
    expect(findRetiredPhrases([text("Save and go on")], phrases)).toEqual([
      'texts: form.save: "go on" was retired; write continue ("Save and go on")',
    ]);
    expect(findRetiredPhrases([text("Save and continue"), text("Go on", "server")], phrases)).toEqual([]);
  });

  it("are found wherever they stand in a sentence, by the list itself", () => {
    expect(findRetiredPhrases([text("Said of the account, not of its secret.")])).toHaveLength(1);
    expect(findRetiredPhrases([text("The connection goes on.")])).toHaveLength(1);
    // A pattern with the flag g would find every second text only.
    expect(retiredPhrases.filter(({ phrase }) => phrase.global || phrase.sticky)).toEqual([]);
  });

  it("are found in the documentation, also across the end of a line, but not in what is quoted", () => {
    const page = 'Asked "anew".\n\n`anew`\n\n```\nanew\n```\n\nA token is used in\nplace of it.\n';
    expect(findRetiredInDocs("docs/page.md", page)).toEqual([
      'docs/page.md:9: "in place of" was retired; write instead of, or replace',
    ]);
    expect(findRetiredInDocs("docs/page.md", "All of it at once.\n")).toEqual([]);
  });

  it("are found in the texts of the gallery, not in its comments and imports", () => {
    const source = [
      'import { goOn } from "./go on.ts";',
      "/** Goes on. */",
      'const hint = "Save and go on";',
      "<p>On its way.</p>",
    ].join("\n");
    expect(findRetiredPhrases(galleryTexts("console/src/gallery/a.tsx", source))).toEqual([
      'console/src/gallery/a.tsx:3: "go on" was retired; write continue ("Save and go on")',
      'console/src/gallery/a.tsx:4: "On its way" was retired; write was sent ("On its way.")',
    ]);
  });
});
