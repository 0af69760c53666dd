import { describe, expect, it } from "vitest";
import { findRetiredPhrases } from "./phrases.mjs";
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
});
