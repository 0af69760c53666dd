// @vitest-environment happy-dom
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  address,
  cleanUpList,
  json,
  LIST_URL,
  rowOf,
  showList,
  startServer,
  things,
} from "./testing/list-harness.tsx";

afterEach(cleanUpList);

const check = async (name: string) =>
  userEvent.click(within(await rowOf(name)).getByRole("checkbox", { name: `Select ${name}` }));
const bulk = async (action: string) => {
  await userEvent.click(screen.getByRole("button", { name: /selected/ }));
  await userEvent.click(await screen.findByRole("menuitem", { name: action }));
};

describe("what a person may do", () => {
  test("all three actions of a row with every permission: the first stands, the others are in a menu", async () => {
    startServer(things(2));
    await showList();
    const row = within(await rowOf("thing-1"));
    expect(row.getByRole("link", { name: "Edit" }).getAttribute("href")).toBe("/things/id-1/update");
    await userEvent.click(row.getByRole("button", { name: "Actions for thing-1" }));
    const names = (await screen.findAllByRole("menuitem")).map((item) => item.textContent);
    expect(names).toEqual(["Duplicate", "Delete"]);
    await userEvent.click(screen.getByRole("menuitem", { name: "Duplicate" }));
    expect(address()).toBe("/things/create?clone_from=id-1");
  });
  test("where a row is changed and copied can depend on the row", async () => {
    startServer(things(1));
    const rowPaths = ({ name }: { readonly name?: unknown }) => ({ update: `/of/${String(name)}` });
    await showList({ rows: { paths: rowPaths } });
    const row = within(await rowOf("thing-1"));
    expect(row.getByRole("link", { name: "Edit" }).getAttribute("href")).toBe("/of/thing-1");
    expect(row.queryByText("Duplicate")).toBeNull();
  });
  test("what is not permitted is not there; without any action there is no selection", async () => {
    startServer(things(1));
    await showList({ bulk: { activation: true } }, { may: ["view"] });
    const row = within(await rowOf("thing-1"));
    expect(row.queryByText("Edit")).toBeNull();
    expect(row.queryByRole("checkbox")).toBeNull();
    expect(screen.queryByRole("columnheader", { name: "Actions" })).toBeNull();
    expect(screen.queryByRole("button", { name: /Create$/ })).toBeNull();
  });
  test("without the permission to view, a name is no link", async () => {
    startServer(things(1));
    await showList({}, { may: ["delete"] });
    await screen.findByText("thing-1");
    expect(screen.queryByRole("link", { name: "thing-1" })).toBeNull();
  });
  test("over all organizations nothing is created, changed or deleted", async () => {
    startServer(things(1));
    await showList({ bulk: { activation: true } }, { root: true });
    const row = within(await rowOf("thing-1"));
    expect(screen.getByRole<HTMLButtonElement>("button", { name: /Create$/ }).disabled).toBe(true);
    expect(row.getByRole<HTMLButtonElement>("button", { name: "Edit" }).disabled).toBe(true);
    const remove = row.getByRole<HTMLButtonElement>("button", { name: "Delete" });
    expect(remove.disabled).toBe(true);
    expect(remove.title).toBe(
      "Select an organization first. Nothing can be deleted while all organizations are shown.",
    );
    expect(row.queryByText("Duplicate")).toBeNull();
    await check("thing-1");
    await userEvent.click(screen.getByRole("button", { name: /selected/ }));
    const item = await screen.findByRole("menuitem", { name: "Delete selected" });
    expect(item.getAttribute("aria-disabled")).toBe("true");
  });
  test("what is in none of them is deleted there", async () => {
    startServer(things(2));
    const resource = {
      url: LIST_URL,
      permission: { app: "things", model: "thing" },
      routes: { list: "/things", detail: (id: string) => `/things/${id}` },
      deletedInRoot: (row: { readonly name?: unknown }) => row.name === "thing-2",
    };
    await showList({ resource }, { root: true });
    const removal = async (name: string) =>
      within(await rowOf(name)).getByRole<HTMLButtonElement>("button", { name: "Delete" });
    expect((await removal("thing-1")).disabled).toBe(true);
    expect((await removal("thing-2")).disabled).toBe(false);
  });
  test("what belongs to no organization can be created there too", async () => {
    startServer(things(1));
    const permission = { app: "things", model: "thing" };
    const routes = { list: "/things", create: "/things/create" };
    await showList({ resource: { url: LIST_URL, permission, routes, global: true } }, { root: true });
    await screen.findByText("thing-1");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: /Create$/ }).disabled).toBe(false);
  });
  test("a row the area protects keeps its actions out of use and cannot be selected", async () => {
    startServer(things(2));
    const mine = (row: Readonly<Record<string, unknown>>) => row.id !== "id-1";
    await showList({ rows: { canChange: mine, canSelect: mine } });
    const row = within(await rowOf("thing-1"));
    expect(row.getByRole<HTMLButtonElement>("button", { name: "Edit" }).disabled).toBe(true);
    expect(row.getByRole<HTMLInputElement>("checkbox").disabled).toBe(true);
    await userEvent.click(screen.getByRole("checkbox", { name: "Select all rows on this page" }));
    expect(screen.getByRole("button", { name: /1 selected/ })).toBeTruthy();
  });
});

