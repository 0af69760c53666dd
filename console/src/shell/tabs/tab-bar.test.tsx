// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { Fragment, useState } from "react";
import { initReactI18next } from "react-i18next";
import { createMemoryRouter, matchPath, Outlet, RouterProvider, useLocation } from "react-router";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ENGLISH as en } from "../../i18n/testing/english.ts";
import { closeTabState } from "../../kit/close-tab-state.ts";
import { type ConfirmRequest, connectDialogs } from "../../kit/dialogs.tsx";
import { formKey, hasKeptEntries, keepEntries } from "../../kit/form/kept-entries.ts";
import { announcePageTitle } from "../../kit/page-titles.ts";
import type { RouteEntry } from "../routes/route-entry.ts";
import { TabBar } from "./tab-bar.tsx";
import { useTabs } from "./use-tabs.ts";

const entry = (path: string, title: RouteEntry["title"]): RouteEntry => ({
  path,
  name: path,
  title,
  view: "console",
  load: async () => ({ default: () => null }),
});
const SCREENS = [
  entry("/console/dashboard", "consoleDashboard"),
  entry("/console/users", "users"),
  entry("/console/users/:id", "userDetail"),
  entry("/console/groups", "groups"),
];
const screenAt = (path: string) => SCREENS.find((screen) => matchPath(screen.path, path) !== null);

function Frame() {
  const control = useTabs({ storageKey: "tabs:test", view: "console", screens: SCREENS, screenAt });
  return (
    <>
      <TabBar control={control} />
      <Fragment key={control.refreshes}>
        <Outlet />
      </Fragment>
    </>
  );
}

function Here() {
  const { pathname, search } = useLocation();
  const [text, setText] = useState("");
  return (
    <>
      <output>{`${pathname}${search}`}</output>
      <input aria-label="Note" value={text} onChange={(event) => setText(event.target.value)} />
    </>
  );
}

function open(path: string) {
  const router = createMemoryRouter(
    [{ path: "/", element: <Frame />, children: [{ path: "*", element: <Here /> }] }],
    {
      initialEntries: [path],
    },
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}
const go = (router: ReturnType<typeof open>, path: string) => act(() => router.navigate(path));
const tabs = () => screen.getAllByRole("tab").map(({ textContent }) => textContent);
const here = () => screen.getByRole("status").textContent;
const front = () => screen.queryAllByRole("tab", { selected: true }).map(({ textContent }) => textContent);

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en }, defaultNS: "common" });
});
beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

test("each visited path becomes one tab behind the pinned start page", async () => {
  const router = open("/console/users");
  await go(router, "/console/groups");
  await go(router, "/console/users");
  expect(tabs()).toEqual(["Dashboard", "Users", "User groups"]);
  expect(front()).toEqual(["Users"]);
});

test("a page's own title stands on its tab", async () => {
  open("/console/users/7");
  expect(tabs()).toEqual(["Dashboard", "User"]);
  act(() => announcePageTitle("/console/users/7", "User: Ada"));
  expect(tabs()).toEqual(["Dashboard", "User: Ada"]);
});

test("a tab leads back to the list as it was left", async () => {
  const router = open("/console/users?search=ada&page=2");
  await go(router, "/console/groups");
  await userEvent.click(screen.getByRole("tab", { name: "Users" }));
  expect(here()).toBe("/console/users?search=ada&page=2");
});

test("closing the page in front shows the last remaining one; the pinned one has no close button", async () => {
  const router = open("/console/users");
  await go(router, "/console/groups");
  await userEvent.click(screen.getByRole("tab", { name: "Users" }));
  await userEvent.click(screen.getByTitle("Close Users"));
  expect(here()).toBe("/console/groups");
  await userEvent.click(screen.getByTitle("Close User groups"));
  expect(here()).toBe("/console/dashboard");
  expect(screen.queryByTitle(/^Close/)).toBeNull();
});

test("a tab behind is closed with what was entered there once the person agrees", async () => {
  const asked: ConfirmRequest[] = [];
  connectDialogs((request) => void asked.push(request));
  const router = open("/console/users");
  keepEntries(formKey("/console/users?page=2", "/api/"), { name: "half a name" });
  await go(router, "/console/groups");
  await userEvent.click(screen.getByTitle("Close Users"));
  expect(asked.map(({ content }) => content)).toEqual(["Your entries in Users will be lost."]);
  expect(tabs()).toContain("Users");
  await act(async () => asked[0]?.onConfirm());
  expect(tabs()).toEqual(["Dashboard", "User groups"]);
  expect(hasKeptEntries("/console/users")).toBe(false);
  await go(router, "/console/users");
  await go(router, "/console/groups");
  await userEvent.click(screen.getByTitle("Close Users"));
  expect(asked).toHaveLength(1);
});

