import { describe, expect, test } from "vitest";
import { terminalAfterTerms, termsAddress } from "./terms-address.ts";

describe("the way from the terminal to the terms of use", () => {
  test("leads back to the page that was asked for", () => {
    const address = termsAddress("/luna/?login_to=0b5e&oid=2");
    expect(address).toMatch(/^\/ui\/profile\/improvement\?/);
    expect(terminalAfterTerms(new URL(address, "http://here").search)).toBe("/luna/?login_to=0b5e&oid=2");
  });

  test.each([
    "//elsewhere.example/luna/",
    "https://elsewhere.example/luna/",
    "/luna/..\\..\\x",
    "javascript:alert(1)",
    "/ui/console/users",
    "",
  ])("leads to no other page: %s", (path) => {
    expect(terminalAfterTerms(`?${new URLSearchParams({ terminal: path })}`)).toBeUndefined();
  });
});
