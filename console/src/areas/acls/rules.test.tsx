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

const LIST = "/console/perms/login-asset-acls";
const API = "/api/v1/acls/login-asset-acls/";
const RIGHTS = new Set([
  ...["view", "add", "change", "delete"].map((verb) => `acls.${verb}_loginassetacl`),
  "users.view_user",
  "assets.view_asset",
]);
const given = { read_only: false } as const;
const choice = (value: string, label: string) => ({ value, label });
const FIELDS: FieldMap = {
  id: { type: "string", label: "ID", ...given },
  name: { type: "string", label: "Name", required: true, max_length: 128, ...given },
  priority: { type: "integer", label: "Priority", default: 50, help_text: "From 100 down.", ...given },
  action: {
    type: "labeled_choice",
    label: "Action",
    default: "reject",
    choices: [choice("reject", "Reject"), choice("accept", "Accept"), choice("review", "Review")],
    ...given,
  },
  reviewers: { type: "m2m_related_field", label: "Recipients", ...given },
  users: { type: "field", label: "User", required: true, ...given },
  assets: { type: "field", label: "Asset", required: true, ...given },
  accounts: { type: "list", label: "Account", required: true, ...given },
  rules: {
    type: "nested object",
    label: "Rule",
    required: true,
    children: {
      ip_group: { type: "list", label: "IP", default: ["*"], ...given },
      time_period: { type: "list", label: "Time period", default: [], ...given },
    },
    ...given,
  },
  is_active: { type: "boolean", label: "Active", default: true, ...given },
  comment: { type: "string", label: "Comment", ...given },
};
const attrs = [
  { name: "name", match: "startswith", value: "web" },
  { name: "groups", match: "m2m", value: ["20000000-0000-4000-8000-000000000001"] },
];
const rule: Row = {
  id: "10000000-0000-4000-8000-000000000001",
  name: "Web by day",
  priority: 80,
  action: choice("reject", "Reject"),
  reviewers: [],
  users: { type: "attrs", attrs },
  assets: { type: "ids", ids: ["a", "b"] },
  accounts: ["@SPEC", "root"],
  rules: { ip_group: ["10.0.0.0/8"], time_period: [{ id: 1, value: "09:00~12:00、13:00~18:00" }] },
  is_active: true,
  comment: "",
};
const sent: { readonly method: string; readonly url: URL; readonly body: unknown }[] = [];
const person = userEvent.setup({ pointerEventsCheck: 0, delay: null });

prepareGallery();
beforeAll(() => {
  vi.stubGlobal("fetch", async (address: string, { method = "GET", body }: RequestInit = {}) => {
    const url = new URL(address, "http://server");
    sent.push({ method, url, body: body === undefined ? undefined : JSON.parse(String(body)) });
    const json = (answer: unknown) =>
      new Response(JSON.stringify(answer), { headers: { "Content-Type": "application/json" } });
    if (method === "OPTIONS") return json({ actions: { GET: FIELDS, POST: FIELDS, PUT: FIELDS } });
    if (url.pathname === "/api/v1/assets/categories/") return json([]);
    if (method === "GET" && url.pathname === API) return json({ count: 1, results: [rule] });
    return json(url.pathname.startsWith(API) ? rule : { count: 0, results: [] });
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

/** The button of the form; looked up by its role, every half hour of the week would be asked for its name. */
const save = (): Element => screen.getByText("Save").closest("button") ?? document.body;

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

test("every kind of rule has a list, forms and a page, for whom it is declared", () => {
  for (const kind of ["login-acls", "login-asset-acls", "connect-method-acls", "cmd-acls", "cmd-groups"]) {
    const paths = ["", "/create", "/:id/update", "/:id"].map((end) => `/console/perms/${kind}${end}`);
    const routes = acls.routes.filter(({ path }) => paths.includes(path));
    expect(routes.map(({ load }) => load !== undefined)).toEqual([true, true, true, true]);
    const isGlobal = ["login-acls", "connect-method-acls"].includes(kind);
    expect(routes.every(({ scope }) => (scope === "global") === isGlobal)).toBe(true);
    const needsLicense = ["login-asset-acls", "connect-method-acls"].includes(kind);
    expect(routes.every(({ license }) => (license === true) === needsLicense)).toBe(true);
  }
});

test("a list tells whom and what a rule is about, in words", async () => {
  await open(LIST);
  const row = (await screen.findByText("Web by day")).closest("tr") as HTMLElement;
  expect(row.textContent).toContain("By Name, User groups");
  expect(row.textContent).toContain("2 selected");
  expect(row.textContent).toContain("root");
});

test("a rule is made with what it starts from; who decides is asked for only where somebody does", async () => {
  const router = await open(`${LIST}/create`);
  await person.click(await screen.findByLabelText("Name"));
  await person.paste("Nobody at night");
  expect(screen.getByText("From 100 down.")).toBeTruthy();
  expect(screen.queryByText("Recipients")).toBeNull();
  await person.click(screen.getByText("Review"));
  expect(await screen.findByText("Recipients")).toBeTruthy();
  await person.click(screen.getByText("Accept"));
  expect(screen.queryByText("Recipients")).toBeNull();
  await person.click(save());
  await vi.waitFor(() => expect(router.state.location.pathname).toBe(LIST), { timeout: 15_000 });
  expect(sent.find(({ method }) => method === "POST")?.body).toMatchObject({
    name: "Nobody at night",
    priority: 50,
    action: "accept",
    reviewers: [],
    users: { type: "all" },
    assets: { type: "all" },
    accounts: ["@ALL"],
    rules: { ip_group: ["*"], time_period: [] },
    is_active: true,
  });
});

test("its page tells when it holds and what is selected, switches it, and lists whom it fits now", async () => {
  await open(`${LIST}/${String(rule.id)}`);
  expect(await screen.findByText("Asset access rule: Web by day")).toBeTruthy();
  expect(document.body.textContent).toContain("Mon 09:00–12:00, 13:00–18:00");
  const conditions = (await screen.findByText("Starts with")).closest("table") as HTMLElement;
  expect(within(conditions).queryByRole("button")).toBeNull();
  await person.click(screen.getByRole("switch", { name: "Active" }));
  await vi.waitFor(() =>
    expect(sent.find(({ method }) => method === "PATCH")?.body).toEqual({ is_active: false }),
  );
  await person.click(screen.getByRole("tab", { name: "Users" }));
  const asked = (path: string) => sent.find(({ method, url }) => method === "GET" && url.pathname === path);
  await vi.waitFor(() => expect(asked("/api/v1/users/users/")).toBeDefined());
  const rules = asked("/api/v1/users/users/")?.url.searchParams.get("attr_rules") ?? "";
  expect(JSON.parse(atob(rules))).toEqual({ type: "attrs", attrs });
  await person.click(screen.getByRole("tab", { name: "Assets" }));
  await vi.waitFor(() => expect(asked("/api/v1/assets/assets/")?.url.searchParams.get("ids")).toBe("a,b"));
});
