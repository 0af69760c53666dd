// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cleanUpPage, json, openPage, servePage } from "../../testing/page-harness.tsx";
import { SingleForm } from "./single-form.tsx";

const person = userEvent.setup({ pointerEventsCheck: 0, delay: null });
const URL = "/api/v1/site/";
const FIELDS = {
  name: { type: "string", label: "Name", required: true },
  address: { type: "string", label: "Address" },
  secret: { type: "password", label: "Secret", write_only: true },
};

beforeEach(() => {
  globalThis.matchMedia ??= (query) => ({ matches: false, media: query }) as MediaQueryList;
});
afterEach(cleanUpPage);

/** A form whose answers to changes wait until they are let go. */
async function open(refusal?: Response) {
  const site = { name: "Harbour", address: "Quay 1" };
  const { requests } = servePage({}, ({ method, body }) => {
    if (method === "OPTIONS") return json(200, { actions: { GET: FIELDS, PATCH: FIELDS } });
    if (method === "PATCH" && refusal !== undefined) return refusal;
    if (method === "PATCH") Object.assign(site, body);
    return json(200, site);
  });
  const served = fetch;
  const waiting: (() => void)[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const answer = await served(url, init);
    if (init?.method === "PATCH") await new Promise<void>((resolve) => waiting.push(resolve));
    return answer;
  });
  const onSaved = vi.fn();
  await openPage(<SingleForm url={URL} updateMethod="PATCH" onSaved={onSaved} />);
  const name = await screen.findByLabelText<HTMLInputElement>("Name");
  const answer = async () => {
    await waitFor(() => expect(waiting).toHaveLength(1));
    await act(async () => waiting.pop()?.());
  };
  return { site, name, onSaved, answer, sent: () => requests("PATCH", URL).map(({ body }) => body) };
}

const inputOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

test("what is entered while it is being saved stays, and is not lost with the next page either", async () => {
  const { name, onSaved, answer } = await open();
  await person.clear(name);
  await person.type(name, "Pier");
  await person.click(screen.getByRole("button", { name: "Save" }));
  // The values that were sent are to be seen until the answer is there.
  expect(name.value).toBe("Pier");
  await person.type(inputOf("Address"), "2");
  await answer();
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith({ name: "Pier", address: "Quay 1" }));
  expect([inputOf("Name").value, inputOf("Address").value]).toEqual(["Pier", "Quay 12"]);
  expect(document.activeElement).toBe(inputOf("Address"));
  expect(inputOf("Address").selectionStart).toBe("Quay 12".length);
});

test("what somebody else has saved meanwhile is not undone", async () => {
  const { site, name, onSaved, answer, sent } = await open();
  site.address = "Pier 7";
  await person.type(name, "s");
  await person.click(screen.getByRole("button", { name: "Save" }));
  await answer();
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(sent()).toEqual([{ name: "Harbours" }]);
  expect(inputOf("Address").value).toBe("Pier 7");
});

test("the keyboard stays at the button that saved", async () => {
  const { name, onSaved, answer } = await open();
  await person.type(name, "s");
  const button = screen.getByRole("button", { name: "Save" });
  button.focus();
  await person.keyboard("{Enter}");
  await answer();
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(button.isConnected).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Save" }));
});

test("what was refused is still there, and the keyboard goes to it", async () => {
  const { name, onSaved, answer } = await open(json(400, { name: ["There is one."] }));
  await person.type(name, "s");
  await person.click(screen.getByRole("button", { name: "Save" }));
  await answer();
  await screen.findByText("There is one.");
  expect(name.value).toBe("Harbours");
  expect(document.activeElement).toBe(name);
  expect(onSaved).not.toHaveBeenCalled();
});
