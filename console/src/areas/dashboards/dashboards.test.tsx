// @vitest-environment happy-dom
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Row } from "../../kit/metadata/types.ts";
import { ROOT_ORGANIZATION } from "../../kit/session.ts";
import { cleanUpPage, json, openPage, type SeenRequest, servePage } from "../../testing/page-harness.tsx";
import AuditDashboard from "./audit-dashboard.tsx";
import ConsoleDashboard from "./console-dashboard.tsx";
import { beginningOfWeek, listAddress } from "./dashboard-days.ts";
import { MyRecentSessions } from "./workbench/my-recent-sessions.tsx";

const SESSIONS = "/api/v1/terminal/sessions/";
const MINE = "/api/v1/terminal/my-sessions/";
const INDEX = "/api/v1/index/";

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

const figures = {
  total_count_users: 12,
  total_count_users_this_week: 2,
  total_count_login_users: 3,
  total_count_assets: 40,
  total_count_assets_this_week: 1,
  total_count_today_active_assets: 10,
  total_count_online_users: 4,
  total_count_online_sessions: 5,
  total_count_today_failed_sessions: 1,
  total_count_user_login_logs: 20,
  total_count_user_login_success_logs: 15,
  total_count_operate_logs: 1234,
  total_count_change_password_logs: 6,
  total_count_commands: 100,
  total_count_commands_danger: 7,
  total_count_history_sessions: 30,
  total_count_ftp_logs: 8,
  total_count_job_logs: 9,
  total_count_job_logs_running: 2,
  total_count_job_logs_failed: 3,
  total_count_type_to_assets_amount: [
    { type: "linux", total: 30, label: "Linux" },
    { type: "mysql", total: 10, label: "MySQL" },
  ],
  dates_metrics_date: ["01-01", "01-02", "01-03"],
  dates_metrics_total_count_session: [4, 0, 6],
  dates_metrics_total_count_login: [1, 2, 3],
  dates_metrics_total_count_active_users: [1, 0, 2],
  dates_metrics_total_count_active_assets: [3, 0, 5],
  dates_login_times_top10_users: [{ user_id: "u1", user: "Ada(ada)", total: 9, last: "" }],
  dates_login_times_top10_assets: [
    { asset: "web-01", total: 7, last: "", asset_id: "a1" },
    { asset: "gone(192.0.2.8)", total: 4, last: "", asset_id: null },
    // As servers of the contract alone tell it.
    { asset: "db-01", total: 2, last: "" },
  ],
};

/** A server of the contract: it answers with the figures that were asked for, and has none of our extensions. */
const serve = (
  rows: readonly Row[],
  index: Readonly<Record<string, unknown>> = figures,
  answer: (request: SeenRequest) => Response | undefined = () => undefined,
) =>
  servePage(
    { [SESSIONS]: { fields: {}, rows }, [MINE]: { fields: {}, rows } },
    (request) => answer(request) ?? (request.path === INDEX ? json(200, index) : undefined),
  );

const all = [
  "rbac.view_audit",
  "rbac.view_console",
  "terminal.view_session",
  "terminal.view_command",
  "users.view_user",
  "assets.view_asset",
  "audits.view_userloginlog",
  "audits.view_operatelog",
  "audits.view_passwordchangelog",
  "audits.view_ftplog",
  "audits.view_joblog",
];

beforeEach(() => localStorage.clear());
afterEach(cleanUpPage);

/** The card with this title. */
const card = async (title: string) => {
  const heading = await screen.findByRole("heading", { name: title });
  return within(heading.closest("section") as HTMLElement);
};
const address = (link: HTMLElement) => link.getAttribute("href") ?? "";

test("figures lead to the lists they count, with the time they are of", async () => {
  serve([session()]);
  await openPage(<AuditDashboard />, { may: all });
  const online = await screen.findByRole("link", { name: /^5\s*Active sessions$/ });
  expect(address(online)).toBe("/audit/sessions/sessions?activeTab=OnlineList");
  const history = address(await screen.findByRole("link", { name: /^30\s*Finished sessions$/ }));
  const { pathname, searchParams } = new URL(history, "http://console");
  expect([pathname, searchParams.get("activeTab")]).toEqual(["/audit/sessions/sessions", "OfflineList"]);
  const from = new Date(searchParams.get("date_from") ?? "").getTime();
  expect(Math.abs(Date.now() - 7 * 86_400_000 - from)).toBeLessThan(60_000);
  const leads = async (name: RegExp, to: string) => {
    // The share of a ring stands in its middle, and beside it.
    for (const link of await screen.findAllByRole("link", { name })) expect(address(link)).toContain(to);
  };
  await leads(/^20\s*Sign-ins$/, "/audit/audits/login-logs?");
  await leads(/^1,234\s*Operations$/, "/audit/audits/operate-logs?");
  await leads(/^6\s*Password changes$/, "/audit/audits/password-change-log?");
  await leads(/^8\s*File transfers$/, "/audit/sessions/ftp?");
  await leads(/^9\s*Total$/, "/audit/audits/job-execution-log?");
  await leads(/^2\s*Running jobs$/, "state=RUNNING");
  await leads(/^3\s*Failed$/, "state=FAILURE");
  await leads(/^Dangerous: 7$/, "risk_level=5");
  await leads(/^Failed: 5$/, "status=0");
});

