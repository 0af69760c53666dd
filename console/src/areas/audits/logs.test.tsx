// @vitest-environment happy-dom
import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { FieldMap } from "../../kit/metadata/types.ts";
import { ROOT_ORGANIZATION } from "../../kit/session.ts";
import { cleanUpPage, columnTitles, json, openPage, rowOf, servePage } from "../../testing/page-harness.tsx";
import LoginLogDetail from "./login-log-detail.tsx";
import LoginLogList from "./login-log-list.tsx";
import MyLoginLogList from "./my-login-log-list.tsx";
import OperateLogList from "./operate-log-list.tsx";
import PasswordChangeLogList from "./password-change-log-list.tsx";
import RefusalList from "./refusals/refusal-list.tsx";

const string = (label: string) => ({ type: "string", label });
const LOGIN: FieldMap = {
  id: string("ID"),
  username: string("Username"),
  type: { type: "labeled_choice", label: "Kind" },
  ip: string("Address"),
  city: string("City"),
  user_agent: string("Browser"),
  mfa: { type: "labeled_choice", label: "MFA" },
  reason: string("Reason code"),
  reason_display: string("Reason"),
  backend: string("Backend code"),
  backend_display: string("By"),
  status: { type: "labeled_choice", label: "Result" },
  datetime: { type: "datetime", label: "Time", order: true },
};
const attempt = {
  id: "l1",
  username: "mei",
  type: { value: "W", label: "Web" },
  ip: "192.0.2.7",
  reason_display: "Wrong password",
  status: { value: false, label: "Failed" },
  datetime: "2026/01/02 03:00:00 +0000",
};

afterEach(cleanUpPage);

test("sign-ins are listed newest first over the last days, and each leads to its page", async () => {
  const path = "/api/v1/audits/login-logs/";
  const server = servePage({ [path]: { fields: LOGIN, rows: [attempt] } });
  await openPage(<LoginLogList />, { may: ["audits.view_userloginlog"] });
  const row = await rowOf("mei");
  expect(row.getByRole("link", { name: "mei" }).getAttribute("href")).toBe("/audit/audits/login-logs/l1");
  expect(row.getByText("Failed")).toBeTruthy();
  expect(columnTitles()).toEqual(expect.arrayContaining(["Username", "By", "Address", "Reason", "Result"]));
  const [asked] = server.requests("GET", path).slice(-1);
  expect(asked?.query.get("order")).toBe("-datetime");
  expect(asked?.query.has("date_from")).toBe(true);
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(screen.queryByRole("button", { name: /Create|Import/ })).toBeNull();
});

test("one sign-in has a page of its own", async () => {
  const path = "/api/v1/audits/login-logs/l1/";
  servePage({}, ({ method, path: asked }) =>
    asked === path ? json(200, method === "OPTIONS" ? { actions: { GET: LOGIN } } : attempt) : undefined,
  );
  await openPage(<LoginLogDetail />, {
    at: "/audit/audits/login-logs/l1",
    path: "/audit/audits/login-logs/:id",
  });
  await screen.findByText("Wrong password");
  expect(screen.queryByRole("button", { name: /Edit|Delete/ })).toBeNull();
});

test("an operation shows what it changed", async () => {
  const path = "/api/v1/audits/operate-logs/";
  const rows = [
    { id: "o1", user: "Ada(ada)", action: { value: "update", label: "Update" }, resource: "web-02" },
  ];
  const server = servePage(
    { [path]: { fields: { id: string("ID"), user: string("User"), resource: string("Resource") }, rows } },
    (request) =>
      request.path === `${path}o1/`
        ? json(200, { diff: [{ field: "Address", before: "192.0.2.1", after: "192.0.2.2" }] })
        : undefined,
  );
  await openPage(<OperateLogList />, { may: ["audits.view_operatelog"] });
  fireEvent.click((await rowOf("Ada(ada)")).getByRole("button", { name: "Changes" }));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText("192.0.2.2");
  expect(server.requests("GET", `${path}o1/`)[0]?.query.get("type")).toBe("action_detail");
});

