// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import described from "../../../docs/examples/maintenance-windows.options.json";
import { prepareGallery, show } from "../gallery/testing/render.tsx";
import { DetailCard, detailItems } from "./detail/detail-card.tsx";
import { ResourceDetail } from "./detail/resource-detail.tsx";
import { ResourceForm } from "./form/resource-form.tsx";
import { ResourceList } from "./list/resource-list.tsx";
import type { Row } from "./metadata/types.ts";
import type { ResourceDescriptor } from "./resource.ts";

// What the server says of the documented example after one line was added to its declaration: the field "contact".
// No screen below names it. Guide: docs/add-a-resource.md, "One field more".

const WINDOWS: ResourceDescriptor = {
  url: "/api/v1/maintenance/windows/",
  permission: { app: "gallery", model: "thing" },
  routes: {
    list: "/windows",
    create: "/windows/create",
    update: (id) => `/windows/${id}/update`,
    detail: (id) => `/windows/${id}`,
  },
};
const night: Row = {
  id: "10000000-0000-4000-8000-000000000001",
  name: "Night",
  impact: { value: "none", label: "None" },
  contact: "Ada",
  date_start: "2026/01/01 22:00:00 +0000",
  date_end: "2026/01/02 02:00:00 +0000",
};
const sent: { readonly method: string; readonly body: unknown }[] = [];
const person = userEvent.setup({ pointerEventsCheck: 0, delay: null });

prepareGallery();
beforeAll(() => {
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body }: RequestInit) => {
    const isList = new URL(url, "http://server").pathname === WINDOWS.url;
    if (method === "POST" || method === "PUT") sent.push({ method, body: JSON.parse(String(body)) });
    const answer =
      method === "OPTIONS" ? described : isList && method === "GET" ? { count: 1, results: [night] } : night;
    return new Response(JSON.stringify(answer), { headers: { "Content-Type": "application/json" } });
  });
});
beforeEach(() => {
  sent.length = 0;
  localStorage.clear();
});
afterAll(() => vi.unstubAllGlobals());

async function open(address: string): Promise<void> {
  const form = <ResourceForm resource={WINDOWS} />;
  const routes = [
    {
      path: "/windows",
      element: (
        <ResourceList
          resource={WINDOWS}
          label="Windows"
          emptyHint="Nothing."
          columns={{ defaults: ["name"] }}
        />
      ),
    },
    { path: "/windows/create", element: form },
    { path: "/windows/:id/update", element: form },
    {
      path: "/windows/:id",
      element: (
        <ResourceDetail
          resource={WINDOWS}
          prefix="Window"
          tabs={({ row, fields }) => [
            { key: "Basic", label: "Basic", content: <DetailCard items={detailItems(fields, row, [])} /> },
          ]}
        />
      ),
    },
  ];
  await show(<RouterProvider router={createMemoryRouter(routes, { initialEntries: [address] })} />);
}

test("is a column to choose, and then in the list under its title", async () => {
  await open("/windows");
  await screen.findByText("Night");
  expect(screen.queryByText("Ada")).toBeNull();
  await person.click(screen.getByRole("button", { name: "Columns" }));
  await person.click(await screen.findByRole("checkbox", { name: "Contact" }));
  await person.click(screen.getByRole("button", { name: "Confirm" }));
  expect((await screen.findByText("Ada")).closest("tr")?.textContent).toContain("Night");
  expect(screen.getAllByRole("columnheader").map((head) => head.textContent)).toContain("Contact");
});

test("is in the form, with its limit", async () => {
  await open("/windows/create");
  const contact = await screen.findByLabelText<HTMLInputElement>("Contact");
  expect(contact.maxLength).toBe(64);
  await person.type(contact, "Grace");
  expect(contact.value).toBe("Grace");
});

test("is changed by the form of an object that is there", async () => {
  await open(`/windows/${String(night.id)}/update`);
  const contact = await screen.findByLabelText<HTMLInputElement>("Contact");
  expect(contact.value).toBe("Ada");
  await person.clear(contact);
  await person.type(contact, "Grace");
  await person.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(sent).toMatchObject([{ method: "PUT", body: { contact: "Grace" } }]));
});

test("is on the detail page, with its label and value", async () => {
  await open(`/windows/${String(night.id)}`);
  const label = await screen.findByText("Contact");
  expect(within(label.parentElement as HTMLElement).getByText("Ada")).toBeTruthy();
});
