// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { prepareGallery, show } from "../../gallery/testing/render.tsx";
import { type ConfirmRequest, connectDialogs } from "../dialogs.tsx";
import { connectToaster } from "../feedback.ts";
import { RelationCard, type RelationCardProps, type RelationItem } from "./relation-card.tsx";

prepareGallery();
const person = userEvent.setup({ pointerEventsCheck: 0, delay: null });
const OPTIONS = { url: "/api/gallery/people/" };

function items(count: number): RelationItem[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `g${index + 1}`,
    label: `Group ${index + 1}`,
    path: `/groups/g${index + 1}`,
  }));
}

async function open(props: Partial<RelationCardProps>) {
  await show(
    <MemoryRouter>
      <RelationCard title="Groups" options={OPTIONS} {...props} />
    </MemoryRouter>,
  );
}

test("ten are shown, the rest on demand, each a link to follow", async () => {
  await open({ items: items(12) });
  expect(screen.getAllByRole("listitem")).toHaveLength(10);
  await person.click(screen.getByRole("button", { name: "Show all 12" }));
  expect(screen.getAllByRole("listitem")).toHaveLength(12);
  expect(screen.getByRole("link", { name: "Group 12" }).getAttribute("href")).toBe("/groups/g12");
});

test("without the right to add or to take away there is only what there is", async () => {
  await open({ items: items(1) });
  expect(screen.queryByRole("combobox")).toBeNull();
  expect(within(screen.getByRole("list")).queryByRole("button")).toBeNull();
});

test("taking one away is asked about, and what has to stay says why", async () => {
  const asked: ConfirmRequest[] = [];
  connectDialogs((request) => asked.push(request));
  const onRemove = vi.fn(async () => {});
  const [first, last] = items(2);
  if (first === undefined || last === undefined) throw new Error("two items");
  await open({ items: [first, { ...last, kept: "The last one stays." }], onRemove });
  const kept = screen.getByRole("button", { name: "Remove Group 2" });
  expect(kept).toHaveProperty("disabled", true);
  expect(kept.getAttribute("title")).toBe("The last one stays.");
  await person.click(screen.getByRole("button", { name: "Remove Group 1" }));
  expect(asked[0]?.title).toBe("Remove Group 1?");
  expect(onRemove).not.toHaveBeenCalled();
  await asked[0]?.onConfirm();
  expect(onRemove).toHaveBeenCalledWith(first);
});

test("what is chosen is added together; a refusal is told, and the choice stays", async () => {
  const said = vi.fn();
  connectToaster({ show: said });
  const onAdd = vi.fn(async () => {
    throw new Error("Not within your rights.");
  });
  await open({ items: [], onAdd });
  const add = screen.getByRole("button", { name: "Add" });
  expect(add).toHaveProperty("disabled", true);
  await person.click(screen.getByRole("combobox"));
  const [choice] = await waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>(".ant-select-item-option")];
    expect(found.length).toBeGreaterThan(0);
    return found;
  });
  if (choice === undefined) throw new Error("no option");
  await person.click(choice);
  await person.click(add);
  await waitFor(() => expect(onAdd).toHaveBeenCalledTimes(1));
  expect(said).toHaveBeenCalledWith("error", "Not within your rights.", undefined);
  expect(add).toHaveProperty("disabled", false);
});
