import { expect, test } from "vitest";
import { groupPlatforms } from "./platform-dialog.tsx";

test("recently used platforms stand first, newest first", () => {
  const rows = [
    { id: 1, name: "Linux", type: { value: "linux", label: "Linux" } },
    { id: 2, name: "Windows", type: { value: "windows", label: "Windows" } },
  ];
  expect(
    groupPlatforms(rows, [2, 99], "Recent", "type").map(([title, list]) => [title, list.length]),
  ).toEqual([
    ["Recent", 1],
    ["Linux", 1],
    ["Windows", 1],
  ]);
});
