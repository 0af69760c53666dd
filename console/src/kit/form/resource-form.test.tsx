// @vitest-environment happy-dom
import { useQueryClient } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Button } from "antd";
import { type ReactNode, useEffect, useState } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { THINGS } from "../../gallery/gallery-page.tsx";
import { prepareGallery, show } from "../../gallery/testing/render.tsx";
import { metadataQuery, objectQuery } from "../api/resources.ts";
import { type ConfirmRequest, connectDialogs } from "../dialogs.tsx";
import { connectToaster } from "../feedback.ts";
import type { FieldInputProps } from "../field-kinds/field-kind.ts";
import { loadedLater } from "../field-kinds/later-input.ts";
import { StringInput } from "../field-kinds/string-input.tsx";
import { ResourceForm, type ResourceFormProps } from "./resource-form.tsx";

const calls = prepareGallery();
const person = userEvent.setup({ pointerEventsCheck: 0, delay: null });

/** Opens the gallery's form at an address. */
async function open(address: string, props: Partial<ResourceFormProps> = {}) {
  const form = <ResourceForm resource={THINGS} {...props} />;
  const router = createMemoryRouter(
    [
      { path: "/things/create", element: form },
      { path: "/things/:id/update", element: form },
      { path: "*", element: <p>somewhere else</p> },
    ],
    { initialEntries: [address] },
  );
  await show(<RouterProvider router={router} />);
  await screen.findByLabelText("Name");
  return router;
}

const sent = () => calls.filter(({ method }) => method === "POST" || method === "PUT");

test("a new object starts with the defaults, and is sent once, in the API's shape", async () => {
  const said = vi.fn();
  connectToaster({ show: said });
  const router = await open("/things/create");
  await person.type(screen.getByLabelText("Name"), " first ");
  await person.type(screen.getByLabelText("Password"), "Harbour-9");
  const save = screen.getByRole("button", { name: "Save" });
  await act(async () => {
    save.click();
    save.click();
  });
  await screen.findByText("somewhere else");
  expect(sent()).toHaveLength(1);
  expect(sent()[0]?.body).toMatchObject({
    name: "first",
    kind: "small",
    password: "Harbour-9",
    rules: { ip_group: ["*"], limit: 5 },
    parts: [],
  });
  expect(router.state.location.search).toBe("?order=-date_updated");
  const link = expect.objectContaining({ href: "/ui/things/thing-1" });
  expect(said).toHaveBeenCalledWith("success", "first was created", link);
});

test("a form with an input that is loaded later is drawn when it is there, and not again without it", async () => {
  let arrive: (module: { default: typeof StringInput }) => void = () => undefined;
  const module = new Promise<{ default: typeof StringInput }>((resolve) => {
    arrive = resolve;
  });
  const load = vi.fn(() => module);
  const overrides = { name: { input: loadedLater(load) } };
  const form = <ResourceForm resource={THINGS} overrides={overrides} />;
  const router = createMemoryRouter([{ path: "*", element: form }], { initialEntries: ["/things/create"] });
  await show(<RouterProvider router={router} />);
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  expect(screen.getByRole("status", { name: /Loading/ })).toBeDefined();
  expect(screen.queryByLabelText("Comment")).toBeNull();
  arrive({ default: StringInput });
  await person.type(await screen.findByLabelText("Name"), "late");
  expect(load).toHaveBeenCalledOnce();
});

test("saving and adding another leaves no secret on the page", async () => {
  await open("/things/create");
  await person.type(screen.getByLabelText("Name"), "second");
  await person.type(screen.getByLabelText("Password"), "Harbour-9");
  await person.click(screen.getByRole("button", { name: "Save and add another" }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe(""));
  const inputs = [...document.querySelectorAll("input")].map(({ value }) => value);
  expect(inputs.some((value) => value.includes("Harbour-9"))).toBe(false);
  expect(document.body.innerHTML).not.toContain("Harbour-9");
});

test("what is refused stands at its field, nested and in rows; the rest above; the first has the focus", async () => {
  await open("/things/create");
  await person.type(screen.getByLabelText("Name"), "refused");
  const parts = within(screen.getByRole("group", { name: "Parts" }));
  await person.click(parts.getByRole("button", { name: "Add" }));
  await person.click(parts.getByRole("button", { name: "Add" }));
  for (const title of parts.getAllByLabelText("Title")) await person.type(title, "a part");
  await person.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("This name is taken.");
  const at = (text: string) => screen.getByText(text).closest<HTMLElement>("[data-field]")?.dataset.field;
  expect(at("This name is taken.")).toBe("name");
  expect(at("Enter a smaller number.")).toBe("rules.limit");
  expect(at("Choose another title.")).toBe("parts.1.title");
  const above = screen.getByRole("alert", { name: "" }).textContent ?? "";
  expect(above).toContain("These values cannot be combined.");
  expect(above).toContain("unknown: This field is not shown.");
  expect(document.activeElement).toBe(screen.getByLabelText("Name"));
  await person.type(screen.getByLabelText("Name"), "2");
  await waitFor(() => expect(screen.getByLabelText("Name").getAttribute("aria-invalid")).not.toBe("true"));
});

test("a missing value is asked for before anything is sent", async () => {
  await open("/things/create");
  await person.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Enter a value")).toBeTruthy();
  expect(sent()).toEqual([]);
});

test("buttons beside Save wait while it is saved", async () => {
  let go = (_saves: boolean): void => undefined;
  const review = () => new Promise<boolean>((resolve) => (go = resolve));
  await open("/things/create", { review, extraButtons: <Button>Try it</Button> });
  await person.type(screen.getByLabelText("Name"), "tried");
  const beside = screen.getByRole<HTMLButtonElement>("button", { name: "Try it" });
  expect(beside.disabled).toBe(false);
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(beside.disabled).toBe(true));
  await act(async () => go(false));
  await waitFor(() => expect(beside.disabled).toBe(false));
});

