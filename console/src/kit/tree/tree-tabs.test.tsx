// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { writeCookie } from "../api/cookies.ts";
import { TreeTabs } from "./tree-tabs.tsx";
import { kindQuery } from "./use-tree-choice.ts";

const TABS = [
  { key: "Nodes", label: "Nodes", content: <p>nodes</p> },
  { key: "Types", label: "Types", content: <p>types</p> },
];
afterEach(() => {
  cleanup();
  writeCookie("activeTreeTab", "", 0);
});

test("arrows go from tree to tree, and the last one is remembered", async () => {
  render(<TreeTabs label="Trees" tabs={TABS} />);
  await userEvent.tab();
  expect(screen.getByRole("tab", { name: "Nodes", selected: true })).toBe(document.activeElement);
  await userEvent.keyboard("{ArrowRight}");
  expect(screen.getByRole("tabpanel", { name: "Types" }).textContent).toBe("types");
  cleanup();
  render(<TreeTabs label="Trees" tabs={TABS} />);
  expect(screen.getByText("types")).toBeTruthy();
});

test("the tree that holds the choice is in front; one tree needs no tabs", () => {
  render(<TreeTabs label="Trees" tabs={TABS} chosen="Types" />);
  expect(screen.getByText("types")).toBeTruthy();
  cleanup();
  render(<TreeTabs label="Trees" tabs={TABS.slice(0, 1)} />);
  expect(screen.queryByRole("tab")).toBeNull();
  expect(screen.getByText("nodes")).toBeTruthy();
});

test("an item of the tree of types narrows by what it is", () => {
  expect(kindQuery("ROOT")).toEqual({});
  expect(kindQuery("ROOT_HOST")).toEqual({ category: "host" });
  expect(kindQuery("ROOT_DATABASE_sqlserver")).toEqual({ category: "database", type: "sqlserver" });
  expect(kindQuery("ROOT_CUSTOM_my_own")).toEqual({ category: "custom", type: "my_own" });
  expect(kindQuery("17")).toEqual({ platform: "17" });
});
