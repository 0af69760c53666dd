// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { drawAtOnce } from "../draw-at-once.ts";
import { TabPage } from "./tab-page.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  cleanup();
});

test("the tab that is chosen is there before anything else can be clicked", async () => {
  const tabs = [
    { key: "hosts", label: "Hosts", content: <button type="button">Create host</button> },
    { key: "devices", label: "Devices", content: <button type="button">Create device</button> },
  ];
  const router = createMemoryRouter([{ path: "/", element: <TabPage tabs={tabs} lists /> }]);
  render(<RouterProvider router={router} flushSync={drawAtOnce} />);
  const chosen = screen.getByRole("tab", { name: "Devices" });
  // As a browser does: nothing renders but what the click itself rendered.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  chosen.click();
  for (let ticks = 0; ticks < 20; ticks += 1) await Promise.resolve();
  expect(screen.queryByRole("button", { name: "Create host" })).toBeNull();
  expect(screen.getByRole("button", { name: "Create device" })).toBeTruthy();
});