/** Names of the fields drawn, in order. */
const drawn: string[] = [];

function CountedValue({ name, value }: FieldInputProps) {
  drawn.push(name);
  return <span>{String(value)}</span>;
}

function CountedText({ name, value, onChange }: FieldInputProps) {
  drawn.push(name);
  return (
    <input
      aria-label="Name"
      value={String(value ?? "")}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
}

test("typing in one field draws no other", async () => {
  const count = (name: string) => drawn.filter((item) => item === name).length;
  const overrides = {
    name: { input: CountedText },
    kind: {
      input: CountedValue,
      disabled: (values: Readonly<Record<string, unknown>>) => values.name === "x",
    },
    comment: { hidden: (values: Readonly<Record<string, unknown>>) => values.name === "hide" },
  };
  await open("/things/create", { overrides });
  const before = { name: count("name"), kind: count("kind") };
  for (const text of ["h", "hi", "hid"])
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: text } });
  expect(count("name") - before.name).toBeGreaterThanOrEqual(3);
  expect(count("kind")).toBe(before.kind);
  expect(screen.getByLabelText("Comment")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "hide" } });
  await waitFor(() => expect(screen.queryByLabelText("Comment")).toBeNull());
});

test("a copy says where it comes from; a change can be taken back, and leaving with one is asked about", async () => {
  const asked: ConfirmRequest[] = [];
  connectDialogs((request) => void asked.push(request));
  await open("/things/create?clone_from=thing-1");
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Duplicate from First");
  document.body.innerHTML = "";

  const router = await open("/things/thing-1/update");
  const name = () => screen.getByLabelText<HTMLInputElement>("Name");
  await person.type(name(), "!");
  await act(async () => {
    await router.navigate("/things");
  });
  expect(asked).toHaveLength(1);
  await act(async () => asked[0]?.onCancel?.());
  await person.click(screen.getByRole("button", { name: "Reset" }));
  await waitFor(() => expect(name().value).toBe("First"));
  await act(async () => {
    await router.navigate("/things");
  });
  expect(asked).toHaveLength(1);
  expect(await screen.findByText("somewhere else")).toBeTruthy();
});

/** A page before has read the object, when it had another name, and the metadata. */
function ReadBefore({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    const url = `${THINGS.url}thing-1/`;
    client.setQueryData(objectQuery(url).queryKey, { id: "thing-1", name: "Former" });
    void client.prefetchQuery(metadataQuery(url)).then(() => setRead(true));
  }, [client]);
  return isRead ? children : null;
}

test("a form is filled with the object as it is now, not as a page before had read it", async () => {
  const form = <ResourceForm resource={THINGS} />;
  const router = createMemoryRouter([{ path: "/things/:id/update", element: form }], {
    initialEntries: ["/things/thing-1/update"],
  });
  await show(
    <ReadBefore>
      <RouterProvider router={router} />
    </ReadBefore>,
  );
  expect((await screen.findByLabelText<HTMLInputElement>("Name")).value).toBe("First");
});

test("a form that takes the place of another begins with its entries, and asks before they are lost", async () => {
  const asked: ConfirmRequest[] = [];
  connectDialogs((request) => asked.push(request));
  const router = await open("/things/create", { draft: { name: "carried over" } });
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("carried over");
  await act(() => router.navigate("/elsewhere"));
  expect(asked).toHaveLength(1);
});

test("a refusal without the names of fields can be put under them", async () => {
  await open("/things/create", { refusal: () => ({ name: ["Choose another title."] }) });
  await person.type(screen.getByLabelText("Name"), "refused");
  await person.click(screen.getByRole("button", { name: "Save" }));
  const item = (await screen.findByText("Choose another title.")).closest("[data-field]");
  expect(item?.getAttribute("data-field")).toBe("name");
});
