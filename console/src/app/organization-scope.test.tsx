// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readCookie } from "../kit/api/cookies.ts";
import { type Organization, ROOT_ORGANIZATION, type Session, SYSTEM_ORGANIZATION } from "../kit/session.ts";
import { currentOrganization, storedOrganization, storeOrganization } from "./organizations.ts";
import { routeNamed } from "./routes.ts";
import { useOrganizationScope } from "./use-organization-scope.ts";

const PLANT: Organization = { id: "a2f0c0de-1111-4222-8333-444455556666", name: "Plant" };
const session: Session = {
  profile: { id: "1", name: "Ada", username: "ada", perms: [] },
  settings: {},
  organization: PLANT,
  organizations: [PLANT],
  organizationChoice: "free",
  permissions: new Set(["rbac.view_systemrole"]),
};
const stored = (key: string) => JSON.parse(localStorage.getItem(key) ?? "null") as Organization | null;
let client = new QueryClient();

function wrapper({ children }: { readonly children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

beforeEach(() => {
  localStorage.clear();
  client = new QueryClient();
  storeOrganization("ada", PLANT);
});
afterEach(cleanup);

function visit(name: string, who = session) {
  return renderHook(({ route }) => useOrganizationScope(who, routeNamed(route)), {
    initialProps: { route: name },
    wrapper,
  });
}

test("an ordinary page works in the chosen organization", () => {
  const { result } = visit("UserList");
  expect(result.current.page).toMatchObject({ organization: PLANT, organizationChoice: "free" });
  expect(readCookie("X-JMS-ORG")).toBe(PLANT.id);
});

test("settings enter the system's organization and leave it with the page", () => {
  const { result, rerender } = visit("BasicSettings");
  expect(result.current.page?.organization?.id).toBe(SYSTEM_ORGANIZATION);
  expect(result.current.page?.organizationChoice).toBe("hidden");
  expect(result.current.frame.organization).toBe(PLANT);
  expect(result.current.page?.chosen).toBe(PLANT);
  expect(currentOrganization()).toBe(SYSTEM_ORGANIZATION);
  expect(readCookie("X-JMS-ORG")).toBe(SYSTEM_ORGANIZATION);
  expect(stored("PRE_ORG_ada")).toEqual(PLANT);
  expect(stored("jms_current_org_ada")).toMatchObject({ id: SYSTEM_ORGANIZATION, autoEnter: true });
  rerender({ route: "UserList" });
  expect(result.current.page?.organization).toBe(PLANT);
  expect(result.current.page?.chosen).toBeUndefined();
  expect(currentOrganization()).toBe(PLANT.id);
  expect(stored("PRE_ORG_ada")).toBeNull();
  expect(stored("jms_current_org_ada")).toEqual(PLANT);
});

test.each(["RoleList", "LoginAclList", "ConnectMethodAclList"])("%s works in all organizations", (name) => {
  const { result } = visit(name);
  expect(result.current.page?.organization?.id).toBe(ROOT_ORGANIZATION);
  expect(result.current.page?.organizationChoice).toBe("fixed");
});

test("who may look at roles of organizations only stays in the chosen one", () => {
  const { result } = visit("RoleList", { ...session, permissions: new Set(["rbac.view_orgrole"]) });
  expect(result.current.page).toMatchObject({ organization: PLANT, organizationChoice: "free" });
});

test("a pseudo-organization is never what comes back", () => {
  const { rerender } = visit("RoleList");
  rerender({ route: "BasicSettings" });
  expect(stored("PRE_ORG_ada")).toEqual(PLANT);
  expect(storedOrganization("ada")).toEqual(PLANT);
});

test("nothing of the organization left behind is shown again", () => {
  const { rerender } = visit("UserList");
  client.setQueryData(["list", "/api/v1/users/users/"], { count: 1, results: [] });
  rerender({ route: "GroupList" });
  expect(client.getQueryCache().getAll()).toHaveLength(1);
  rerender({ route: "RoleList" });
  expect(client.getQueryCache().getAll()).toHaveLength(0);
});