describe("selection", () => {
  test("survives paging, is counted, and is cleared by a filter", async () => {
    startServer(things(20));
    await showList();
    await check("thing-1");
    await userEvent.click(screen.getByRole("button", { name: "2" }));
    await check("thing-16");
    expect(screen.getByRole("button", { name: /2 selected/ })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "1" }));
    expect((await rowOf("thing-1")).getAttribute("aria-selected")).toBe("true");
    await userEvent.type(screen.getByRole("combobox", { name: "Search" }), "x{Enter}");
    await waitFor(() => expect(screen.queryByRole("button", { name: /selected/ })).toBeNull());
  });
  test("shift takes everything between", async () => {
    startServer(things(6));
    await showList();
    await check("thing-2");
    const user = userEvent.setup();
    await user.keyboard("{Shift>}");
    await user.click(within(await rowOf("thing-5")).getByRole("checkbox"));
    expect(screen.getByRole("button", { name: /4 selected/ })).toBeTruthy();
  });
  test("a full page offers all that match, fetched with the filters and without paging", async () => {
    const server = startServer(things(20));
    await showList({ selectionFields: ["port"] }, { at: "/things?kind=big" });
    await rowOf("thing-1");
    await userEvent.click(screen.getByRole("checkbox", { name: "Select all rows on this page" }));
    await userEvent.click(screen.getByRole("button", { name: "Select all 20 that match" }));
    await screen.findByRole("button", { name: /20 selected/ });
    const { query } = server.requests("GET").at(-1) ?? {};
    expect(Object.fromEntries(query ?? [])).toEqual({
      kind: "big",
      fields: "id,name,hostname,username,port",
    });
  });
});

