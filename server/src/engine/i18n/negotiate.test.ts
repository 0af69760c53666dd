import { describe, expect, it } from "vitest";
import { literal, translate, withParameters } from "./messages.ts";
import { negotiateLanguage } from "./negotiate.ts";

describe("the language of a request", () => {
  it("is the cookie's, then the browser's, then English", () => {
    expect(negotiateLanguage(["zh-hans", "en"], "ja")).toBe("zh");
    expect(negotiateLanguage([undefined, "ja"], undefined)).toBe("ja");
    expect(negotiateLanguage(["tlh"], "fr;q=1, ja;q=0.4, zh-TW;q=0.8")).toBe("zh");
    expect(negotiateLanguage([], "fr, de")).toBe("en");
    expect(negotiateLanguage([], `${"x,".repeat(10_000)}ja`)).toBe("en");
  });
});

describe("a message", () => {
  it("fills its places and leaves unknown ones", () => {
    const message = { key: "t", en: "{a} of {b}", zh: "{b}/{a}", ja: "{a}" };
    expect(translate(withParameters(message, { a: 1 }), "en")).toBe("1 of {b}");
    expect(translate(withParameters(withParameters(message, { a: 1 }), { b: "$&" }), "zh")).toBe("$&/1");
    expect(translate(literal("web-1"), "ja")).toBe("web-1");
  });
});

it("words that mean something to JavaScript are no languages", () => {
  for (const word of ["__proto__", "constructor", "toString", "valueOf"]) {
    expect(negotiateLanguage([word], `${word},ja;q=0.5`)).toBe("ja");
    expect(negotiateLanguage([word], word)).toBe("en");
  }
});
