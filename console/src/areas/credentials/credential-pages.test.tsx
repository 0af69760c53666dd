// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { FieldMap, Row } from "../../kit/metadata/types.ts";
import { cleanUpPage, json, openPage, rowOf, servePage } from "../../testing/page-harness.tsx";
import AccessKeyList from "./access-key-list.tsx";
import ConnectionTokenList from "./connection-token-list.tsx";
import TemporaryPasswordList from "./temporary-password-list.tsx";

const KEYS = "/api/v1/authentication/access-keys/";
const TOKENS = "/api/v1/authentication/connection-token/";
const PASSWORDS = "/api/v1/authentication/temp-tokens/";
const PRIVATE = "/api/v1/sallyport/private-token/";
const SECRET = "Kx7-secret-of-the-key";

const FIELDS: FieldMap = {
  id: { type: "string", label: "ID" },
  secret: { type: "string", label: "Secret" },
  value: { type: "string", label: "Value" },
  username: { type: "string", label: "Username" },
  asset_display: { type: "string", label: "Asset" },
  is_active: { type: "boolean", label: "Active" },
  is_valid: { type: "boolean", label: "Valid" },
  date_expired: { type: "datetime", label: "Expires" },
};

const key = (id: string, more: Row = {}): Row => ({
  id,
  secret: SECRET,
  is_active: true,
  ip_group: ["*"],
  ...more,
});
const codes = (...actions: string[]) => actions.map((action) => `authentication.${action}_accesskey`);

const serve = (url: string, ...rows: Row[]) => servePage({ [url]: { fields: FIELDS, rows } });

afterEach(cleanUpPage);

test("the secret of a key is not in the page until somebody asks to see it, and goes when hidden", async () => {
  serve(KEYS, key("k1"));
  await openPage(<AccessKeyList />, { may: codes("view") });
  const row = await rowOf("k1");
  expect(document.body.innerHTML).not.toContain(SECRET);
  fireEvent.click(row.getByRole("button", { name: "Show Secret" }));
  expect(await row.findByText(SECRET)).toBeDefined();
  fireEvent.click(row.getByRole("button", { name: "Hide Secret" }));
  await waitFor(() => expect(document.body.innerHTML).not.toContain(SECRET));
});

test("a key is switched off by its id, and the list is fetched again", async () => {
  const server = serve(KEYS, key("k1"));
  const told = await openPage(<AccessKeyList />, { may: codes("view", "change") });
  const row = await rowOf("k1");
  const before = server.requests("GET", KEYS).length;
  fireEvent.click(row.getByRole("button", { name: "Disable" }));
  await waitFor(() => expect(server.requests("GET", KEYS).length).toBeGreaterThan(before));
  expect(server.requests("PATCH", `${KEYS}k1/`).map(({ body }) => body)).toEqual([{ is_active: false }]);
  expect(told.toasts).toEqual(["The access key was disabled"]);
});

test("without the permission to change, a key can neither be switched nor given addresses", async () => {
  serve(KEYS, key("k1"));
  await openPage(<AccessKeyList />, { may: codes("view") });
  const row = await rowOf("k1");
  expect(row.queryByRole("button", { name: "Disable" })).toBeNull();
  expect(row.queryByRole("button", { name: "Allowed addresses" })).toBeNull();
});

test("addresses are offered only by a server that keeps them", async () => {
  serve(KEYS, key("k1"), key("k2", { ip_group: undefined }));
  await openPage(<AccessKeyList />, { may: codes("view", "change") });
  expect((await rowOf("k1")).getByRole("button", { name: "Allowed addresses" })).toBeDefined();
  expect((await rowOf("k2")).queryByRole("button", { name: "Allowed addresses" })).toBeNull();
});

test("a key is made without asking anything; who may not add cannot", async () => {
  const server = serve(KEYS, key("k1"));
  await openPage(<AccessKeyList />, { may: codes("view", "add") });
  fireEvent.click(await screen.findByRole("button", { name: /Create access key/ }));
  await waitFor(() => expect(server.requests("POST", KEYS).map(({ body }) => body)).toEqual([{}]));
  cleanUpPage();
  serve(KEYS, key("k1"));
  await openPage(<AccessKeyList />, { may: codes("view") });
  const button = await screen.findByRole<HTMLButtonElement>("button", { name: /Create access key/ });
  expect(button.disabled).toBe(true);
});

test("a private token is offered only where the server has such", async () => {
  serve(KEYS, key("k1"));
  await openPage(<AccessKeyList />, { may: codes("view") });
  await screen.findByText("k1");
  expect(screen.queryByRole("tab", { name: "Private token" })).toBeNull();
  cleanUpPage();
  servePage({ [KEYS]: { fields: FIELDS, rows: [] } }, ({ path }) =>
    path === PRIVATE ? json(200, { date_created: null, date_last_used: null }) : undefined,
  );
  await openPage(<AccessKeyList />, { may: codes("view") });
  expect(await screen.findByRole("tab", { name: "Private token" })).toBeDefined();
});

test("a private token is shown once: closing takes it out of the page", async () => {
  const token = "pt-shown-once-only";
  servePage({ [KEYS]: { fields: FIELDS, rows: [] } }, ({ method, path }) => {
    if (path !== PRIVATE) return undefined;
    return method === "POST" ? json(201, { token }) : json(200, { date_created: null, date_last_used: null });
  });
  await openPage(<AccessKeyList />, { may: codes("view", "add") });
  fireEvent.click(await screen.findByRole("tab", { name: "Private token" }));
  fireEvent.click(await screen.findByRole("button", { name: "Create token" }));
  const dialog = await screen.findByRole("dialog");
  expect(document.body.innerHTML).not.toContain(token);
  fireEvent.click(screen.getByRole("button", { name: "Show Private token" }));
  await screen.findByText(token);
  fireEvent.keyDown(dialog, { key: "Escape", keyCode: 27 });
  await waitFor(() => expect(document.body.innerHTML).not.toContain(token));
});

test("a connection token that still holds can be ended, an expired one cannot", async () => {
  const server = serve(
    TOKENS,
    { id: "t1", asset_display: "web-01", is_expired: false, value: SECRET },
    { id: "t2", asset_display: "web-02", is_expired: true, value: SECRET },
  );
  const may = ["view", "expire"].map((action) => `authentication.${action}_connectiontoken`);
  const told = await openPage(<ConnectionTokenList />, { may });
  expect((await rowOf("web-02")).queryByRole("button", { name: "Expire" })).toBeNull();
  fireEvent.click((await rowOf("web-01")).getByRole("button", { name: "Expire" }));
  await waitFor(() => expect(server.requests("PATCH", `${TOKENS}t1/expire/`)).toHaveLength(1));
  await waitFor(() => expect(told.toasts).toEqual(["The token is no longer valid"]));
  expect(document.body.innerHTML).not.toContain(SECRET);
});

test("a temporary password is masked, and a refusal of the server is told", async () => {
  servePage(
    {
      [PASSWORDS]: { fields: FIELDS, rows: [{ id: "p1", username: "ada", secret: SECRET, is_valid: true }] },
    },
    (request) => (request.method === "PATCH" ? json(400, { detail: "It was used already." }) : undefined),
  );
  const may = ["view", "change"].map((action) => `authentication.${action}_temptoken`);
  const told = await openPage(<TemporaryPasswordList />, { may });
  const row = await rowOf("ada");
  expect(document.body.innerHTML).not.toContain(SECRET);
  fireEvent.click(row.getByRole("button", { name: "Expire" }));
  await waitFor(() => expect(told.toasts).toEqual(["It was used already."]));
});
