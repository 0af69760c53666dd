// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { ENGLISH as en } from "../i18n/testing/english.ts";
import { Page, shortTitle } from "./page.tsx";
import { connectPageTitles } from "./page-titles.ts";

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en }, defaultNS: "common" });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function show(path: string, historyLength: number, title = "Title") {
  vi.spyOn(window.history, "length", "get").mockReturnValue(historyLength);
  const page = <Page title={title}>content</Page>;
  render(
    <RouterProvider
      router={createMemoryRouter([{ path: "*", element: page }], { initialEntries: [path] })}
    />,
  );
  return screen.getByRole<HTMLButtonElement>("button", { name: "Back" });
}

test.each([
  ["/console/users", 3, false],
  ["/console/users", 2, true],
  ["/console/dashboard", 9, true],
  ["/workbench/home", 9, true],
])("on %s with a history of %d the way back is disabled: %s", (path, length, disabled) => {
  expect(show(path, length).disabled).toBe(disabled);
});

test("a title is cut after 80 characters, never inside one", () => {
  expect(shortTitle("x".repeat(80))).toBe("x".repeat(80));
  expect(shortTitle("😀".repeat(81))).toBe(`${"😀".repeat(80)}...`);
});

test("says its title to everybody who listens, until they leave", () => {
  const [first, second] = [vi.fn(), vi.fn()];
  const leaveFirst = connectPageTitles(first);
  const leaveSecond = connectPageTitles(second);
  show("/console/users/7", 3, "User: Ada");
  leaveFirst();
  cleanup();
  show("/console/users/8", 3, "User: Bo");
  leaveSecond();
  expect(first.mock.calls).toEqual([["/console/users/7", "User: Ada"]]);
  expect(second.mock.calls).toEqual([
    ["/console/users/7", "User: Ada"],
    ["/console/users/8", "User: Bo"],
  ]);
});