test("the middle button closes a tab that is not in front without leaving the page", async () => {
  const router = open("/console/users");
  await go(router, "/console/groups");
  fireEvent(
    screen.getByRole("tab", { name: "Users" }),
    new MouseEvent("auxclick", { bubbles: true, button: 1 }),
  );
  expect(tabs()).toEqual(["Dashboard", "User groups"]);
  expect(here()).toBe("/console/groups");
});

test("arrows move between tabs, Enter opens, Delete closes", async () => {
  const router = open("/console/users");
  await go(router, "/console/groups");
  screen.getByRole("tab", { name: "User groups" }).focus();
  await userEvent.keyboard("{ArrowLeft}{Enter}");
  expect(here()).toBe("/console/users");
  await userEvent.keyboard("{Home}{Delete}");
  expect(tabs()).toHaveLength(3);
  await userEvent.keyboard("{End}{Delete}");
  expect(tabs()).toEqual(["Dashboard", "Users"]);
});

test("the menu refreshes the page in front without a reload", async () => {
  open("/console/users");
  await userEvent.type(screen.getByLabelText("Note"), "typed");
  await userEvent.click(screen.getByRole("button", { name: "Page actions" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Refresh" }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Note").value).toBe(""));
  expect(here()).toBe("/console/users");
});

test("the menu closes others and all, the pinned one stays", async () => {
  const router = open("/console/users");
  await go(router, "/console/groups");
  fireEvent.contextMenu(screen.getByRole("tab", { name: "Users" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Close others" }));
  expect(tabs()).toEqual(["Dashboard", "Users"]);
  expect(here()).toBe("/console/users");
  fireEvent.contextMenu(screen.getByRole("tab", { name: "Users" }));
  await userEvent.click(
    (await screen.findAllByRole("menuitem", { name: "Close all" })).at(-1) as HTMLElement,
  );
  expect(tabs()).toEqual(["Dashboard"]);
  expect(here()).toBe("/console/dashboard");
});

test("tabs survive a reload, without those whose screen is gone", async () => {
  const router = open("/console/users?page=3");
  await go(router, "/console/groups");
  const kept = await vi.waitFor(() => {
    const list = JSON.parse(sessionStorage.getItem("tabs:test") ?? "[]");
    expect(list).toHaveLength(3);
    return list;
  });
  cleanup();
  sessionStorage.setItem(
    "tabs:test",
    JSON.stringify([...kept, { ...kept[1], path: "/gone", address: "/gone" }]),
  );
  open("/console/groups");
  expect(tabs()).toEqual(["Dashboard", "Users", "User groups"]);
  await userEvent.click(screen.getByRole("tab", { name: "Users" }));
  expect(here()).toBe("/console/users?page=3");
});

test("tabs are kept when the page is left before it came to rest", async () => {
  vi.stubGlobal("requestIdleCallback", () => 0);
  const router = open("/console/users");
  await go(router, "/console/groups");
  expect(sessionStorage.getItem("tabs:test")).toBeNull();
  window.dispatchEvent(new Event("pagehide"));
  expect(JSON.parse(sessionStorage.getItem("tabs:test") ?? "[]")).toHaveLength(3);
  vi.unstubAllGlobals();
});

test("a page that is done with leaves no tab, nor do the pages below it", async () => {
  const router = open("/console/users");
  await go(router, "/console/groups");
  await go(router, "/console/users/7");
  await go(router, "/console/users/70");
  await act(() => router.navigate("/console/users", { state: closeTabState("/console/users/7") }));
  expect(tabs()).toEqual(["Dashboard", "Users", "User groups", "User"]);
  expect(front()).toEqual(["Users"]);
  await go(router, "/console/users/7");
  await go(router, "/console/groups");
  // Back to where the page was left for good: it has been opened again since.
  await act(() => router.navigate(-2));
  expect(here()).toBe("/console/users");
  expect(tabs()).toHaveLength(5);
});

test("a page without a screen gets no tab", () => {
  open("/404");
  expect(tabs()).toEqual(["Dashboard"]);
  expect(front()).toEqual([]);
});
