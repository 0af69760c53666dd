import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressMatches } from "./address-rules.ts";
import { safePath } from "./safe-path.ts";

describe("safePath", () => {
  it("keeps paths of this site", () => {
    for (const path of ["/", "/ui/", "/ui/console/users?tab=1#x", "/a%2Fb", "/core/auth/login/?next=/ui/"]) {
      expect(safePath(path)).toBe(path);
    }
  });

  it("never answers anything a browser would take for another site", () => {
    const piece = fc.constantFrom(
      "/",
      "\\",
      "//",
      "..",
      ".",
      "evil.test",
      ":",
      "@",
      "%2f",
      "\t",
      "\n",
      "http:",
      "?",
      "#",
      " ",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { maxLength: 8 }).map((parts) => parts.join("")),
          fc.string(),
        ),
        (wanted) => {
          const path = safePath(wanted);
          return path === null || new URL(path, "https://own.test").origin === "https://own.test";
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe("addressMatches", () => {
  it("knows addresses, networks and ranges of both families", () => {
    const list = [
      "10.1.0.0/16",
      "192.0.2.7",
      "198.51.100.10-198.51.100.20",
      "2001:db8::/32",
      "rubbish",
      "1.2.3.4/99",
    ];
    expect(
      ["10.1.2.3", "192.0.2.7", "198.51.100.15", "2001:db8::1", "::ffff:10.1.2.3"].map((a) =>
        addressMatches(a, list),
      ),
    ).toEqual([true, true, true, true, true]);
    expect(
      ["10.2.0.1", "198.51.100.21", "2001:db9::1", "rubbish", ""].some((a) => addressMatches(a, list)),
    ).toBe(false);
    expect(addressMatches("203.0.113.1", ["*"])).toBe(true);
  });
});
