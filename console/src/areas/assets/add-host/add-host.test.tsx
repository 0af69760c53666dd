// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { cleanUpPage, json, openPage, servePage } from "../../../testing/page-harness.tsx";
import { nameFromAddress } from "../forms/name-from-address.ts";
import AddHostDialog from "./add-host-dialog.tsx";

const HOSTS = "/api/v1/assets/hosts/";
const LINUX = {
  id: 1,
  name: "Linux",
  category: { value: "host", label: "Host" },
  protocols: [
    { name: "ssh", port: 22, primary: true, required: true, default: true },
    { name: "sftp", port: 22, default: true },
  ],
};

afterEach(cleanUpPage);

/** The name after somebody typed an address where there was another name and address. */
const proposed = (address: string, name = "", before = "") =>
  nameFromAddress(address, { name, address: before });

test("a machine is called by the first part of its host name, until somebody calls it otherwise", () => {
  expect(proposed("web-01.example.com")).toEqual({ name: "web-01" });
  expect(proposed("10.0.0.5")).toEqual({ name: "10.0.0.5" });
  expect(proposed("2001:db8::1")).toEqual({ name: "2001:db8::1" });
  expect(proposed("https://wiki.example.com:8443/login?next=x")).toEqual({ name: "wiki" });
  expect(proposed("10.0.0.55", "10.0.0.5", "10.0.0.5")).toEqual({ name: "10.0.0.55" });
  expect(proposed("10.0.0.5", "gate")).toBeUndefined();
  expect(proposed("", "web-01", "web-01.example.com")).toEqual({ name: "" });
});

/** Sockets over which no task ever ends well: the log breaks off. */
class BrokenSocket {
  onclose: (() => void) | null = null;
  constructor() {
    setTimeout(() => this.onclose?.(), 0);
  }
}

test("is stored once with its account, stays when the test fails, and is then changed", async () => {
  vi.stubGlobal("WebSocket", BrokenSocket);
  const server = servePage(
    {
      "/api/v1/assets/platforms/": { fields: {}, rows: [LINUX] },
      "/api/v1/accounts/accounts/": { fields: {}, rows: [{ id: "c" }] },
    },
    ({ method, path, body }) => {
      if (method === "POST" && path === HOSTS) {
        const { name } = body as { readonly name: string };
        return json(201, { id: "h", name });
      }
      return method === "POST" && path.endsWith("/tasks/") ? json(200, { task: "t" }) : undefined;
    },
  );
  const added = vi.fn();
  await openPage(<AddHostDialog onAdded={added} onClose={() => {}} />, { may: ["accounts.verify_account"] });
  const type = async (label: string, value: string) =>
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });
  await type("Address", "web-01.example.com");
  await type("Username", "deploy");
  fireEvent.change(screen.getByLabelText("Password", { selector: "input[type=password]" }), {
    target: { value: "hush" },
  });
  fireEvent.click(screen.getByRole("button", { name: "Add and test" }));
  await screen.findByText("web-01 was added, but signing in failed.");
  expect(server.requests("POST", HOSTS).map(({ query, body }) => [query.get("platform"), body])).toEqual([
    [
      "1",
      {
        name: "web-01",
        address: "web-01.example.com",
        platform: { pk: 1 },
        protocols: [
          { name: "ssh", port: 22 },
          { name: "sftp", port: 22 },
        ],
        is_active: true,
        accounts: [
          expect.objectContaining({
            username: "deploy",
            name: "deploy",
            secret_type: "password",
            secret: "hush",
          }),
        ],
      },
    ],
  ]);
  expect(document.body.innerHTML).not.toContain("hush");
  await type("Username", "root");
  fireEvent.click(screen.getByRole("button", { name: "Save and test again" }));
  await waitFor(() => expect(server.requests("PATCH", "/api/v1/accounts/accounts/c/")).toHaveLength(1));
  expect(server.requests("POST", HOSTS)).toHaveLength(1);
  const [changed] = server.requests("PATCH", "/api/v1/accounts/accounts/c/");
  expect(changed?.body).toMatchObject({ username: "root" });
  expect(changed?.body).not.toHaveProperty("secret");
  expect(added).toHaveBeenCalled();
}, 60_000);
