// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { address, cleanUpPage, json, openPage, servePage } from "../../testing/page-harness.tsx";
import { ScopedRole } from "./scoped-role.tsx";

const ID = "0f0e0d0c-0000-4000-8000-000000000001";
const visit = { at: `/console/roles/${ID}?tab=RoleUsers`, path: "/console/roles/:id" };
const page = <ScopedRole title="Role">here it is</ScopedRole>;

afterEach(cleanUpPage);

test("the address of a role without its scope is completed by asking for it", async () => {
  servePage({}, ({ path }) =>
    path === `/api/v1/rbac/roles/${ID}/`
      ? json(200, { id: ID, scope: { value: "org", label: "Organization" } })
      : undefined,
  );
  await openPage(page, visit);
  await screen.findByText("here it is");
  expect(address()).toBe(`/console/roles/${ID}?tab=RoleUsers&scope=org`);
});

test("a role that is gone is told, and an address with a scope asks nothing", async () => {
  const server = servePage({});
  await openPage(page, visit);
  await waitFor(() => expect(server.seen).toHaveLength(1));
  expect(
    await screen.findByText("This item was deleted, or you do not have permission to view it"),
  ).toBeTruthy();
  cleanUpPage();
  const quiet = servePage({});
  await openPage(page, { ...visit, at: `/console/roles/${ID}?scope=system` });
  await screen.findByText("here it is");
  expect(quiet.seen).toEqual([]);
});
