// @vitest-environment happy-dom

import { screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { prepareGallery, show } from "../../../gallery/testing/render.tsx";
import ExplainPage from "./explain-page.tsx";

const asked: URL[] = [];

prepareGallery();
beforeAll(() => {
  vi.stubGlobal("fetch", async (address: string) => {
    const url = new URL(address, "http://server");
    if (url.pathname.includes("/permissions/explain/")) asked.push(url);
    return new Response("{}", { status: 404 });
  });
});
afterAll(() => vi.unstubAllGlobals());

test("rules are asked for the moment of the address; one that is none is now", async () => {
  const question = "user=u&asset=a&from=192.0.2.7";
  for (const at of ["2026-03-01T08:30:00.000Z", "soon"]) {
    const router = createMemoryRouter([{ path: "*", element: <ExplainPage /> }], {
      initialEntries: [`/console/perms/explain?${question}&at=${encodeURIComponent(at)}`],
    });
    await show(<RouterProvider router={router} />);
  }
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1), { timeout: 15_000 });
  expect(asked.map(({ searchParams }) => searchParams.get("at"))).toEqual(
    expect.arrayContaining(["2026-03-01T08:30:00.000Z", null]),
  );
  expect(screen.getAllByLabelText("Time for rules").length).toBeGreaterThan(0);
});