describe("deleting", () => {
  test("one row is asked about by name", async () => {
    const server = startServer(things(2));
    const told = await showList({ rows: { builtIns: ["delete"] } });
    await userEvent.click(within(await rowOf("thing-1")).getByRole("button", { name: "Delete" }));
    expect(told.toasts).toEqual(["Delete thing-1?"]);
    expect(server.requests("DELETE")).toHaveLength(0);
    await told.confirm();
    expect(server.requests("DELETE").map(({ path }) => path)).toEqual([`${LIST_URL}id-1/`]);
    await waitFor(() => expect(screen.queryByText("thing-1")).toBeNull());
  });
  test("several are named, remembered by the server and deleted together", async () => {
    const server = startServer(things(3));
    const told = await showList();
    await check("thing-1");
    await check("thing-3");
    await bulk("Delete selected");
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["thing-1", "thing-3"]);
    await userEvent.click(await dialog.findByRole("button", { name: "Delete 2 things" }));
    await waitFor(() => expect(told.toasts).toEqual(["Deleted 2 things"]));
    const cached = server.seen.find(({ path }) => path.endsWith("/resources/cache/"));
    expect(cached?.body).toEqual({ resources: ["id-1", "id-3"] });
    expect(server.requests("DELETE").map(({ query }) => query.get("spm"))).toEqual(["token"]);
  });
  test("one row or several tell what goes with them, where the server tells it", async () => {
    const server = startServer(things(2));
    const asked: unknown[] = [];
    server.override = ({ path, body }) => {
      if (path !== "/api/v1/sallyport/deletions/preview/") return undefined;
      asked.push(body);
      return json(200, [
        { kind: "sessions", count: 1 },
        { kind: "accounts", count: 3 },
        { kind: "unheard", count: 9 },
      ]);
    };
    const told = await showList({ rows: { builtIns: ["delete"] } });
    await userEvent.click(within(await rowOf("thing-1")).getByRole("button", { name: "Delete" }));
    const lines = (parts: readonly HTMLElement[]) => parts.map((item) => item.textContent);
    const effects = ["3 accounts will be deleted", "1 session is in progress"];
    const { unmount } = render(told.content());
    expect(lines(await screen.findAllByRole("listitem"))).toEqual(effects);
    unmount();
    await check("thing-1");
    await check("thing-2");
    await bulk("Delete selected");
    const dialog = within(await screen.findByRole("dialog"));
    const note = within(await dialog.findByRole("note", { name: "Also affected" }));
    expect(lines(note.getAllByRole("listitem"))).toEqual(effects);
    expect(asked).toEqual([
      { resource: "things/things", ids: ["id-1"] },
      { resource: "things/things", ids: ["id-1", "id-2"] },
    ]);
  });
  test("when the server keeps them, one by one, with the result of each; what is left stays selected", async () => {
    const server = startServer(things(3));
    const refusal = { code: "referenced_by_others", detail: "Used by a permission." };
    server.override = ({ method, path }) =>
      method === "DELETE" && (path === LIST_URL || path.endsWith("/id-2/")) ? json(400, refusal) : undefined;
    await showList();
    await rowOf("thing-1");
    await userEvent.click(screen.getByRole("checkbox", { name: "Select all rows on this page" }));
    await bulk("Delete selected");
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.click(dialog.getByRole("button", { name: "Delete 3 things" }));
    await dialog.findByText("Used by a permission.");
    await userEvent.click(dialog.getByRole("button", { name: "Delete one by one" }));
    await dialog.findByText("2 of 3 deleted, 1 failed");
    expect(dialog.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "thing-1Deleted",
      "thing-2Used by a permission.",
      "thing-3Deleted",
    ]);
    await userEvent.click(dialog.getAllByRole("button", { name: "Close" }).at(-1) as HTMLElement);
    expect((await rowOf("thing-2")).getAttribute("aria-selected")).toBe("true");
    expect(screen.getByRole("button", { name: /1 selected/ })).toBeTruthy();
  });
  test("what is selected while the rows are fetched again stays selected", async () => {
    const server = startServer(things(3));
    await showList({ bulk: { delete: "each" } });
    await check("thing-1");
    const shown = server.requests("GET").length;
    const fetching = { end: () => {} };
    const rows = new Promise<void>((resolve) => {
      fetching.end = resolve;
    });
    server.override = async ({ method, path }) => {
      if (method === "GET" && path === LIST_URL) await rows;
      return undefined;
    };
    await bulk("Delete selected");
    await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(server.requests("GET").length).toBeGreaterThan(shown));
    await check("thing-3");
    fetching.end();
    await waitFor(() => expect(screen.queryByText("thing-1")).toBeNull());
    expect((await rowOf("thing-3")).getAttribute("aria-selected")).toBe("true");
  });
  test("lists without selections on the server delete one by one at once", async () => {
    const server = startServer(things(2));
    await showList({ bulk: { delete: "each" } });
    await check("thing-1");
    await bulk("Delete selected");
    await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
    await waitFor(() =>
      expect(server.requests("DELETE").map(({ path }) => path)).toEqual([`${LIST_URL}id-1/`]),
    );
    expect(server.seen.some(({ path }) => path.includes("cache"))).toBe(false);
  });
});