const everywhere = { id: ROOT_ORGANIZATION, name: "All organizations", is_root: true };

test.each([
  [200, "/audit/audits/operate-logs?"],
  [404, undefined],
])(
  "over all organizations operations lead to their log where that has all of them: %i",
  async (status, to) => {
    serve([], figures, ({ path }) =>
      path === "/api/v1/sallyport/operate-logs/" ? json(status, { count: 0, results: [] }) : undefined,
    );
    await openPage(<AuditDashboard />, { may: all, organization: everywhere });
    await screen.findByText("1,234");
    if (to === undefined) {
      expect(screen.queryByRole("link", { name: /Operations/ })).toBeNull();
      return;
    }
    expect(address(await screen.findByRole("link", { name: /^1,234\s*Operations$/ }))).toContain(to);
  },
);

test("without the permission a figure leads nowhere", async () => {
  serve([]);
  await openPage(<AuditDashboard />, { may: ["rbac.view_audit"] });
  await screen.findByText("1,234");
  expect(screen.queryByRole("link", { name: /Operations|Sign-ins|Active sessions|Dangerous/ })).toBeNull();
  expect(screen.queryByText("Recent sessions")).toBeNull();
});

test("the chosen time is asked for, remembered and kept in the links", async () => {
  const server = serve([]);
  await openPage(<AuditDashboard />, { may: all });
  await screen.findByText("1,234");
  const seen = () => server.requests("GET", INDEX).map(({ query }) => query.get("days"));
  expect(seen()).toContain("7");
  expect(seen()).not.toContain("1");
  await act(async () => screen.getByRole("radio", { name: "Today" }).click());
  await waitFor(() => expect(seen()).toContain("1"));
  expect(localStorage.getItem("dashboardDays")).toBe("1");
  cleanUpPage();
  localStorage.setItem("dashboardDays", "1");
  serve([]);
  await openPage(<AuditDashboard />, { may: all });
  await screen.findByText("1,234");
  expect((screen.getByRole("radio", { name: "Today" }) as HTMLInputElement).checked).toBe(true);
});

test("a week begins on Monday at midnight, also on a Sunday", () => {
  for (const [day, monday] of [
    ["2026-03-01T12:00:00", "2026-02-23T00:00:00"],
    ["2026-03-02T00:00:00", "2026-03-02T00:00:00"],
    ["2026-03-04T15:16:17", "2026-03-02T00:00:00"],
  ] as const) {
    expect(new Date(beginningOfWeek(new Date(day)))).toEqual(new Date(monday));
  }
});

test("today begins at midnight, other times so many days ago", () => {
  const now = new Date("2026-03-04T15:16:17Z");
  const from = (days: number) => {
    const query = new URL(listAddress("/list", days, { a: "b" }, now), "http://console").searchParams;
    expect(query.get("a")).toBe("b");
    return new Date(query.get("date_from") ?? "");
  };
  expect([from(1).getHours(), from(1).getMinutes(), from(1).getDate()]).toEqual([0, 0, now.getDate()]);
  expect(from(30).toISOString()).toBe("2026-02-02T15:16:17.000Z");
});

