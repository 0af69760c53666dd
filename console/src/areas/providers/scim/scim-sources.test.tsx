// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { FieldMap, Row } from "../../../kit/metadata/types.ts";
import { cleanUpPage, json, openPage, rowOf, servePage } from "../../../testing/page-harness.tsx";
import { ScimSources } from "./scim-sources.tsx";

const SCIM = "/api/v1/sallyport/scim-sources/";

const FIELDS: FieldMap = {
  id: { type: "string", label: "ID" },
  name: { type: "string", label: "Name", required: true },
  has_token: { type: "boolean", label: "Has a token", read_only: true },
  users_amount: { type: "integer", label: "Users", read_only: true },
  comment: { type: "string", label: "Comment" },
};
const SOURCE: Row = {
  id: "s1",
  name: "Entra",
  has_token: true,
  users_amount: 2,
  endpoint: "https://gate.example.com/scim/v2",
  comment: "",
};

const serve = () =>
  servePage({ [SCIM]: { fields: FIELDS, rows: [SOURCE] } }, ({ method, path }) => {
    if (method === "OPTIONS" && path === SCIM)
      return json(200, { actions: { GET: FIELDS, POST: FIELDS, PUT: FIELDS } });
    if (method === "POST" && path === SCIM) return json(201, { ...SOURCE, id: "s2", name: "Okta" });
    if (method === "POST" && path.endsWith("/token/")) return json(201, { token: "scim_once" });
    return undefined;
  });

const open = (isSuperuser = true) =>
  openPage(<ScimSources />, {
    at: "/settings/auth",
    path: "/settings/auth",
    may: ["settings.change_auth"],
    profile: { is_superuser: isSuperuser },
  });

afterEach(cleanUpPage);

test("a new source gets a token at once, which is shown with the endpoint until the dialog is closed", async () => {
  const server = serve();
  await open();
  await rowOf("Entra");
  fireEvent.click(screen.getByText("Create SCIM source"));
  const form = within(await screen.findByRole("dialog"));
  fireEvent.change(await form.findByLabelText("Name"), { target: { value: "Okta" } });
  fireEvent.click(form.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(server.requests("POST", `${SCIM}s2/token/`)).toHaveLength(1), {
    timeout: 5_000,
  });
  const title = await screen.findByText("Token of Okta", {}, { timeout: 5_000 });
  const shown = within(title.closest("[role=dialog]") as HTMLElement);
  expect(shown.getByText("https://gate.example.com/scim/v2")).toBeTruthy();
  expect(shown.queryByText("scim_once")).toBeNull();
  fireEvent.click(shown.getByRole("button", { name: /^Show/ }));
  expect(shown.getByText("scim_once")).toBeTruthy();
  expect(server.requests("POST", SCIM).map(({ body }) => body)).toMatchObject([{ name: "Okta" }]);
});

test("whoever may not write sources sees them, and changes nothing", async () => {
  serve();
  await open(false);
  await rowOf("Entra");
  expect(screen.queryByText("Create SCIM source")).toBeNull();
});

test("a source is deleted, with a question before", async () => {
  const server = serve();
  const told = await open();
  const row = await rowOf("Entra");
  const link = row.queryByRole("button", { name: "Delete" });
  if (link === null) fireEvent.click(row.getAllByRole("button").at(-1) as HTMLElement);
  fireEvent.click(link ?? (await screen.findByRole("menuitem", { name: "Delete" })));
  expect(told.questions).toHaveLength(1);
  await told.agree();
  expect(server.requests("DELETE", `${SCIM}s1/`)).toHaveLength(1);
});
