// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { Suspense } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { prepareGallery, show } from "../../gallery/testing/render.tsx";
import { connectToaster } from "../feedback.ts";
import ExportDialog from "./export-dialog.tsx";
import type { ExportPlan } from "./export-plan.ts";
import type { ExportedList } from "./use-export.ts";

const calls = prepareGallery();
const saved: string[] = [];
const said = vi.fn();
const onClose = vi.fn();
beforeEach(() => {
  saved.length = 0;
  vi.clearAllMocks();
  connectToaster({ show: said });
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:file");
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});

const LIST: ExportedList = {
  url: "/api/gallery/people/",
  query: { search: "person-1", order: "name", limit: 15, offset: 30 },
  filtered: false,
  keys: [],
  count: 137,
  dated: false,
};

async function open(list: Partial<ExportedList> = {}, plan: ExportPlan = {}) {
  await show(
    <Suspense>
      <ExportDialog name="People" plan={plan} list={{ ...LIST, ...list }} onClose={onClose} />
    </Suspense>,
  );
  await screen.findByRole("dialog");
}
const start = () => fireEvent.click(screen.getByRole("button", { name: "Export" }));
const range = (name: RegExp) => screen.getByRole("radio", { name });

test("all rows, as the list is ordered, in the chosen format and not in pages", async () => {
  await open();
  expect(range(/selected/)).toHaveProperty("disabled", true);
  fireEvent.click(screen.getByRole("radio", { name: /Excel|XLSX/ }));
  start();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const { searchParams } = new URL(calls.at(-1)?.url ?? "", "http://server");
  expect(Object.fromEntries(searchParams)).toEqual({ search: "person-1", order: "name", format: "xlsx" });
  expect(saved).toEqual(["export.xlsx"]);
  expect(said.mock.calls[0]?.[0]).toBe("success");
});

test("the selected rows go by a cached selection, and come first", async () => {
  await open({ keys: ["p1", "p2"], filtered: true });
  expect(range(/selected/)).toHaveProperty("checked", true);
  expect(range(/^All/)).toHaveProperty("disabled", true);
  start();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls[0]?.body).toEqual({ resources: ["p1", "p2"] });
  expect(calls[1]?.url).toContain("spm=selection-");
});

test("a refusal is told in the dialog, which stays", async () => {
  await open({}, { url: "/api/gallery/forbidden/" });
  start();
  expect((await screen.findByRole("alert")).textContent).toContain(
    "You do not have permission to view this.",
  );
  expect(onClose).not.toHaveBeenCalled();
  expect(saved).toEqual([]);
});

test("a text in place of rows is a message and no file", async () => {
  await open({}, { url: "/api/gallery/note/" });
  start();
  expect(await screen.findByText("Set a password for files first.")).toBeTruthy();
  expect(saved).toEqual([]);
});

test("what takes long can be stopped, without a complaint", async () => {
  await open({}, { url: "/api/gallery/slow/" });
  start();
  fireEvent.click(await screen.findByRole("button", { name: "Stop" }));
  expect(await screen.findByRole("button", { name: "Export" })).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
});
