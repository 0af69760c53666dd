import fc from "fast-check";
import { describe, expect, it } from "vitest";
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
