// @vitest-environment happy-dom
import { generateKeyPairSync } from "node:crypto";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useContext } from "react";
import { createMemoryRouter, RouterProvider, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { prepareGallery, show } from "../../../gallery/testing/render.tsx";
import { readCookie, writeCookie } from "../../../kit/api/cookies.ts";
import { connectConfirmation } from "../../../kit/confirm/confirmation.ts";
import { connectToaster } from "../../../kit/feedback.ts";
import type { FieldMap } from "../../../kit/metadata/types.ts";
import { type Profile, SessionContext } from "../../../kit/session.ts";
import { connectSessionRefresh } from "../../../kit/session-refresh.ts";
import ProfileImprovement, { finishFirstSignIn } from "./profile-improvement.tsx";
import ProfileSetting from "./profile-setting.tsx";

prepareGallery();
const person = userEvent.setup({ pointerEventsCheck: 0, delay: null });
const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
const publicKey = pair.publicKey.export({ type: "spki", format: "pem" }).toString();

const secret = (label: string) =>
  ({ type: "string", required: true, read_only: false, write_only: true, max_length: 128, label }) as const;
const shown = (label: string) => ({ type: "string", read_only: true, label }) as const;
const FIELDS: Readonly<Record<string, FieldMap>> = {
  "": {
    username: shown("Username"),
    name: shown("Name"),
    email: { type: "email", read_only: true, label: "Email" },
    phone: { type: "string", read_only: false, label: "Phone" },
    wechat: { type: "string", read_only: false, label: "WeChat", max_length: 128 },
    mfa_level: { type: "labeled_choice", read_only: false, label: "MFA", choices: [] },
    public_key: { type: "string", read_only: false, write_only: true, label: "SSH public key" },
  },
  "password/": {
    old_password: secret("Current password"),
    new_password: secret("New password"),
    new_password_again: secret("New password again"),
  },
  "secret-key/": {
    has_secret_key: { type: "boolean", read_only: true, label: "A file password is set" },
    new_secret_key: secret("Secret of files"),
    new_secret_key_again: secret("Secret of files again"),
  },
  "public-key/": {
    public_key_comment: shown("Public key comment"),
    public_key_hash_md5: shown("Public key MD5"),
    public_key: { ...secret("SSH public key"), max_length: 2048 },
  },
};
const PROFILE: Profile = {
  id: "ada",
  name: "Ada",
  username: "ada",
  email: "ada@example.com",
  perms: [],
  source: { value: "local", label: "Local" } as { value: string },
  can_public_key_auth: true,
  mfa_level: { value: 0, label: "Disable" },
  wechat: "",
  phone: null,
};

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown>;
}

const sent: Sent[] = [];
const refusal: { body: unknown } = { body: undefined };
const toasts = vi.fn();
const reload = vi.fn(async () => {});

beforeEach(() => {
  const usual = globalThis.fetch;
  vi.stubGlobal("fetch", async (input: string, options: RequestInit = {}) => {
    const json = (body: unknown, status = 200) =>
      new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
    if (String(input).includes("/authentication/confirm/")) return json({ confirm_type: "password" });
    const path = String(input).split("/api/v1/users/profile/")[1];
    if (path === undefined) return usual(input, options);
    const method = options.method ?? "GET";
    const fields = FIELDS[path] ?? {};
    if (method === "OPTIONS") return json({ actions: { GET: fields, PUT: fields, PATCH: fields } });
    if (method === "GET") return json(path === "" ? PROFILE : {});
    sent.push({ method, path, body: JSON.parse(String(options.body)) });
    return refusal.body === undefined ? json({}) : json(refusal.body, 400);
  });
  writeCookie("jms_public_key", btoa(publicKey), 60);
  connectToaster({ show: toasts });
  connectSessionRefresh(reload);
});
afterEach(() => {
  vi.unstubAllGlobals();
  sent.length = 0;
  refusal.body = undefined;
  toasts.mockClear();
  reload.mockClear();
});

function CurrentAddress() {
  const { pathname, search } = useLocation();
  return <p>at {pathname + search}</p>;
}

function Signed({ profile, children }: { readonly profile: Profile; readonly children: ReactNode }) {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error("no session");
  return <SessionContext value={{ ...session, profile }}>{children}</SessionContext>;
}

async function open(path: string, profile: Profile = PROFILE, state: unknown = null) {
  const [pathname = "", search = ""] = path.split("?");
  const router = createMemoryRouter(
    [
      { path: "/profile/setting", element: <ProfileSetting /> },
      { path: "/profile/improvement", element: <ProfileImprovement /> },
      { path: "*", element: <CurrentAddress /> },
    ],
    { initialEntries: [{ pathname, search: `?${search}`, state }] },
  );
  await show(
    <Signed profile={profile}>
      <RouterProvider router={router} />
    </Signed>,
  );
}

const press = async (name: string) => act(async () => screen.getByRole("button", { name }).click());

async function enterPassword(old: string, wanted: string, again = wanted) {
  await person.type(await screen.findByLabelText("Current password"), old);
  await person.type(screen.getByLabelText("New password"), wanted);
  await person.type(screen.getByLabelText("New password again"), again);
  await press("Change password");
}