describe("changing many", () => {
  test("activate and deactivate send the switch for every row", async () => {
    const server = startServer(things(2));
    const told = await showList({ bulk: { activation: true } });
    await check("thing-1");
    await bulk("Disable");
    await waitFor(() => expect(told.toasts).toEqual(["Disabled thing-1"]));
    expect(server.requests("PATCH")[0]?.body).toEqual([{ id: "id-1", is_active: false }]);
  });
  test("the dialog sends only ticked fields, for every row, and puts errors on fields", async () => {
    const server = startServer(things(2));
    let refuse = true;
    server.override = ({ method }) =>
      method === "PATCH" && refuse ? json(400, [{}, { comment: ["Not that word.", "Really."] }]) : undefined;
    const told = await showList({ bulk: { update: { fields: ["comment", "port"] } } });
    await check("thing-1");
    await check("thing-2");
    await bulk("Edit selected");
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getAllByRole<HTMLInputElement>("checkbox").map(({ checked }) => checked)).toEqual([
      false,
      false,
    ]);
    await userEvent.click(dialog.getByRole("button", { name: "Save changes" }));
    await dialog.findByText("Enter a value");
    expect(server.requests("PATCH")).toHaveLength(0);
    await userEvent.click(dialog.getByRole("checkbox", { name: "Comment" }));
    await userEvent.type(dialog.getByRole("textbox", { name: "Comment" }), "new");
    await userEvent.click(dialog.getByRole("button", { name: "Save changes" }));
    await dialog.findByText("Not that word.");
    await dialog.findByText("Really.");
    await dialog.findByText("Nothing was changed. The server rejected thing-2.");
    refuse = false;
    await userEvent.click(dialog.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(told.toasts).toEqual(["Updated 2 things"]));
    expect(server.requests("PATCH").at(-1)?.body).toEqual([
      { comment: "new", id: "id-1" },
      { comment: "new", id: "id-2" },
    ]);
  });
});

test("a field is emptied on many rows only after a question that names it", async () => {
  const server = startServer(things(2));
  const told = await showList({ bulk: { update: { fields: ["comment", "port"] } } });
  await check("thing-1");
  await check("thing-2");
  await bulk("Edit selected");
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("checkbox", { name: "Comment" }));
  await userEvent.click(dialog.getByRole("button", { name: "Save changes" }));
  await waitFor(() => expect(told.toasts).toEqual(["Clear Comment of 2 things?"]));
  expect(server.requests("PATCH")).toHaveLength(0);
  await told.confirm();
  await waitFor(() =>
    expect(server.requests("PATCH")[0]?.body).toEqual([
      { comment: "", id: "id-1" },
      { comment: "", id: "id-2" },
    ]),
  );
});

const CountNote = ({ rows }: { readonly rows: readonly unknown[] }) => <p>{`${rows.length} matter`}</p>;