test("the console dashboard shows what happens now, how much there is and who works with what", async () => {
  const server = serve([session()]);
  await openPage(<ConsoleDashboard />, { may: all });
  const now = await card("Right now");
  const connected = await now.findByRole("link", { name: /^4\s*Connected users$/ });
  expect(address(connected)).toBe("/console/users?connected=1");
  expect(address(now.getByRole("link", { name: /^2\s*Running jobs$/ }))).toContain("state=RUNNING");
  expect(address(now.getByRole("link", { name: /Failed connections today$/ }))).toContain("is_success=0");
  // Where there are no tickets nobody is asked about them.
  expect(now.queryByText("Waiting for your approval")).toBeNull();
  const users = await card("Users");
  expect(address(users.getByRole("link", { name: "All users: 12" }))).toBe("/console/users");
  expect(address(users.getByRole("link", { name: /^New this week: / }))).toContain("joined_from=");
  users.getByRole("img", { name: "Signed in today: 3, 25%" });
  const today = users.getAllByRole("link", { name: "Signed in today: 3" }).map(address);
  expect(today).toEqual([today[0], today[0]]);
  expect(today[0]).toMatch(/^\/console\/users\?sign_in_from=/);
  const assets = await card("Assets");
  assets.getByRole("img", { name: "Used today: 10, 25%" });
  const used = assets.getAllByRole("link", { name: "Used today: 10" }).map(address);
  expect(used).toEqual([used[0], used[0]]);
  expect(used[0]).toMatch(/^\/console\/assets\/assets\?used_from=/);
  const types = await card("Asset types");
  expect(address(await types.findByRole("link", { name: "Linux: 30" }))).toBe(
    "/console/assets/assets?type=linux",
  );
  types.getByText("75%");
  const ranking = await card("Most active users");
  expect(address(await ranking.findByRole("link", { name: "Ada(ada)" }))).toBe("/console/users/u1");
  const counted = async (title: string, name: string) => {
    const link = address(await (await card(title)).findByRole("link", { name }));
    const { pathname, searchParams } = new URL(link, "http://console");
    const from = new Date(searchParams.get("date_from") ?? "").getTime();
    expect(Math.abs(Date.now() - 7 * 86_400_000 - from)).toBeLessThan(60_000);
    const of = ["activeTab", "user", "user_id", "asset", "asset_id"].map((key) => searchParams.get(key));
    return [pathname, ...of];
  };
  const sessions = "/audit/sessions/sessions";
  const [byUser, byAsset] = ["Most active users", "Most used assets"];
  const places = await card(byAsset);
  expect(address(places.getByRole("link", { name: "web-01" }))).toBe("/console/assets/assets/a1");
  expect(places.queryByRole("link", { name: "gone(192.0.2.8)" })).toBeNull();
  expect(await counted(byUser, "Ada(ada): 9")).toEqual([sessions, "AllList", null, "u1", null, null]);
  expect(await counted(byAsset, "web-01: 7")).toEqual([sessions, "AllList", null, null, null, "a1"]);
  expect(await counted(byAsset, "gone(192.0.2.8): 4")).toEqual([
    sessions,
    "AllList",
    null,
    null,
    "gone(192.0.2.8)",
    "none",
  ]);
  expect(await counted(byAsset, "db-01: 2")).toEqual([sessions, "AllList", null, null, "db-01", null]);
  const asked = server.requests("GET", INDEX).map(({ query }) => [...query.keys()].join());
  expect(asked).toContain("dates_login_times_top10_users,days");
  expect(asked).toContain("dates_metrics,dates_metrics_midnights,days");
  expect(
    server.seen.filter(({ path }) => path.includes("/sallyport/")).map(({ method }) => method),
  ).not.toContain("POST");
});

test("a large figure is written smaller in its ring, where a small one is not", async () => {
  serve([], { ...figures, total_count_login_users: 123_456, total_count_users: 200_000 });
  await openPage(<ConsoleDashboard />, { may: [] });
  const classes = async (text: string) =>
    (await screen.findAllByText(text)).map(({ className }) => className);
  expect(await classes("123,456")).toContainEqual(expect.stringMatching(/count-number is-long/));
  expect(await classes("10")).not.toContainEqual(expect.stringMatching(/is-long/));
});

test("a chart is a picture with a name, and the same as a table", async () => {
  serve([]);
  await openPage(<ConsoleDashboard />, { may: all });
  const chart = await card("User and asset activity");
  await chart.findByRole("img", { name: "User and asset activity" });
  // Of the last day, until another is pointed at.
  expect(chart.getByText("Active assets").textContent).toContain("5");
  await act(async () => chart.getByRole("button", { name: "Show as table" }).click());
  const rows = chart.getAllByRole("row").map(({ textContent }) => textContent);
  expect(rows).toEqual(["DayActive usersActive assets", "01-0113", "01-0200", "01-0325"]);
  for (const [name, of] of [
    ["01-03, Active users: 2", "user"],
    ["01-03, Active assets: 5", "asset"],
  ] as const) {
    const { pathname, searchParams } = new URL(address(chart.getByRole("link", { name })), "http://console");
    expect([pathname, searchParams.get("activeTab"), searchParams.get("latest_of")]).toEqual([
      "/audit/sessions/sessions",
      "AllList",
      of,
    ]);
  }
});

