// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { THINGS } from "../../gallery/gallery-page.tsx";
import { prepareGallery, show } from "../../gallery/testing/render.tsx";
import { type ConfirmRequest, connectDialogs } from "../dialogs.tsx";
import { TAB_SWITCH } from "../tab-switch.ts";
import { dropEntriesOn, hasKeptEntries } from "./kept-entries.ts";
import { ResourceForm } from "./resource-form.tsx";

const calls = prepareGallery();
const person = userEvent.setup({ pointerEventsCheck: 0, delay: null });
const name = () => screen.getByLabelText<HTMLInputElement>("Name").value;

async function open(address: string) {
  const form = <ResourceForm resource={THINGS} />;
  const router = createMemoryRouter(
    [
      { path: "/things/create", element: form },
      { path: "/things/:id/update", element: form },
      { path: "*", element: <p>somewhere else</p> },
    ],
    { initialEntries: [address] },
  );
  await show(<RouterProvider router={router} />);
  await screen.findByLabelText("Name");
  const toTab = async (path: string) => {
    await act(() => router.navigate(path, { state: TAB_SWITCH }));
    if (path === "/other") await screen.findByText("somewhere else");
    else await screen.findByLabelText("Name");
  };
  return { router, toTab };
}

test("what was typed is there again after a look at another tab, and can be discarded", async () => {
  const { toTab } = await open("/things/create");
  await person.type(screen.getByLabelText("Name"), "half a na");
  await person.type(screen.getByLabelText("Password"), "Harbour-9");
  await toTab("/other");
  expect(hasKeptEntries("/things/create")).toBe(true);
  expect(JSON.stringify([sessionStorage, localStorage])).not.toContain("Harbour-9");
  // The browser asks before all of it is lost.
  expect(window.dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(false);
  await toTab("/things/create");
  await screen.findByText(/unsaved entries were restored/);
  expect(name()).toBe("half a na");
  expect(hasKeptEntries("/things/create")).toBe(false);
  await person.type(screen.getByLabelText("Name"), "me");
  await toTab("/other");
  await toTab("/things/create");
  expect(name()).toBe("half a name");
  await person.click(screen.getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(name()).toBe(""));
  expect(screen.queryByText(/unsaved entries were restored/)).toBeNull();
  await toTab("/other");
  expect(hasKeptEntries("/things/create")).toBe(false);
  expect(window.dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(true);
});

test("what came back is sent whole, and gone from the next one", async () => {
  const { toTab } = await open("/things/create");
  await person.type(screen.getByLabelText("Name"), "kept");
  await toTab("/other");
  await toTab("/things/create");
  await screen.findByText(/unsaved entries were restored/);
  await person.click(screen.getByRole("button", { name: "Save and add another" }));
  await waitFor(() => expect(name()).toBe(""));
  expect(calls.filter(({ method }) => method === "POST")[0]?.body).toMatchObject({
    name: "kept",
    kind: "small",
  });
  expect(screen.queryByText(/unsaved entries were restored/)).toBeNull();
});

test("an untouched form keeps nothing, and leaving by a link asks as before", async () => {
  const asked = vi.fn<(request: ConfirmRequest) => void>();
  connectDialogs(asked);
  const { router, toTab } = await open("/things/create");
  await toTab("/other");
  expect(hasKeptEntries("/things/create")).toBe(false);
  await toTab("/things/create");
  await person.type(screen.getByLabelText("Name"), "x");
  await act(() => router.navigate("/other"));
  await waitFor(() => expect(asked).toHaveBeenCalledOnce());
  expect(router.state.location.pathname).toBe("/things/create");
  dropEntriesOn("/things/create");
});
