// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Suspense } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { THING_FIELDS } from "../../gallery/fake-api.ts";
import { prepareGallery, show } from "../../gallery/testing/render.tsx";
import { type ConfirmRequest, connectDialogs } from "../dialogs.tsx";
import ImportDialog from "./import-dialog.tsx";

const calls = prepareGallery();
const onClose = vi.fn();
const asked: ConfirmRequest[] = [];
const saved: Promise<string>[] = [];
beforeEach(() => {
  onClose.mockClear();
  asked.length = 0;
  saved.length = 0;
  connectDialogs((request) => asked.push(request));
  vi.spyOn(URL, "createObjectURL").mockImplementation((content) => {
    saved.push((content as Blob).text());
    return "blob:file";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
});

async function open() {
  const dialog = (
    <Suspense>
      <ImportDialog
        name="things"
        url="/api/gallery/things/"
        metadata={{ actions: { POST: THING_FIELDS } }}
        modes={["create", "update"]}
        hint="One row a thing."
        selected={[]}
        onClose={onClose}
      />
    </Suspense>
  );
  await show(<RouterProvider router={createMemoryRouter([{ path: "*", element: dialog }])} />);
  await screen.findByRole("dialog");
}

function choose(name: string) {
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (input === null) throw new Error("no place for a file");
  fireEvent.change(input, { target: { files: [new File(["name\nOne"], name)] } });
}
const grid = () => screen.getByRole("table", { name: "Rows in the file" });
const sent = () => calls.filter(({ method, url }) => method === "POST" && url === "/api/gallery/things/");
const pick = (name: RegExp) => fireEvent.click(screen.getByRole("radio", { name }));

test("a file that is none is refused before it is sent", async () => {
  await open();
  choose("things.pdf");
  expect((await screen.findByRole("alert")).textContent).toContain("things.pdf");
  expect(calls.filter(({ url }) => url.includes("render-to-json"))).toEqual([]);
});

test("rows are looked at, sent, stopped, corrected, continued, and what was refused is kept as a file", {
  timeout: 40_000,
}, async () => {
  await open();
  choose("things.csv");
  await waitFor(() => expect(within(grid()).getAllByRole("row")).toHaveLength(11));
  expect(screen.getByText(/Shoe size/)).toBeTruthy();
  expect(within(grid()).queryByText("s3cret")).toBeNull();

  fireEvent.click(screen.getByRole("button", { name: "Import" }));
  await waitFor(() => expect(sent().length).toBeGreaterThan(2), { timeout: 5000 });
  fireEvent.click(screen.getByRole("button", { name: "Stop" }));
  await screen.findByRole("button", { name: "Continue" });
  const before = sent().length;
  expect(before).toBeLessThan(25);

  // The second row was refused: it says why, stays, and is corrected in its place.
  pick(/^Failed/);
  const row = within(grid()).getAllByRole("row")[1] as HTMLElement;
  expect(within(grid()).getAllByText(/Name: This name is taken/).length).toBeGreaterThan(0);
  fireEvent.click(within(row).getByRole("button", { name: /Name.*refused/ }));
  const input = within(grid()).getByRole<HTMLInputElement>("textbox");
  input.value = "Corrected";
  fireEvent.keyDown(input, { key: "Enter" });
  await waitFor(() => expect(within(grid()).getByText("Corrected")).toBeTruthy());
  pick(/^Total/);

  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  // By its text until it is there: to ask for a role computes the name of every cell, at every row that is sent.
  await screen.findByText(/Save/, {}, { timeout: 20_000 });
  const keep = screen.getByRole("button", { name: /Save/ });
  expect(sent().some(({ body }) => (body as { name: string }).name === "Corrected")).toBe(true);
  expect(JSON.stringify(sent()[0]?.body)).not.toContain("@status");
  fireEvent.click(keep);
  const text = (await saved[0]) ?? "";
  expect(text).toContain("refused");
  expect(text).toContain("taken");
  expect(text).not.toContain("Corrected");
  expect(text).not.toContain("s3cret");

  // Leaving with rows that were not taken is asked about.
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(asked).toHaveLength(1);
  expect(onClose).not.toHaveBeenCalled();
  await asked[0]?.onConfirm();
  expect(onClose).toHaveBeenCalledWith(true);
});
