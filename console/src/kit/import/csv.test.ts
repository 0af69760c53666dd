import { expect, test } from "vitest";
import { csvText } from "./csv.ts";

test("commas, quotes, line breaks and spaces at the ends are quoted", () => {
  expect(csvText([["a,b", 'say "hi"', "two\nlines", " x"]])).toBe(
    '\uFEFF"a,b","say ""hi""","two\nlines"," x"\r\n',
  );
});

test.each(["=1+1", "+1", "-1", "@x", "\t=1", "'=1"])("%j is no formula", (text) => {
  expect(
    csvText([[text]])
      .slice(1)
      .replaceAll('"', "")
      .startsWith("'"),
  ).toBe(true);
});

test("the sign of no value stays as it is", () => {
  expect(csvText([["-"]])).toBe("\uFEFF-\r\n");
});
