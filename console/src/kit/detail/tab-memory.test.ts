// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { rememberedTab, rememberTab } from "./tab-memory.ts";

const USER = "/console/users/0b9d8d0e-0000-4000-8000-000000000001";
const OTHER_USER = "/console/users/0b9d8d0e-0000-4000-8000-000000000002";

afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

test("each kind of page has a tab of its own, which all its objects share", () => {
  rememberTab(USER, "Assets");
  rememberTab("/console/assets/platforms/17", "Automation");
  expect(rememberedTab(OTHER_USER)).toBe("Assets");
  expect(rememberedTab("/console/assets/platforms/3")).toBe("Automation");
  expect(rememberedTab("/console/groups/0b9d8d0e-0000-4000-8000-000000000001")).toBeUndefined();
  expect(rememberedTab("/console/users")).toBeUndefined();
});

test("a tab is forgotten after a day, and what stands there unreadable is passed over", () => {
  vi.useFakeTimers();
  rememberTab(USER, "Assets");
  vi.advanceTimersByTime(86_400_001);
  expect(rememberedTab(USER)).toBeUndefined();
  localStorage.setItem("activeTabs", "{");
  expect(rememberedTab(USER)).toBeUndefined();
  rememberTab(USER, "Basic");
  expect(rememberedTab(USER)).toBe("Basic");
});
