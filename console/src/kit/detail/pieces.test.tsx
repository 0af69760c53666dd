// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { prepareGallery, show } from "../../gallery/testing/render.tsx";
import { connectToaster } from "../feedback.ts";
import { DialogDetail } from "../list/formatters/dialog-detail.tsx";
import { GrantedAccountShow } from "../list/formatters/granted-account-show.tsx";
import { detailItems } from "./detail-card.tsx";
import { DifferenceDialog } from "./difference-dialog.tsx";
import { EditableInput } from "./editable-input.tsx";
import { QuickActions } from "./quick-actions.tsx";

const calls = prepareGallery();
const said = vi.fn();
beforeEach(() => {
  said.mockClear();
  connectToaster({ show: said });
});

test.each([
  ["/api/gallery/difference/", "web-02"],
  ["/api/gallery/same/", "No content"],
  ["/api/gallery/broken/", "The changes could not be loaded"],
])("a difference tells what there is: %s", async (url, text) => {
  const onClose = vi.fn();
  await show(<DifferenceDialog url={url} content="Ada changed web-02" onClose={onClose} />);
  const dialog = screen.getByRole("dialog", { name: "Changes" });
  await waitFor(() => expect(within(dialog).getAllByText(text).length).toBeGreaterThan(0));
  fireEvent.click(within(dialog).getByRole("button", { name: "Close" }));
  expect(onClose).toHaveBeenCalledOnce();
});

test("a quick action that is chosen shows progress until it is done, and tells a failure", async () => {
  const run = vi.fn().mockRejectedValue(new Error("Somebody uses it."));
  const choices = [
    { value: 0, label: "Off" },
    { value: 1, label: "On" },
  ];
  await show(
    <QuickActions
      actions={[
        { key: "level", title: "Second factor", value: 0, choices, run },
        { key: "reset", title: "Password", button: "Reset", run, disabled: true },
      ]}
    />,
  );
  expect(screen.getByRole("button", { name: "Reset" })).toHaveProperty("disabled", true);
  const select = screen.getByRole<HTMLInputElement>("combobox", { name: "Second factor" });
  fireEvent.mouseDown(select);
  fireEvent.click(await screen.findByText("On", { selector: ".ant-select-item-option-content" }));
  expect(run).toHaveBeenCalledWith(1);
  await waitFor(() => expect(said.mock.calls[0]?.slice(0, 2)).toEqual(["error", "Somebody uses it."]));
  await waitFor(() => expect(select.disabled).toBe(false));
});

test("what comes of a quick action stands beside its button, with the way to the log", async () => {
  const open = vi.fn();
  vi.stubGlobal("open", open);
  const run = async () => ({ good: false, text: "Error", task: "task-7" });
  await show(<QuickActions actions={[{ key: "test", title: "Test connectivity", button: "Test", run }]} />);
  const outcome = screen.getByRole("status");
  expect(outcome.textContent).toBe("");
  fireEvent.click(screen.getByRole("button", { name: "Test" }));
  await waitFor(() => expect(outcome.textContent).toContain("Error"));
  expect(open).not.toHaveBeenCalled();
  fireEvent.click(within(outcome).getByRole("button", { name: "Show log" }));
  expect(open.mock.calls[0]?.[0]).toContain("/task-7/log/");
});

test("what programs call an object stands last on its card", () => {
  const row = { id: "1", name: "web-01", comment: "" };
  const keys = (names: readonly string[]) => detailItems({}, row, names).map(({ key }) => key);
  expect(keys(["id", "name", "comment"])).toEqual(["name", "comment", "id"]);
  expect(keys(["name", "comment"])).toEqual(["name", "comment"]);
});

test("names are fetched when asked for, once", async () => {
  await show(<GrantedAccountShow name="accounts" url="/api/gallery/people/?limit=2" />);
  expect(calls).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Show accounts" }));
  expect(await screen.findByText("Person 1, Person 2")).toBeTruthy();
  expect(calls).toHaveLength(1);
});

test("a card opens from its text", async () => {
  const items = [{ key: "cores", label: "Cores", value: "4" }];
  await show(<DialogDetail text="4 cores" title="Hardware" items={items} />);
  fireEvent.click(screen.getByRole("button", { name: "4 cores" }));
  expect(within(screen.getByRole("dialog", { name: "Hardware" })).getByText("Cores")).toBeTruthy();
});

async function edit(value: unknown, typed: string, key: string, onSave: (next: unknown) => Promise<void>) {
  await show(<EditableInput label="Comment" value={value} onSave={onSave} />);
  fireEvent.click(screen.getByRole("button", { name: /^Comment/ }));
  const input = screen.getByRole("textbox", { name: "Comment" });
  fireEvent.change(input, { target: { value: typed } });
  fireEvent.keyDown(input, { key });
}

test("Enter saves what was typed and gives the focus back; Escape and no change save nothing", async () => {
  const onSave = vi.fn(async () => {});
  await edit("Rack 4", " Rack 5 ", "Enter", onSave);
  await waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
  expect(onSave.mock.calls).toEqual([["Rack 5"]]);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: /^Comment/ }));
});

test("Escape takes it back", async () => {
  const onSave = vi.fn(async () => {});
  await edit("Rack 4", "Rack 5", "Escape", onSave);
  expect(screen.getByText("Rack 4")).toBeTruthy();
  expect(onSave).not.toHaveBeenCalled();
});

test("what is no text is JSON, and has to be", async () => {
  const onSave = vi.fn(async () => {});
  await edit({ a: 1 }, "{a", "Enter", onSave);
  expect((await screen.findByRole("alert")).textContent).toBe("Enter valid JSON");
  fireEvent.change(screen.getByRole("textbox"), { target: { value: '{"a":2}' } });
  fireEvent.keyDown(screen.getByRole("textbox"), { key: "Enter" });
  await waitFor(() => expect(onSave).toHaveBeenCalledWith({ a: 2 }));
});

test("a value that is refused stays in its input", async () => {
  await edit("Rack 4", "Rack 5", "Enter", () => Promise.reject(new Error("Taken.")));
  await waitFor(() => expect(said).toHaveBeenCalledWith("error", "Taken.", undefined));
  expect(screen.getByRole<HTMLInputElement>("textbox").value).toBe("Rack 5");
});
