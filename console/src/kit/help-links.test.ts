import { expect, test } from "vitest";
import { helpLinks } from "./help-links.ts";

test("names the help pages that are set, in order", () => {
  const settings = { HELP_SUPPORT_URL: "https://help.example/", HELP_DOCUMENT_URL: "http://docs.example/a" };
  expect(helpLinks(settings)).toEqual([
    { key: "documentation", url: "http://docs.example/a" },
    { key: "support", url: "https://help.example/" },
  ]);
});

test.each(["", "javascript:alert(1)", "data:text/html,x", "//x.example", "docs"])(
  "%j is no help page",
  (url) => {
    expect(helpLinks({ HELP_DOCUMENT_URL: url, HELP_SUPPORT_URL: url })).toEqual([]);
  },
);
