// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ENGLISH as en } from "../../i18n/testing/english.ts";
import { TreeTable } from "./tree-table.tsx";
import { useTreeChoice } from "./use-tree-choice.ts";

beforeEach(async () => {
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en }, react: { useSuspense: false } });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

function Choice() {
  const tree = useTreeChoice();
  const { search } = useLocation();
  return (
    <>
      <button type="button" onClick={() => tree.choose({ type: "node", id: "n1" })}>
        node
      </button>
      <button type="button" onClick={() => tree.choose({ type: "asset", id: "a1" })}>
        asset
      </button>
      <button type="button" onClick={() => tree.choose({ type: "type", id: "ROOT_HOST_linux" })}>
        type
      </button>
      <button type="button" onClick={() => tree.choose({ type: "", id: "ROOT" })}>
        everything
      </button>
      <button type="button" onClick={() => tree.choose(undefined)}>
        none
      </button>
      <p data-testid="told">{JSON.stringify([search, tree.selected, tree.query, tree.createQuery])}</p>
    </>
  );
}
const told = () => JSON.parse(screen.getByTestId("told").textContent ?? "") as unknown;

test("the choice stands in the address, narrows the list, and goes back to the first page", async () => {
  render(
    <MemoryRouter initialEntries={["/assets?page=3&search=x"]}>
      <Choice />
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByText("node"));
  expect(told()).toEqual(["?search=x&node=n1", "n1", { node_id: "n1" }, "?node_id=n1"]);
  await userEvent.click(screen.getByText("asset"));
  expect(told()).toEqual(["?search=x&asset=a1", "a1", { asset_id: "a1" }, "?asset_id=a1"]);
  await userEvent.click(screen.getByText("type"));
  const linux = { category: "host", type: "linux" };
  expect(told()).toEqual(["?search=x&kind=ROOT_HOST_linux", "ROOT_HOST_linux", linux, ""]);
  await userEvent.click(screen.getByText("everything"));
  expect(told()).toEqual(["?search=x", null, {}, ""]);
  await userEvent.click(screen.getByText("node"));
  await userEvent.click(screen.getByText("none"));
  expect(told()).toEqual(["?search=x", null, {}, ""]);
});

test("a handle folds the tree away, and this is remembered", async () => {
  const page = (
    <QueryClientProvider client={new QueryClient()}>
      <TreeTable tree={<p>the tree</p>}>
        <p>the list</p>
      </TreeTable>
    </QueryClientProvider>
  );
  const { unmount } = render(page);
  const handle = screen.getByRole("button", { name: "Hide the tree" });
  expect(handle.getAttribute("aria-expanded")).toBe("true");
  await userEvent.click(handle);
  expect((await screen.findByText("the tree")).parentElement?.hidden).toBe(true);
  unmount();
  render(page);
  await userEvent.click(screen.getByRole("button", { name: "Show the tree" }));
  expect((await screen.findByText("the tree")).parentElement?.hidden).toBe(false);
});

test("a tree that is rarely needed is folded until somebody opens it", async () => {
  const page = (
    <QueryClientProvider client={new QueryClient()}>
      <TreeTable rare tree={<p>the tree</p>}>
        <p>the list</p>
      </TreeTable>
    </QueryClientProvider>
  );
  const { unmount } = render(page);
  await userEvent.click(screen.getByRole("button", { name: "Show the tree" }));
  expect((await screen.findByText("the tree")).parentElement?.hidden).toBe(false);
  unmount();
  render(page);
  expect(screen.getByRole("button", { name: "Hide the tree" }).getAttribute("aria-expanded")).toBe("true");
});

test("without a tree to see there is only the list", () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TreeTable tree={null}>the list</TreeTable>
    </QueryClientProvider>,
  );
  expect(screen.queryByRole("button")).toBeNull();
});