describe("questions of the area", () => {
  test("one row is deleted when its own question is answered so; several show a note", async () => {
    const server = startServer(things(2));
    let agrees = false;
    const asked: unknown[] = [];
    const ask = async (row: { readonly id?: unknown }) => {
      asked.push(row.id);
      return agrees;
    };
    await showList({ rows: { builtIns: ["delete"] }, deletion: { ask, Note: CountNote } });
    const remove = async () =>
      userEvent.click(within(await rowOf("thing-1")).getByRole("button", { name: "Delete" }));
    await remove();
    await waitFor(() => expect(asked).toEqual(["id-1"]));
    expect(server.requests("DELETE")).toHaveLength(0);
    await check("thing-1");
    await check("thing-2");
    await bulk("Delete selected");
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByText("2 matter");
    await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
    agrees = true;
    await remove();
    await waitFor(() => expect(server.requests("DELETE")).toHaveLength(1));
  });
  test("rows are changed together only when that is agreed to", async () => {
    const server = startServer(things(2));
    const asked: unknown[] = [];
    let agrees = false;
    await showList({
      bulk: {
        activation: true,
        update: { fields: ["comment"] },
        review: async (rows, changes) => {
          asked.push([rows.map(({ id }) => id), changes]);
          return agrees;
        },
      },
    });
    await check("thing-1");
    await bulk("Disable");
    await waitFor(() => expect(asked).toEqual([[["id-1"], { is_active: false }]]));
    await bulk("Edit selected");
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.click(dialog.getByRole("checkbox", { name: "Comment" }));
    await userEvent.type(dialog.getByRole("textbox", { name: "Comment" }), "new");
    await userEvent.click(dialog.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(asked.at(-1)).toEqual([["id-1"], { comment: "new" }]));
    expect(server.requests("PATCH")).toHaveLength(0);
    agrees = true;
    await userEvent.click(dialog.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(server.requests("PATCH")[0]?.body).toEqual([{ comment: "new", id: "id-1" }]));
  });
});

describe("keys", () => {
  test("one row is reached by tab; arrows move, space selects, shift extends, enter opens", async () => {
    startServer(things(4));
    await showList();
    const user = userEvent.setup();
    const first = await rowOf("thing-1");
    expect([...document.querySelectorAll("tbody tr[tabindex='0']")]).toEqual([first]);
    first.focus();
    await user.keyboard("{ArrowDown} {Shift>}{ArrowDown}{/Shift}");
    expect(document.activeElement).toBe(await rowOf("thing-3"));
    expect(screen.getByRole("button", { name: /2 selected/ })).toBeTruthy();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("button", { name: /selected/ })).toBeNull();
    await user.keyboard("{Control>}a{/Control}");
    expect(screen.getByRole("button", { name: /4 selected/ })).toBeTruthy();
    await user.keyboard("{End}{Home}{ArrowDown}{Enter}");
    expect(address()).toBe("/things/id-2");
  });
  test("the menu of a row opens by key, and page keys turn the page", async () => {
    startServer(things(20));
    await showList();
    const user = userEvent.setup();
    (await rowOf("thing-1")).focus();
    await user.keyboard("{Shift>}{F10}{/Shift}");
    expect((await screen.findAllByRole("menuitem")).map((item) => item.textContent)).toEqual([
      "Edit",
      "Duplicate",
      "Delete",
    ]);
    (await rowOf("thing-1")).focus();
    await user.keyboard("{PageDown}");
    await rowOf("thing-16");
  });
  test("a slash goes to the search box, but not out of a field", async () => {
    startServer(things(1));
    await showList();
    const row = await rowOf("thing-1");
    row.focus();
    await userEvent.keyboard("/");
    const box = screen.getByRole<HTMLInputElement>("combobox", { name: "Search" });
    expect(document.activeElement).toBe(box);
    await userEvent.keyboard("/");
    expect(box.value).toBe("/");
  });
});

test("extra actions of the area get the row, and can fetch the list again", async () => {
  const server = startServer(things(1));
  const run = vi.fn();
  await showList({
    rows: {
      builtIns: [],
      extras: (row, list) => [
        { key: "x", label: "Test it", run: () => void list.reload().then(() => run(row.id)) },
      ],
    },
  });
  await userEvent.click(within(await rowOf("thing-1")).getByRole("button", { name: "Test it" }));
  await waitFor(() => expect(run).toHaveBeenCalledWith("id-1"));
  expect(server.requests("GET")).toHaveLength(2);
});
