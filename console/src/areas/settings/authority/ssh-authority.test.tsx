// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { cleanUpPage, json, openPage, servePage } from "../../../testing/page-harness.tsx";
import type { AuthorityState } from "./authority-state.ts";
import { SshAuthority } from "./ssh-authority.tsx";

const URL = "/api/v1/sallyport/ssh-authority/";
const LEFT = `${URL}accounts/`;
const key = (name: string) => ({
  fingerprint: `SHA256:${name}`,
  public_key: `ssh-ed25519 ${name} sallyport-ca@box`,
  date_created: "2026/11/01 10:00:00 +0000",
});
const STEADY: AuthorityState = {
  accounts: { key: key("new"), former_keys: [] },
  people: { key: null, former_keys: [] },
  task: null,
};
const former = { ...key("old"), date_retired: null };
const MOVING: AuthorityState = {
  ...STEADY,
  accounts: { key: key("new"), former_keys: [{ ...former, waiting: 2, lines: 0 }] },
};

/** Serves the keys, or an error, and two accounts that are left. */
function serve(state: AuthorityState | null) {
  const fields = { name: { type: "string", label: "Name" }, problem: { type: "string", label: "Reason" } };
  const rows = [{ id: "a1", name: "deploy", problem: "The host cannot be reached." }];
  return servePage({ [LEFT]: { fields, rows } }, ({ path, method }) => {
    if (path === `${URL}keys/`) return state === null ? json(403, { detail: "No." }) : json(200, state);
    return method === "POST" && path.startsWith(URL) ? json(201, { task: null }) : undefined;
  });
}

afterEach(cleanUpPage);

test("a key is replaced after a question", async () => {
  const server = serve(STEADY);
  const told = await openPage(<SshAuthority />, {});
  await screen.findByText(/ssh-ed25519 new/);
  expect(screen.getByText(/The key does not exist yet/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Replace the key" }));
  await waitFor(() => expect(told.questions).toEqual(["Replace the key for accounts?"]));
  expect(server.requests("POST", `${URL}rotation/`)).toEqual([]);
  await told.agree();
  expect(server.requests("POST", `${URL}rotation/`).map(({ body }) => body)).toEqual([
    { purpose: "accounts" },
  ]);
});

test("accounts that are left are listed with their reasons, and retiring says how many lose their sign-in", async () => {
  const server = serve(MOVING);
  const told = await openPage(<SshAuthority />, {});
  await screen.findByText("The host cannot be reached.");
  expect(screen.getByText("2 accounts still sign in by the former key")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Replace the key" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Retire the former key" }));
  await waitFor(() => expect(told.questions).toEqual(["Retire the former key?"]));
  await told.agree();
  expect(server.requests("POST", `${URL}retirement/`).map(({ body }) => body)).toEqual([
    { fingerprint: "SHA256:old", accounts: 2 },
  ]);
});

test("certificates of a former key for people can be ended", async () => {
  const held = { ...former, certificates: 3, date_expired: "2026/12/01 18:00:00 +0000" };
  const server = serve({ ...STEADY, people: { key: key("people"), former_keys: [held] } });
  const told = await openPage(<SshAuthority />, {});
  fireEvent.click(await screen.findByRole("button", { name: "End now" }));
  await waitFor(() => expect(told.questions).toEqual(["End the certificates of the former key?"]));
  await told.agree();
  expect(server.requests("POST", `${URL}retirement/`).map(({ body }) => body)).toEqual([
    { fingerprint: "SHA256:old" },
  ]);
});

test("what cannot be fetched says so", async () => {
  serve(null);
  await openPage(<SshAuthority />, {});
  expect(await screen.findByText("You do not have permission to view this list")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Replace the key" })).toBeNull();
});