test("a day in the table of a chart leads to the list of that day", async () => {
  serve([]);
  await openPage(<AuditDashboard />, { may: ["rbac.view_audit", "terminal.view_session"] });
  const sessions = await card("Session trend");
  await sessions.findByRole("img", { name: "Session trend" });
  await act(async () => sessions.getByRole("button", { name: "Show as table" }).click());
  const link = address(sessions.getByRole("link", { name: "01-02, Sessions: 0" }));
  const { pathname, searchParams } = new URL(link, "http://console");
  expect([pathname, searchParams.get("activeTab")]).toEqual(["/audit/sessions/sessions", "AllList"]);
  const [from, to] = ["date_from", "date_to"].map((key) => new Date(searchParams.get(key) ?? ""));
  const yesterday = new Date();
  yesterday.setDate(yesterday.getDate() - 1);
  yesterday.setHours(0, 0, 0, 0);
  expect(from).toEqual(yesterday);
  expect(to?.getDate()).toBe(yesterday.getDate());
  // Whoever may not see the list has the number alone.
  const logins = await card("Sign-in trend");
  await act(async () => logins.getByRole("button", { name: "Show as table" }).click());
  logins.getByRole("cell", { name: "2" });
  expect(logins.queryByRole("link")).toBeNull();
});

test("a chart of a server elsewhere leads to that server's days, and says when they begin", async () => {
  // Half an hour past a full one, which no zone has as its midnight for another one of whole hours.
  const begins = [1, 2, 3].map((day) => new Date(2026, 0, day, 9, 30));
  serve([], { ...figures, dates_metrics_midnights: begins.map((at) => at.toISOString()) });
  await openPage(<AuditDashboard />, { may: ["rbac.view_audit", "terminal.view_session"] });
  const sessions = await card("Session trend");
  await sessions.findByText("Days of the server: each begins at 09:30 your time.");
  await act(async () => sessions.getByRole("button", { name: "Show as table" }).click());
  const between = (name: string) => {
    const { searchParams } = new URL(address(sessions.getByRole("link", { name })), "http://console");
    return ["date_from", "date_to"].map((key) => new Date(searchParams.get(key) ?? "").getTime());
  };
  const [, second = new Date(0), third = new Date(0)] = begins;
  const [from, to = 0] = between("01-02, Sessions: 0");
  expect(from).toBe(second.getTime());
  expect(third.getTime() - to).toBeGreaterThan(0);
  expect(third.getTime() - to).toBeLessThanOrEqual(1_000);
  // Today goes on until the latest moment a day can have.
  const [today, end = 0] = between("01-03, Sessions: 6");
  expect(today).toBe(third.getTime());
  expect(end).toBeGreaterThan(third.getTime() + 25 * 3_600_000);
});

test("large values of a chart are written as people write them", async () => {
  serve([], { ...figures, dates_metrics_total_count_session: [4_000, 0, 12_500] });
  await openPage(<AuditDashboard />, { may: ["rbac.view_audit", "terminal.view_session"] });
  const sessions = await card("Session trend");
  await sessions.findByText("12,500");
  sessions.getByText("20K");
  await act(async () => sessions.getByRole("button", { name: "Show as table" }).click());
  sessions.getByRole("link", { name: "01-01, Sessions: 4,000" });
});

test("nothing yet is said with what to do next", async () => {
  const nothing = {
    ...Object.fromEntries(
      Object.entries(figures).map(([name, value]) => [name, Array.isArray(value) ? [] : 0]),
    ),
    dates_metrics_date: ["01-03"],
    dates_metrics_total_count_active_users: [0],
  };
  serve([], nothing);
  await openPage(<ConsoleDashboard />, { may: [...all, "assets.add_asset"] });
  await (await card("Asset types")).findByRole("link", { name: "Add an asset" });
  await (await card("User and asset activity")).findByText("No activity in this period");
  await (await card("Most used assets")).findByText("No sessions in this period");
  await (await card("Recent sessions")).findByText("No sessions yet");
});

test("figures that cannot be fetched say so, and are tried again", async () => {
  const state = { fails: true };
  serve([], figures, ({ path }) =>
    path === INDEX && state.fails ? json(503, { detail: "The database is away." }) : undefined,
  );
  await openPage(<ConsoleDashboard />, { may: all });
  const users = await card("Users");
  const again = await users.findByRole("button", { name: "Try again" });
  state.fails = false;
  await act(async () => again.click());
  await users.findByRole("link", { name: "All users: 12" });
});

test("the latest sessions lead to their pages", async () => {
  const server = serve([session()]);
  await openPage(<ConsoleDashboard />, { may: ["terminal.view_session"] });
  const link = await screen.findByRole("link", { name: "Ada (ada) → web-01" });
  expect(link.getAttribute("href")).toBe("/audit/sessions/sessions/s1");
  const latest = server.requests("GET", SESSIONS).find(({ query }) => query.get("order") === "-date_start");
  expect(latest?.query.get("limit")).toBe("8");
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