test.each([
  [200, "/api/v1/sallyport/operate-logs/"],
  [404, "/api/v1/audits/operate-logs/"],
])(
  "operations of all organizations are listed, and told, where the server has them: %i",
  async (status, path) => {
    const rows = [
      { id: "o1", user: "Ada(ada)", action: { value: "update", label: "Update" }, resource: "web-02" },
    ];
    const list = {
      fields: { id: string("ID"), user: string("User"), org_name: string("Organization") },
      rows,
    };
    const server = servePage({ [path]: list }, (request) => {
      if (request.path === `${path}o1/`) {
        return json(200, { diff: [{ field: "Address", before: "192.0.2.1", after: "192.0.2.2" }] });
      }
      return request.path === "/api/v1/sallyport/operate-logs/" && status === 404 ? json(404, {}) : undefined;
    });
    await openPage(<OperateLogList />, {
      may: ["audits.view_operatelog"],
      organization: { id: ROOT_ORGANIZATION, name: "All organizations", is_root: true },
    });
    fireEvent.click((await rowOf("Ada(ada)")).getByRole("button", { name: "Changes" }));
    await within(await screen.findByRole("dialog")).findByText("192.0.2.2");
    expect(columnTitles().includes("Organization")).toBe(status === 200);
    expect(server.requests("GET", `${path}o1/`)[0]?.query.get("type")).toBe("action_detail");
  },
);

test("changed passwords are listed, and nothing can be done with them", async () => {
  const path = "/api/v1/audits/password-change-logs/";
  const fields = { id: string("ID"), user: string("User"), change_by: string("Changed by") };
  servePage({ [path]: { fields, rows: [{ id: "p1", user: "Mei(mei)", change_by: "Ada(ada)" }] } });
  await openPage(<PasswordChangeLogList />, { may: ["audits.view_passwordchangelog"] });
  expect((await rowOf("Mei(mei)")).getByText("Ada(ada)")).toBeTruthy();
  expect(columnTitles()).not.toContain("Actions");
});

const REFUSAL: FieldMap = {
  id: string("ID"),
  user: string("User"),
  kind: { type: "labeled_choice", label: "Why" },
  reason: string("Answer"),
  asset: string("Asset"),
  account: string("Account"),
  target: string("Request"),
  datetime: { type: "datetime", label: "Time", order: true },
};

test("refused attempts say who wanted what and why, and lead to failed sign-ins", async () => {
  const path = "/api/v1/sallyport/refusals/";
  const kind = { value: "permission", label: "No access granted" };
  const rows = [
    { id: "r1", user: "Mei(mei)", user_id: "u1", kind, asset: "web-01(192.0.2.1)", account: "root" },
    { id: "r2", user: "Mei(mei)", kind, asset: "", account: "", target: "GET /api/v1/users/users/" },
  ];
  const server = servePage({ [path]: { fields: REFUSAL, rows } });
  await openPage(<RefusalList />, {
    may: ["audits.view_operatelog", "audits.view_userloginlog", "users.view_user"],
  });
  const row = await rowOf("web-01(192.0.2.1) · root");
  expect(row.getByRole("link", { name: /web-01/ }).getAttribute("href")).toBe("/audit/audits/refusals/r1");
  expect(row.getByRole("link", { name: "Mei(mei)" }).getAttribute("href")).toBe("/console/users/u1");
  expect(await rowOf("GET /api/v1/users/users/")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Failed sign-ins" })).toBeTruthy();
  expect(server.requests("GET", path).some(({ query }) => query.has("date_from"))).toBe(true);
});

test("a server of the contract alone keeps no log of refused attempts, and the page says so", async () => {
  servePage({}, ({ path }) => (path === "/api/v1/sallyport/refusals/" ? json(404, {}) : undefined));
  await openPage(<RefusalList />, { may: ["audits.view_operatelog"] });
  expect(await screen.findByText("This server does not record refused attempts.")).toBeTruthy();
});

test("everybody reads their own sign-ins", async () => {
  const path = "/api/v1/audits/my-login-logs/";
  servePage({ [path]: { fields: LOGIN, rows: [attempt] } });
  await openPage(<MyLoginLogList />, { may: [] });
  expect((await rowOf("Wrong password")).getByText("Failed")).toBeTruthy();
  expect(columnTitles()).not.toContain("Username");
});