test("a file password is asked about once it is sent: who cancels stays with the entries, who confirms has it saved", async () => {
  const asked = vi.fn(async () => false);
  connectConfirmation(asked);
  refusal.body = { code: "password", detail: "Confirm who you are first." };
  await open("/profile/setting?activeTab=SecretKeyUpdate");
  const first = await screen.findByLabelText<HTMLInputElement>("Secret of files");
  for (const input of [first, screen.getByLabelText("Secret of files again")]) {
    fireEvent.change(input, { target: { value: "Lantern-77" } });
  }
  await press("Save");
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  expect(sent).toHaveLength(1);
  expect(first.value).toBe("Lantern-77");
  asked.mockImplementation(async () => {
    refusal.body = undefined;
    return true;
  });
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Save" }).className).not.toContain("loading"),
  );
  await press("Save");
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(sent.at(-1)).toMatchObject({ method: "PUT", path: "secret-key/" });
  await waitFor(() =>
    expect(toasts.mock.calls.map(([kind, words]) => [kind, words])).toContainEqual([
      "success",
      "Your file password was saved",
    ]),
  );
});

test("a new password is sent encrypted, leaves nothing on the page, and the session goes on", async () => {
  await open("/profile/setting?activeTab=PasswordUpdate");
  await enterPassword("Old-Meadow-77", "New-Harbour-9");
  await screen.findByText("at /");
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ method: "PUT", path: "password/" });
  expect(Object.keys(sent[0]?.body ?? {})).toEqual(["old_password", "new_password", "new_password_again"]);
  expect(readCookie("jms_public_key")).toBeDefined();
  for (const value of Object.values(sent[0]?.body ?? {})) expect(value).toMatch(/^[\w+/=]+:[\w+/=]+$/);
  expect(document.body.innerHTML).not.toContain("Harbour-9");
  expect(reload).toHaveBeenCalledOnce();
  expect(toasts).toHaveBeenCalledWith(
    "success",
    expect.stringContaining("Your password was changed"),
    undefined,
  );
});

test.each([
  ["short", "short", "The password does not meet the requirements yet"],
  ["New-Harbour-9", "New-Harbour-8", "The passwords do not match"],
])("%s and %s are not sent", async (wanted, again, message) => {
  await open("/profile/setting?activeTab=PasswordUpdate");
  await enterPassword("Old-Meadow-77", wanted, again);
  await screen.findByText(message);
  expect(sent).toEqual([]);
});

test("a wrong current password is said at its field, which has the focus", async () => {
  refusal.body = { old_password: ["Not your password."] };
  await open("/profile/setting?activeTab=PasswordUpdate");
  await enterPassword("Wrong-Meadow-77", "New-Harbour-9");
  await screen.findByText("Not your password.");
  expect(document.activeElement).toBe(screen.getByLabelText("Current password"));
  expect(reload).not.toHaveBeenCalled();
});

test("somebody from a directory is told where their password is changed", async () => {
  const source = { value: "ldap", label: "LDAP" } as { value: string };
  await open("/profile/setting?activeTab=PasswordUpdate", { ...PROFILE, source });
  await screen.findByText("Your password is managed by LDAP");
  expect(screen.queryByLabelText("New password")).toBeNull();
});

test("a private key taken for the public one never leaves the browser", async () => {
  await open("/profile/setting?activeTab=SSHUpdate");
  const input = await screen.findByLabelText("SSH public key");
  await person.click(input);
  await person.paste("-----BEGIN OPENSSH PRIVATE KEY-----");
  await press("Save");
  await screen.findByText(/This is a private key/);
  expect(sent).toEqual([]);
});

test("after the first sign-in the terms come first, then the page somebody asked for", async () => {
  await open("/profile/improvement", PROFILE, { from: "/console/users?search=x" });
  await screen.findByLabelText("WeChat");
  await press("Save and continue");
  await screen.findByText("Accept the terms of use to continue");
  expect(sent).toEqual([]);
  await person.click(screen.getByRole("checkbox"));
  await person.type(screen.getByLabelText("WeChat"), "ada-w");
  await press("Save and continue");
  await screen.findByText("at /console/users?search=x");
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(sent).toHaveLength(1);
  // What was entered, and that it is over: neither terms, key or user name, nor what is as it was.
  expect(sent[0]).toMatchObject({ method: "PATCH", path: "" });
  expect(sent[0]?.body).toEqual({ is_first_login: false, wechat: "ada-w" });
});

test("MFA that is demanded is neither asked for nor sent", async () => {
  await open("/profile/improvement", {
    ...PROFILE,
    mfa_force_enabled: true,
    can_public_key_auth: false,
  });
  await screen.findByLabelText("WeChat");
  expect(screen.queryByRole("radio")).toBeNull();
  expect(screen.queryByLabelText("SSH public key")).toBeNull();
  expect(finishFirstSignIn({ mfa_level: 2, wechat: "w" })).toEqual({ wechat: "w", is_first_login: false });
  expect(finishFirstSignIn({ mfa_level: 1 })).toEqual({ mfa_level: 1, is_first_login: false });
});
