// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
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

const bodyRows = () => document.querySelectorAll("tbody tr[data-index]");

describe("what a list shows", () => {
  test("rows in the columns of the plan, with a pager, and never a write-only field", async () => {
    startServer(things(20));
    await showList();
    await rowOf("thing-1");
    const heads = screen.getAllByRole("columnheader").map((head) => head.textContent);
    expect(heads).toEqual(["", "Name", "Kind", "Active", "Port", "Created", "Actions"]);
    expect(bodyRows()).toHaveLength(15);
    expect(screen.getByText("1–15 of 20")).toBeTruthy();
    expect(within(await rowOf("thing-2")).getByText("1 hr. ago").title).toMatch(
      /^\d{4}\/\d\d\/\d\d .* · .*Z \(/,
    );
    expect(screen.getByRole("link", { name: "thing-1" }).getAttribute("href")).toBe("/things/id-1");
  });
  test("a server that answers the whole list is paged here", async () => {
    const server = startServer(things(20));
    server.whole = true;
    await showList({}, { at: "/things?page=2" });
    await rowOf("thing-16");
    expect(bodyRows()).toHaveLength(5);
  });
  test("a long page draws its first screen, then all of it", async () => {
    localStorage.setItem("paginationSize", "100");
    startServer(things(100));
    await showList();
    await rowOf("thing-1");
    await waitFor(() => expect(bodyRows()).toHaveLength(100));
  });
  test("while nothing is there, a skeleton of the same columns", async () => {
    const server = startServer(things(1));
    server.override = () => new Promise(() => {});
    await showList();
    expect((await screen.findByRole("status")).querySelectorAll("th")).toHaveLength(6);
  });
  test("an empty list says what to do next, and offers it", async () => {
    startServer([]);
    await showList();
    const notice = (await screen.findByText("Nothing here yet")).parentElement as HTMLElement;
    await userEvent.click(within(notice).getByRole("button", { name: /Create$/ }));
    expect(address()).toBe("/things/create");
  });
  test("a failure offers to try again; a missing permission does not", async () => {
    const server = startServer(things(1));
    let status = 500;
    server.override = ({ method }) => (method === "GET" && status !== 200 ? json(status, {}) : undefined);
    await showList();
    const retry = await screen.findByRole("button", { name: "Try again" });
    status = 200;
    await userEvent.click(retry);
    await rowOf("thing-1");
    status = 403;
    await userEvent.click(screen.getByRole("button", { name: "Refresh" }));
    await screen.findByText("You do not have permission to view this list");
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });
  test("a page beyond the end becomes the last one", async () => {
    startServer(things(20));
    await showList({}, { at: "/things?page=9" });
    await rowOf("thing-20");
    expect(address()).toBe("/things?page=2");
  });
});

describe("the address", () => {
  test("holds page, order, search and filters, and is read back", async () => {
    const server = startServer(things(40));
    await showList({}, { at: "/things?order=-port&search=a,b&kind=big&page=2&tab=x" });
    await rowOf("thing-16");
    const { query } = server.requests("GET").at(-1) ?? {};
    expect(Object.fromEntries(query ?? [])).toMatchObject({
      order: "-port",
      search: "a,b",
      kind: "big",
      offset: "15",
      limit: "15",
    });
    expect(query?.has("tab")).toBe(false);
    expect(screen.getByRole("columnheader", { name: /Port/ }).getAttribute("aria-sort")).toBe("descending");
    await userEvent.click(screen.getByRole("button", { name: "Name" }));
    expect(address()).toBe("/things?tab=x&order=name&search=a%2Cb&kind=big");
  });
  test("without filters rows do not wait for the metadata", async () => {
    const server = startServer(things(1));
    server.override = ({ method }) => (method === "OPTIONS" ? new Promise(() => {}) : undefined);
    await showList();
    await waitFor(() => expect(server.requests("GET")).toHaveLength(1));
  });
  test("a filter of the address waits for the metadata and is sent once", async () => {
    const server = startServer(things(1));
    await showList({}, { at: "/things?kind=big" });
    await rowOf("thing-1");
    expect(server.requests("GET").map(({ query }) => query.get("kind"))).toEqual(["big"]);
  });
  test("what is fresh is not fetched again", async () => {
    const server = startServer(things(40));
    await showList();
    await rowOf("thing-1");
    await userEvent.click(screen.getByRole("button", { name: "2" }));
    await rowOf("thing-16");
    await userEvent.click(screen.getByRole("button", { name: "1" }));
    await rowOf("thing-1");
    expect(server.requests("GET")).toHaveLength(2);
  });
});

describe("choices that are remembered", () => {
  test("the page size, going to the first page", async () => {
    startServer(things(40));
    await showList({}, { at: "/things?page=2" });
    await rowOf("thing-16");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Rows per page" }), "30");
    await waitFor(() => expect(bodyRows()).toHaveLength(30));
    expect(localStorage.getItem("paginationSize")).toBe("30");
    expect(address()).toBe("/things");
  });
  test("the columns, under screen and URL; fixed ones cannot be hidden; the default returns", async () => {
    startServer(things(3));
    await showList();
    await rowOf("thing-1");
    await userEvent.click(screen.getByRole("button", { name: "Columns" }));
    const dialog = await screen.findByRole("dialog");
    const box = (name: string) => within(dialog).getByRole<HTMLInputElement>("checkbox", { name });
    expect([box("Name").disabled, box("Actions").disabled, box("Port").disabled]).toEqual([
      true,
      true,
      false,
    ]);
    await userEvent.click(box("Port"));
    await userEvent.click(box("Comment"));
    await userEvent.click(within(dialog).getByRole("button", { name: "Confirm" }));
    await screen.findByRole("columnheader", { name: "Comment" });
    expect(screen.queryByRole("columnheader", { name: /Port/ })).toBeNull();
    expect(JSON.parse(localStorage.getItem("tableConfig") ?? "{}")).toEqual({
      [`/things_${LIST_URL}`]: { showColumns: ["name", "kind", "is_active", "comment", "date_created"] },
    });
    await userEvent.click(screen.getByRole("button", { name: "Columns" }));
    await userEvent.click(await screen.findByRole("button", { name: "Reset to default" }));
    await screen.findByRole("columnheader", { name: /Port/ });
    expect(localStorage.getItem("tableConfig")).toBe("{}");
  });
});

test("a header with few values filters by them, and the tag says so", async () => {
  const server = startServer(things(3));
  await showList();
  await rowOf("thing-1");
  await userEvent.click(screen.getByRole("button", { name: "Filter by Active" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Yes" }));
  await waitFor(() => expect(server.requests("GET").at(-1)?.query.get("is_active")).toBe("true"));
  expect(screen.getByRole("button", { name: "Active: Yes" })).toBeTruthy();
});

test("a dated list asks for the last seven days and keeps a chosen range in the address", async () => {
  const server = startServer([]);
  await showList({ dated: true });
  await screen.findByText("Nothing in this period");
  const { query } = server.requests("GET").at(-1) ?? {};
  const days = (Date.now() - Date.parse(query?.get("date_from") ?? "")) / 86_400_000;
  expect(days).toBeCloseTo(7, 1);
  await userEvent.click(screen.getByRole("button", { name: "Show the last 12 months" }));
  await waitFor(() => expect(address()).toContain("date_from="));
});
