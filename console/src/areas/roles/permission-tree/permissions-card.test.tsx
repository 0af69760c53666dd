// @vitest-environment happy-dom

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { App, ConfigProvider } from "antd";
import i18next from "i18next";
import { Suspense } from "react";
import { initReactI18next } from "react-i18next";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { ENGLISH as en } from "../../../i18n/testing/english.ts";
import { connectToaster } from "../../../kit/feedback.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { SessionContext } from "../../../kit/session.ts";
import { PermissionsCard } from "./permissions-card.tsx";
import { sampleTree } from "./testing/sample-tree.ts";

configure({ asyncUtilTimeout: 10_000 });

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly body: { readonly permissions: readonly number[] } | undefined;
  readonly since: string | null;
}

const ROLE: Row = { id: "role-1", builtin: false, date_updated: "2026/01/02 03:04:05 +0000" };
const numberOf = (code: string) => Number(sampleTree.find(({ title }) => title === code)?.id);

/** Answers the tree, and what `answer` says about the rest. */
function startServer(answer: (seen: Seen) => Response): Seen[] {
  const seen: Seen[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const request: Seen = {
      method: init.method ?? "GET",
      path: new URL(url, "http://x").pathname,
      body: init.body === undefined ? undefined : JSON.parse(String(init.body)),
      since: new Headers(init.headers).get("If-Unmodified-Since"),
    };
    seen.push(request);
    return request.path.endsWith("/tree/") ? json(200, sampleTree) : answer(request);
  });
  return seen;
}

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });

async function show(row: Row = ROLE) {
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en }, keySeparator: "." });
  const toasts: string[] = [];
  connectToaster({ show: (_kind, text) => void toasts.push(text) });
  const reload = vi.fn(async () => {});
  const session = {
    profile: { id: "me", name: "Me", username: "me", perms: [] },
    settings: {},
    organization: undefined,
    organizations: [],
    organizationChoice: "free" as const,
    permissions: new Set(["rbac.change_orgrole"]),
  };
  const context = { row, fields: {}, reload, patch: async () => {} };
  const router = createMemoryRouter([
    { path: "/", element: <PermissionsCard context={context} scope="org" /> },
  ]);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await act(
    async () =>
      void render(
        <QueryClientProvider client={client}>
          <ConfigProvider>
            <App>
              <SessionContext value={session}>
                <Suspense fallback="texts">
                  <RouterProvider router={router} />
                </Suspense>
              </SessionContext>
            </App>
          </ConfigProvider>
        </QueryClientProvider>,
      ),
  );
  await screen.findByRole("tree");
  return { toasts, reload };
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Checks "Delete user" by keyboard, from the root down. */
function checkDeleteUser() {
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "delete user" } });
  const leaf = screen.getByRole("treeitem", { name: "Delete user" });
  leaf.focus();
  fireEvent.keyDown(leaf, { key: " " });
  expect(leaf.getAttribute("aria-checked")).toBe("true");
}

const preview = {
  count: 1,
  gaining: 1,
  losing: 0,
  results: [
    {
      user: { id: "u", name: "Ann", username: "ann" },
      changes: [
        { organization: { id: "o", name: "Branch" }, gained: [numberOf("users.delete_user")], lost: [] },
      ],
    },
  ],
};

test("a change is shown with the people it concerns, then saved against the version that was loaded", async () => {
  const seen = startServer(({ path }) => (path.includes("/preview/") ? json(200, preview) : json(200, ROLE)));
  const { reload } = await show();
  checkDeleteUser();
  expect(screen.getByText(/Also selected because/).textContent).toContain("View user");
  fireEvent.click(screen.getByRole("button", { name: "Review and save" }));
  const dialog = await screen.findByRole("dialog");
  expect((await within(dialog).findByText("Ann(ann)")).closest("li")?.textContent).toContain("Branch");
  expect(within(dialog).getByText("The role gains 3 permissions")).toBeTruthy();
  fireEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(reload).toHaveBeenCalled());
  const saved = seen.find(({ method }) => method === "PATCH");
  expect(saved?.since).toBe("Fri, 02 Jan 2026 03:04:05 GMT");
  expect([...(saved?.body?.permissions ?? [])].sort((a, b) => a - b)).toEqual(
    ["rbac.view_console", "users.view_user", "users.delete_user"].map(numberOf),
  );
});

test("a server without previews is asked to save all the same", async () => {
  const seen = startServer(({ path }) => (path.includes("/preview/") ? json(404, {}) : json(200, ROLE)));
  await show();
  checkDeleteUser();
  fireEvent.click(screen.getByRole("button", { name: "Review and save" }));
  const dialog = await screen.findByRole("dialog");
  await waitFor(() => expect(within(dialog).queryByRole("status")).toBeNull());
  expect(within(dialog).queryByText("Affected users")).toBeNull();
  fireEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(seen.some(({ method }) => method === "PATCH")).toBe(true));
});

test("somebody else's change is loaded, and one's own kept on top of it", async () => {
  startServer(({ path }) =>
    path.includes("/preview/") ? json(200, { ...preview, count: 0, results: [] }) : json(409, {}),
  );
  const { toasts, reload } = await show();
  checkDeleteUser();
  fireEvent.click(screen.getByRole("button", { name: "Review and save" }));
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(reload).toHaveBeenCalled());
  await waitFor(() => expect(toasts.join()).toContain("Someone else changed this role"));
  expect(screen.getByRole("treeitem", { name: "Delete user" }).getAttribute("aria-checked")).toBe("true");
  expect(screen.getByText("3 changes")).toBeTruthy();
});

test("a built-in role is for looking", async () => {
  startServer(() => json(500, {}));
  await show({ ...ROLE, builtin: true });
  expect(screen.queryByRole("button", { name: "Review and save" })).toBeNull();
  const root = screen.getByRole("treeitem", { name: /All permissions/ });
  fireEvent.keyDown(root, { key: " " });
  expect(root.getAttribute("aria-checked")).toBe("false");
});
