// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { lazy, type ReactNode, Suspense, useContext } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { prepareGallery, show } from "../../gallery/testing/render.tsx";
import type { FieldMap, Row } from "../../kit/metadata/types.ts";
import { SessionContext } from "../../kit/session.ts";
import acls from "./area.ts";

const LIST = "/console/perms/cmd-groups";
const API = "/api/v1/acls/command-groups/";
const RIGHTS = new Set(["view", "add", "change", "delete"].map((verb) => `acls.${verb}_commandgroup`));
const given = { read_only: false } as const;
const FIELDS: FieldMap = {
  id: { type: "string", label: "ID", ...given },
  name: { type: "string", label: "Name", required: true, max_length: 128, order: true, ...given },
  type: {
    type: "labeled_choice",
    label: "Type",
    default: "command",
    choices: [
      { value: "command", label: "Command" },
      { value: "regex", label: "Regular expression" },
    ],
    ...given,
  },
  content: {
    type: "string",
    label: "Content",
    required: true,
    help_text: "One command per line, or one regular expression.",
    ...given,
  },
  comment: { type: "string", label: "Comment", ...given },
  created_by: { type: "string", label: "Created by", read_only: true },
  ignore_case: { type: "boolean", label: "Ignore case", default: true, ...given },
};
const reboots: Row = {
  id: "10000000-0000-4000-8000-000000000001",
  name: "Reboots",
  type: { value: "command", label: "Command" },
  content: "reboot",
  comment: "",
  created_by: "Ada",
  ignore_case: true,
};
const sent: { readonly method: string; readonly path: string; readonly body: unknown }[] = [];
const person = userEvent.setup({ pointerEventsCheck: 0, delay: null });

prepareGallery();
beforeAll(() => {
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body }: RequestInit = {}) => {
    const { pathname } = new URL(url, "http://server");
    const json = (answer: unknown, status = 200) =>
      new Response(JSON.stringify(answer), { status, headers: { "Content-Type": "application/json" } });
    if (method === "OPTIONS") return json({ actions: { GET: FIELDS, POST: FIELDS, PUT: FIELDS } });
    if (method === "GET") return json(pathname === API ? { count: 1, results: [reboots] } : reboots);
    const object = JSON.parse(String(body)) as Row;
    sent.push({ method, path: pathname, body: object });
    const isRefused = object.content === "(?=x)";
    return isRefused ? json({ content: ["This expression cannot be used."] }, 400) : json(reboots);
  });
});
beforeEach(() => {
  sent.length = 0;
  localStorage.clear();
});
afterAll(() => vi.unstubAllGlobals());

function Entitled({ children }: { readonly children: ReactNode }) {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error("no session");
  return <SessionContext value={{ ...session, permissions: RIGHTS }}>{children}</SessionContext>;
}

/** Opens an address of the area, with the screen its own table of addresses has for it. */
async function open(address: string) {
  const routes = acls.routes.flatMap(({ path, load }) => {
    if (load === undefined) return [];
    const Screen = lazy(load);
    return [{ path, element: <Screen /> }];
  });
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  await show(
    <Entitled>
      <Suspense>
        <RouterProvider router={router} />
      </Suspense>
    </Entitled>,
  );
  return router;
}

test("stand in the menu with their own right", () => {
  const list = acls.routes.find(({ path }) => path === LIST);
  expect(list).toMatchObject({ permission: "acls.view_commandgroup", menu: { group: "permissions" } });
  expect(list?.load).toBeDefined();
});

test("are listed with what they name, and lead to their pages", async () => {
  const router = await open(LIST);
  const row = (await screen.findByText("Reboots")).closest("tr") as HTMLElement;
  expect(row.textContent).toContain("Command");
  expect(row.textContent).toContain("reboot");
  await person.click(screen.getByRole("button", { name: "Create command group" }));
  expect(router.state.location.pathname).toBe(`${LIST}/create`);
});

test("are created with the defaults, and a refused expression is told at its field", async () => {
  const router = await open(`${LIST}/create`);
  await person.type(await screen.findByLabelText("Name"), "Wipes");
  const content = screen.getByLabelText<HTMLTextAreaElement>("Content");
  expect(content.tagName).toBe("TEXTAREA");
  await person.type(content, "(?=x)");
  await person.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("This expression cannot be used.");
  expect(router.state.location.pathname).toBe(`${LIST}/create`);
  await person.clear(content);
  await person.type(content, "wipefs");
  await person.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(router.state.location.pathname).toBe(LIST));
  const body = { name: "Wipes", type: "command", content: "wipefs", ignore_case: true };
  expect(sent.at(-1)).toMatchObject({ method: "POST", path: API, body });
});

test("are changed where they are, and tell all of themselves", async () => {
  await open(`${LIST}/${String(reboots.id)}/update`);
  const name = await screen.findByLabelText<HTMLInputElement>("Name");
  expect(name.value).toBe("Reboots");
  await person.type(name, " now");
  await person.click(screen.getByRole("button", { name: "Save" }));
  const path = `${API}${String(reboots.id)}/`;
  await vi.waitFor(() =>
    expect(sent).toMatchObject([{ method: "PUT", path, body: { name: "Reboots now" } }]),
  );
});

test("tell all of themselves on their page", async () => {
  await open(`${LIST}/${String(reboots.id)}`);
  const label = await screen.findByText("Created by");
  expect(within(label.parentElement as HTMLElement).getByText("Ada")).toBeTruthy();
  expect(screen.getByText("Command group: Reboots")).toBeTruthy();
});
