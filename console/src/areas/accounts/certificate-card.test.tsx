// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { cleanUpPage, json, openPage, servePage } from "../../testing/page-harness.tsx";
import { CertificateCard } from "./certificate-card.tsx";

const URL = "/api/v1/sallyport/account-certificates/a1/";
const AUTHORITY = "/api/v1/sallyport/ssh-authority/";
const publicKey = "ssh-ed25519 AAAAC3Nz sallyport-ca@box";
const may = ["accounts.change_account", "accounts.push_account"];
const card = <CertificateCard row={{ id: "a1", name: "deploy" }} />;

/** Serves the state of the account; null: a server without this addition. */
const serve = (state: object | null) =>
  servePage({}, ({ path, method }) => {
    if (path === AUTHORITY) return json(200, { public_key: publicKey });
    if (path !== URL || state === null) return undefined;
    if (method === "POST") return json(201, { task: "t1" });
    return method === "DELETE" ? json(204, null) : json(200, state);
  });

afterEach(cleanUpPage);

test("an account is set up after a question, and the key of the authority can be copied", async () => {
  const server = serve({ by_certificate: false, unsuitable: null });
  const told = await openPage(card, { may });
  await screen.findByText(publicKey);
  expect(screen.getByText("Signs in with its stored secret")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Set up" }));
  await waitFor(() => expect(told.questions).toEqual(["Sign in as deploy by certificate?"]));
  expect(server.requests("POST", URL)).toEqual([]);
  await told.agree();
  expect(server.requests("POST", URL).map(({ body }) => body)).toEqual([{ remove_secret: true }]);
});

test("an account that is set up goes back to its secret after a question", async () => {
  const server = serve({ by_certificate: true, unsuitable: null });
  const told = await openPage(card, { may });
  fireEvent.click(await screen.findByRole("button", { name: "Use the secret" }));
  await told.agree();
  expect(server.requests("DELETE", URL)).toHaveLength(1);
  expect(told.toasts).toEqual(["deploy signs in by its secret again"]);
});

test("who may not change accounts sees how it signs in, and nothing more", async () => {
  const server = serve({ by_certificate: false, unsuitable: null });
  await openPage(card, {});
  const button = await screen.findByRole("button", { name: "Set up" });
  expect(button.hasAttribute("disabled")).toBe(true);
  expect(server.requests("GET", AUTHORITY)).toEqual([]);
});

test.each([
  ["cannot be set up", { by_certificate: false, unsuitable: "the asset is not reached by SSH" }],
  ["is on a server without certificates", null],
])("nothing is shown of an account that %s", async (_what, state) => {
  const server = serve(state);
  await openPage(card, { may });
  await waitFor(() => expect(server.requests("GET", URL)).toHaveLength(1));
  expect(screen.queryByText("Sign in by certificate")).toBeNull();
});
