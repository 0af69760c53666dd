// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  address,
  cleanUpList,
  type ListServer,
  rowOf,
  showList,
  startServer,
  things,
} from "../testing/list-harness.tsx";

let server: ListServer;
const filters = { owner: { related: { url: "/api/v1/owners/" } } };
const box = () => screen.getByRole("combobox", { name: /^(Search|Name|Kind|Owner|Port|Created|Active)$/ });
const LIST = { name: "Filter suggestions" };
const options = async () =>
  within(await screen.findByRole("listbox", LIST))
    .queryAllByRole("option")
    .map((item) => item.textContent);
const sent = () => Object.fromEntries(server.requests("GET").at(-1)?.query ?? []);

beforeEach(async () => {
  server = startServer(things(2));
});
afterEach(cleanUpList);

const begin = async (at = "/things") => {
  await showList({ filters: { more: filters } }, { at });
  await rowOf("thing-1");
  return userEvent.setup();
};

test("a typed text becomes a keyword; several stand together, a second of the same is refused", async () => {
  const user = await begin();
  await user.type(box(), "web{Enter}");
  await user.type(box(), "prod{Enter}");
  await waitFor(() => expect(sent().search).toBe("web,prod"));
  const before = server.requests("GET").length;
  await user.type(box(), "web{Enter}");
  expect(server.requests("GET")).toHaveLength(before);
  expect(screen.getByRole("button", { name: "web" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Remove filter web" }));
  await waitFor(() => expect(sent().search).toBe("prod"));
});

test("fields are offered, found by what is typed, and chosen by arrows", async () => {
  const user = await begin();
  await user.click(box());
  expect(await options()).toEqual(["ID", "Name", "Kind", "Owner", "Active", "Port", "Created"]);
  await user.keyboard("ki");
  expect(await options()).toEqual(["Search for “ki”", "Kind"]);
  await user.keyboard("{ArrowDown}{Enter}");
  expect(await options()).toEqual(["Big", "Small"]);
  await user.keyboard("{ArrowDown}{Enter}");
  await waitFor(() => expect(sent().kind).toBe("small"));
  expect(screen.getByRole("button", { name: "Kind: Small" })).toBeTruthy();
  expect(address()).toBe("/things?kind=small");
});

test("a choice is offered at once when the text reads like it", async () => {
  const user = await begin();
  await user.type(box(), "smal");
  expect(await options()).toEqual(["Search for “smal”", "Kind: Small"]);
  await user.keyboard("{ArrowUp}{Enter}");
  await waitFor(() => expect(sent().kind).toBe("small"));
});

test("yes and no, numbers and texts have their own way in", async () => {
  const user = await begin();
  await user.type(box(), "active{ArrowDown}{Enter}{Enter}");
  await waitFor(() => expect(sent().is_active).toBe("true"));
  await user.type(box(), "port{ArrowDown}{Enter}");
  expect(box().getAttribute("type")).toBe("number");
  await user.type(box(), "22{Enter}");
  await waitFor(() => expect(sent().port).toBe("22"));
  await user.type(box(), "name{ArrowDown}{Enter}web 1{Enter}");
  await waitFor(() => expect(sent().name).toBe("web 1"));
  expect(sent().is_active).toBe("true");
});

test("a date is entered as one and sent as an instant", async () => {
  const user = await begin();
  await user.type(box(), "created{ArrowDown}{Enter}");
  expect(box().getAttribute("type")).toBe("datetime-local");
  await user.type(box(), "2026-03-01T10:00{Enter}");
  await waitFor(() => expect(sent().date_created).toBe(new Date("2026-03-01T10:00").toISOString()));
});

test("the values of a relation are searched on the server and told by name", async () => {
  const user = await begin();
  await user.type(box(), "owner{ArrowDown}{Enter}");
  await waitFor(async () => expect(await options()).toEqual(["Olga", "Otto"]));
  await user.keyboard("ot");
  await waitFor(() => {
    const searches = server.seen
      .filter(({ path }) => path === "/api/v1/owners/")
      .map(({ query }) => query.get("search"));
    expect(searches).toContain("ot");
  });
  await user.keyboard("{ArrowDown}{Enter}");
  await waitFor(() => expect(sent().owner).toBe("o2"));
  await screen.findByRole("button", { name: "Owner: Otto" });
});

test("tags of an address are told in words", async () => {
  await begin("/things?kind=big&owner=o2&is_active=false&search=a");
  for (const name of ["a", "Kind: Big", "Owner: Otto", "Active: No"]) {
    await screen.findByRole("button", { name });
  }
});

test("the same field again replaces; an empty value takes the filter away; clicking a tag changes it", async () => {
  const user = await begin("/things?name=old");
  await user.click(await screen.findByRole("button", { name: "Name: old" }));
  await user.clear(box());
  await user.type(box(), "new{Enter}");
  await waitFor(() => expect(sent().name).toBe("new"));
  await user.type(box(), "name{ArrowDown}{Enter}{Enter}");
  await waitFor(() => expect(sent().name).toBeUndefined());
});

test("backspace goes to the last tag and takes it away; escape leaves", async () => {
  const user = await begin("/things?search=a");
  await user.click(box());
  await user.keyboard("{Backspace}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "a" }));
  await user.keyboard("{Delete}");
  await waitFor(() => expect(sent().search).toBeUndefined());
  await user.type(box(), "kind{ArrowDown}{Enter}");
  await user.keyboard("{Escape}{Escape}");
  expect(screen.queryByRole("listbox", LIST)).toBeNull();
  expect(screen.getByRole("combobox", { name: "Search" })).toBeTruthy();
});

test("leaving the box with a text searches for it", async () => {
  const user = await begin();
  await user.type(box(), "left");
  await user.tab();
  await waitFor(() => expect(sent().search).toBe("left"));
});
