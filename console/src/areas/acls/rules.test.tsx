// @vitest-environment happy-dom
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { lazy, type ReactNode, Suspense, useContext } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { prepareGallery, show } from "../../gallery/testing/render.tsx";
import { connectDialogs } from "../../kit/dialogs.tsx";
import type { FieldMap, Row } from "../../kit/metadata/types.ts";
import { SessionContext } from "../../kit/session.ts";
import acls from "./area.ts";

const LIST = "/console/perms/login-asset-acls";
const API = "/api/v1/acls/login-asset-acls/";
const PREVIEW = "/api/v1/sallyport/acls/login-asset-acls/preview/";
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
  command_groups: { type: "m2m_related_field", label: "Command groups", ...given },
  only_readable: { type: "boolean", label: "Only commands that can be read", default: false, ...given },
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
  only_readable: true,
};
const sent: { readonly method: string; readonly url: URL; readonly body: unknown }[] = [];
/** What the server says of a rule that is not saved: by default it knows of no such question. */
let preview: () => Response = () => new Response("{}", { status: 404 });
const person = userEvent.setup({ pointerEventsCheck: 0, delay: null });

prepareGallery();
beforeAll(() => {
  vi.stubGlobal("fetch", async (address: string, { method = "GET", body }: RequestInit = {}) => {
    const url = new URL(address, "http://server");
    sent.push({ method, url, body: body === undefined ? undefined : JSON.parse(String(body)) });
    const json = (answer: unknown) =>
      new Response(JSON.stringify(answer), { headers: { "Content-Type": "application/json" } });
    if (url.pathname === PREVIEW) return preview();
    if (method === "OPTIONS") return json({ actions: { GET: FIELDS, POST: FIELDS, PUT: FIELDS } });
    if (url.pathname === "/api/v1/assets/categories/") return json([]);
    if (method === "GET" && url.pathname === API) return json({ count: 1, results: [rule] });
    const isRule = url.pathname.startsWith(API) || url.pathname.includes(String(rule.id));
    return json(isRule ? rule : { count: 0, results: [] });
  });
});
beforeEach(() => {
  preview = () => new Response("{}", { status: 404 });
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
  expect(sent.find(({ method, url }) => method === "POST" && url.pathname === API)?.body).toMatchObject({
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

test("a rule about commands is asked whether only those count that can be read, and tells it", async () => {
  await open("/console/perms/cmd-acls/create");
  expect(await screen.findByLabelText("Only commands that can be read")).toBeTruthy();
  expect(screen.getByLabelText("All users")).toBeTruthy();
  cleanup();
  await open(`/console/perms/cmd-acls/${rule.id}`);
  expect(await screen.findByText("Only commands that can be read")).toBeTruthy();
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

describe("before a rule is saved", () => {
  const told = {
    refused: 12,
    held: 0,
    warned: 0,
    allowed: 1,
    since: "2026/05/01 00:00:00 +0000",
    examined: 4_000,
    stopped_at: null as string | null,
    results: [
      {
        id: "s1",
        effect: "refused",
        date: "2026/05/30 10:00:00 +0000",
        user: "Mei(mei)",
        asset: "front",
        account: "root(root)",
        remote_addr: "192.0.2.7",
      },
      {
        id: "s2",
        effect: "allowed",
        date: "2026/05/29 10:00:00 +0000",
        user: "Tom(tom)",
        asset: "db",
        account: "-",
        remote_addr: "192.0.2.8",
      },
    ],
  };
  const nothing = { ...told, refused: 0, allowed: 0, results: [] };
  const answer = (body: unknown, status = 200) =>
    new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
  const saved = () =>
    sent.filter(({ method, url }) => ["POST", "PUT"].includes(method) && url.pathname.startsWith(API));
  beforeAll(() => {
    connectDialogs(({ title, content, confirmText, onConfirm, onCancel }) => {
      const { unmount } = render(
        <div role="dialog" aria-label={title}>
          {content}
          <button type="button" onClick={() => answered(onConfirm)}>
            {confirmText}
          </button>
          <button type="button" onClick={() => answered(onCancel)}>
            Not yet
          </button>
        </div>,
      );
      const answered = (answer: (() => unknown) | undefined) => {
        unmount();
        answer?.();
      };
    });
  });
  const make = async () => {
    const router = await open(`${LIST}/create`);
    await person.click(await screen.findByLabelText("Name"));
    await person.paste("Nobody at night");
    await person.click(save());
    return router;
  };

  test("what it would have done is shown, linked, and asked about", async () => {
    preview = () => answer(told);
    const router = await make();
    const dialog = await screen.findByRole("dialog");
    expect(await within(dialog).findByText("12 connections would have been refused")).toBeTruthy();
    expect(within(dialog).getByText("and 11 more")).toBeTruthy();
    expect(
      within(dialog).getByText("1 connection that current rules block would have been allowed"),
    ).toBeTruthy();
    const link = within(dialog).getByRole("link", { name: "Mei(mei) → front" });
    expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual([
      "/ui/audit/sessions/sessions/s1",
      "_blank",
    ]);
    expect(dialog.textContent).toContain("4000 connections since");
    expect(sent.find(({ url }) => url.pathname === PREVIEW)?.body).toMatchObject({ name: "Nobody at night" });
    await person.click(within(dialog).getByRole("button", { name: "Not yet" }));
    expect(saved()).toEqual([]);
    expect(router.state.location.pathname).toBe(`${LIST}/create`);
  });

  test("a new one that changes nothing says so, and until when was looked at", async () => {
    preview = () => answer({ ...nothing, stopped_at: "2026/05/20 00:00:00 +0000" });
    await make();
    expect(
      await screen.findByText("This would not have changed any connection in the last 30 days."),
    ).toBeTruthy();
    expect(await screen.findByText(/Older ones, before .*, were not checked\./)).toBeTruthy();
  });

  test("where it cannot be looked up, the rule can be saved all the same", async () => {
    preview = () => answer({ detail: "Too many." }, 503);
    await make();
    expect((await screen.findByRole("alert")).textContent).toContain("You can still save it.");
    await person.click(await screen.findByRole("button", { name: "Save rule" }));
    await vi.waitFor(() => expect(saved()).toHaveLength(1));
  });

  test.each([403, 404, 405, 400])("a server that answers %d is not waited for", async (status) => {
    preview = () => answer({}, status);
    await make();
    await vi.waitFor(() => expect(saved()).toHaveLength(1));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("a change that makes no difference is saved at once", async () => {
    preview = () => answer(nothing);
    await open(`${LIST}/${String(rule.id)}/update`);
    await person.click(await screen.findByLabelText("Name"));
    await person.paste("!");
    await person.click(save());
    await vi.waitFor(() => expect(saved()).toHaveLength(1));
    expect(sent.find(({ url }) => url.pathname === PREVIEW)?.body).toMatchObject({ id: rule.id });
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
