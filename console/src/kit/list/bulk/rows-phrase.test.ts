import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import { rowsPhrase } from "./rows-phrase.ts";

const t = ((_key: string, { count, what }: { count: number; what: string }) =>
  `${count} ${what}`) as unknown as TFunction<"list">;
const two = [{ id: 1, name: "ada" }, { id: 2 }];

test("one row is called by its name, several by their number", () => {
  expect(rowsPhrase(t, "Users", two.slice(0, 1))).toBe("ada");
  expect(rowsPhrase(t, "Users", two)).toBe("2 users");
});

test("abbreviations keep their capitals, and what has none is left as it is", () => {
  expect(rowsPhrase(t, "API keys", two)).toBe("2 API keys");
  expect(rowsPhrase(t, "用户", two)).toBe("2 用户");
});
