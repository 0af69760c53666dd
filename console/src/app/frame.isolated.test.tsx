// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { useState } from "react";
import { initReactI18next } from "react-i18next";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ENGLISH as en } from "../i18n/testing/english.ts";
import { type Profile, type Session, SessionContext } from "../kit/session.ts";
import type { View } from "../shell/views.ts";
import { Root } from "./root.tsx";
import { ScreenFailure } from "./screen-failure.tsx";
import { ViewContext } from "./view-context.ts";

const drawn = vi.hoisted(() => ({ header: 0, menu: 0, footer: 0 }));
vi.mock("../shell/header.tsx", () => ({
  Header: () => {
    drawn.header += 1;
    return <header>Header</header>;
  },
}));
vi.mock("../shell/menu.tsx", () => ({
  Menu: () => {
    drawn.menu += 1;
    return <nav>Menu</nav>;
  },
}));
vi.mock("../shell/footer.tsx", () => ({
  Footer: () => {
    drawn.footer += 1;
    return null;
  },
}));

const PLANT = { id: "a2f0c0de-1111-4222-8333-444455556666", name: "Plant" };
const PROFILE: Profile = {
  id: "1",
  name: "Ada",
  username: "ada",
  perms: ["users.view_user"],
  console_orgs: [PLANT],
  workbench_orgs: [PLANT],
};

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en } });
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal("fetch", async () => new Response("{}", { headers: { "Content-Type": "application/json" } }));
});
beforeEach(() => {
  Object.assign(drawn, { header: 0, menu: 0, footer: 0 });
});
afterEach(cleanup);

function Typing() {
  const [text, setText] = useState("");
  return <input aria-label="Name" value={text} onChange={(event) => setText(event.target.value)} />;
}

function Broken(): never {
  throw new Error("no such field");
}

function open(
  profile: Profile,
  element = <Typing />,
  settings: Session["settings"] = {},
  view: View = "console",
) {
  const session: Session = {
    profile,
    settings,
    organization: profile.workbench_orgs?.[0],
    organizations: profile.workbench_orgs ?? [],
    organizationChoice: "free",
    permissions: new Set(profile.perms),
  };
  const router = createMemoryRouter(
    [{ path: "/", element: <Root />, children: [{ path: "*", element, errorElement: <ScreenFailure /> }] }],
    { initialEntries: ["/console/users"] },
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionContext value={session}>
        <ViewContext value={{ view, enter: async () => {} }}>
          <RouterProvider router={router} />
        </ViewContext>
      </SessionContext>
    </QueryClientProvider>,
  );
}

test("the frame draws nothing again while somebody types in a form", async () => {
  open(PROFILE);
  const input = await screen.findByLabelText("Name");
  const before = { ...drawn };
  expect(before.header).toBeGreaterThan(0);
  await userEvent.type(input, "Ada Lovelace");
  expect(input).toHaveProperty("value", "Ada Lovelace");
  expect(drawn).toEqual(before);
});

test("somebody in no organization is told whom to ask", async () => {
  open({ ...PROFILE, perms: [], console_orgs: [], workbench_orgs: [] });
  expect(await screen.findByText("You are not in an organization yet")).toBeDefined();
  expect(screen.getByRole("button", { name: "Sign out" })).toBeDefined();
  expect(screen.queryByLabelText("Name")).toBeNull();
});

test("somebody whose roles allow nothing is told where they are, and whom to ask for what", async () => {
  vi.stubGlobal("fetch", async () => Response.json([{ ...PLANT, roles: ["Watch", "Guest"] }]));
  open({ ...PROFILE, username: "bea", perms: [], console_orgs: [], workbench_orgs: [] }, undefined, {
    XPACK_LICENSE_IS_VALID: true,
  });
  expect(await screen.findByText("Your roles do not give access to anything yet")).toBeDefined();
  expect(screen.getByText(/You belong to Plant \(Watch, Guest\)/)).toBeDefined();
  expect(screen.getByText(/to give bea another role/)).toBeDefined();
});

test("somebody whose organization takes a license is told that", async () => {
  vi.stubGlobal("fetch", async () => Response.json([{ ...PLANT, roles: ["Watch"] }]));
  open({ ...PROFILE, username: "cem", perms: [], console_orgs: [], workbench_orgs: [] });
  expect(await screen.findByText("Your organization needs a valid license")).toBeDefined();
});

test("a server that knows no memberships leaves the plain words", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ detail: "Not found." }, { status: 404 }));
  open({ ...PROFILE, username: "dan", perms: [], console_orgs: [], workbench_orgs: [] });
  expect(await screen.findByText("You are not in an organization yet")).toBeDefined();
});

test("a page of a view somebody may not use says so, in a frame that works", async () => {
  open({ ...PROFILE, console_orgs: [] }, undefined, {}, "workbench");
  expect(await screen.findByText("403")).toBeDefined();
  expect(screen.queryByLabelText("Name")).toBeNull();
  expect(screen.getByText("Menu")).toBeDefined();
});

test("somebody without any permission is told whom to ask, and where", async () => {
  open({ ...PROFILE, perms: [] });
  expect(await screen.findByText("Your account has no permissions yet")).toBeDefined();
  expect(screen.getByText(/give ada a role in Plant/)).toBeDefined();
});

test("a screen that fails leaves the frame standing and can be opened again", async () => {
  const silent = vi.spyOn(console, "error").mockImplementation(() => {});
  open(PROFILE, <Broken />);
  expect(await screen.findByText("Something went wrong on this page")).toBeDefined();
  expect(screen.getByText(/no such field/)).toBeDefined();
  expect(screen.getByText("Header")).toBeDefined();
  expect(screen.getByRole("button", { name: "Reopen page" })).toBeDefined();
  silent.mockRestore();
});
