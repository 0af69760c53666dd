// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Row } from "../../kit/metadata/types.ts";
import { cleanUpPage, json, openPage, servePage } from "../../testing/page-harness.tsx";
import AuditDashboard from "./audit-dashboard.tsx";
import ConsoleDashboard from "./console-dashboard.tsx";
import { MyRecentSessions } from "./workbench/my-recent-sessions.tsx";

const SESSIONS = "/api/v1/terminal/sessions/";
const MINE = "/api/v1/terminal/my-sessions/";
const USERS = "/api/v1/users/users/";

const session = (more: Row = {}): Row => ({
  id: "s1",
  user: "Ada (ada)",
  asset: "web-01",
  asset_id: "a1",
  account: "deploy",
  account_id: "c1",
  protocol: "ssh",
  remote_addr: "192.0.2.10",
  is_finished: false,
  date_start: "2026/01/02 03:00:00 +0000",
  ...more,
});

const serve = (rows: readonly Row[]) =>
  servePage({
    [SESSIONS]: { fields: {}, rows },
    [MINE]: { fields: {}, rows },
    [USERS]: { fields: {}, rows: [{ id: "u" }] },
  });

afterEach(cleanUpPage);

test("only what the person may see is counted, and nothing else is even asked for", async () => {
  const server = serve([session()]);
  await openPage(<ConsoleDashboard />, { may: ["users.view_user"] });
  const tile = (await screen.findByText("Users")).closest("a");
  await waitFor(() => expect(tile?.textContent).toBe("1Users"));
  expect(tile?.getAttribute("href")).toBe("/console/users");
  expect(screen.queryByText("Assets")).toBeNull();
  expect(screen.queryByText("Recent sessions")).toBeNull();
  expect(new Set(server.seen.map(({ path }) => path))).toEqual(new Set([USERS]));
});

test("the count of sessions online counts those alone and leads to them", async () => {
  const server = serve([session()]);
  await openPage(<AuditDashboard />, { may: ["terminal.view_session", "rbac.view_audit"] });
  const tile = await screen.findByRole("link", { name: /Active sessions$/ });
  expect(tile.getAttribute("href")).toBe("/audit/sessions/sessions?activeTab=OnlineList");
  await waitFor(() =>
    expect(server.requests("GET", SESSIONS).some(({ query }) => query.get("is_finished") === "0")).toBe(true),
  );
});

test("the latest sessions lead to their pages", async () => {
  const server = serve([session()]);
  await openPage(<ConsoleDashboard />, { may: ["terminal.view_session"] });
  const link = await screen.findByRole("link", { name: "Ada (ada) → web-01" });
  expect(link.getAttribute("href")).toBe("/audit/sessions/sessions/s1");
  const latest = server.requests("GET", SESSIONS).find(({ query }) => query.get("order") === "-date_start");
  expect(latest?.query.get("limit")).toBe("8");
});

test("a list of sessions that cannot be fetched says so and is tried again", async () => {
  const state = { fails: true };
  servePage({ [SESSIONS]: { fields: {}, rows: [session()] } }, () =>
    state.fails ? json(503, { detail: "The database is away." }) : undefined,
  );
  await openPage(<ConsoleDashboard />, { may: ["terminal.view_session"] });
  const again = await screen.findByRole("button", { name: "Try again" });
  state.fails = false;
  again.click();
  await screen.findByText("Ada (ada) → web-01");
});

test("one's own session connects again with its account, and leads to its page only with the permission", async () => {
  serve([session()]);
  await openPage(<MyRecentSessions />, { may: ["perms.view_myassets"] });
  const again = await screen.findByRole("link", { name: "Connect to web-01" });
  expect(again.getAttribute("href")).toBe("/luna/?login_to=a1&login_account=c1");
  expect(again.getAttribute("rel")).toContain("noreferrer");
  expect(screen.getByRole("link", { name: "My assets" }).getAttribute("href")).toBe("/workbench/assets");
  expect(screen.queryByRole("link", { name: "web-01" })).toBeNull();
});

test("a session whose asset is gone cannot be connected to again, and no session is no failure", async () => {
  serve([session({ asset_id: null })]);
  await openPage(<MyRecentSessions />, { may: ["terminal.view_session"] });
  await screen.findByRole("link", { name: "web-01" });
  expect(screen.queryByRole("link", { name: "Connect to web-01" })).toBeNull();
  expect(screen.queryByRole("link", { name: "My assets" })).toBeNull();
  cleanUpPage();
  serve([]);
  await openPage(<MyRecentSessions />);
  await screen.findByText("No sessions yet");
});
