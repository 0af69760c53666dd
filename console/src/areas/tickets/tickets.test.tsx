// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useMenuPlaceAsked } from "../../kit/menu-place.ts";
import type { Row } from "../../kit/metadata/types.ts";
import {
  address,
  cleanUpPage,
  json,
  openPage,
  rowOf,
  type SeenRequest,
  servePage,
} from "../../testing/page-harness.tsx";
import AssignedTickets from "./assigned-tickets.tsx";
import { AssetRequest, ConnectionRequest, LoginRequest } from "./detail/ticket-detail.tsx";
import TicketRedirect from "./detail/ticket-redirect.tsx";
import FlowForm from "./flows/flow-form.tsx";
import MyTickets from "./my-tickets.tsx";
import RequestForm from "./request/request-form.tsx";

const API = "/api/v1/tickets/";
const ALL = `${API}tickets/`;
const ASSET = `${API}apply-asset-tickets/`;
const CONNECTION = `${API}apply-login-asset-tickets/`;
const LOGIN = `${API}apply-login-tickets/`;
const COMMENTS = `${API}comments/`;
const VIEW = ["tickets.view_ticket"];
const ORGANIZATION = "00000000-0000-0000-0000-000000000002";

const choice = (value: unknown) => ({ value, label: String(value) });
const step = (more: Row = {}): Row => ({
  state: "pending",
  assignees: ["me"],
  assignees_display: ["Me(me)"],
  processor: "",
  processor_display: "",
  approval_level: 1,
  approval_date: null,
  ...more,
});

const ticket = (more: Row = {}): Row => ({
  id: "t1",
  title: "Asset access for Ada",
  serial_num: "202601020001",
  type: choice("apply_asset"),
  state: choice("pending"),
  status: choice("open"),
  approval_step: choice(1),
  applicant: "Ada(ada)",
  org_id: ORGANIZATION,
  org_name: "Default",
  comment: "Upgrade tonight",
  process_map: [step()],
  rel_snapshot: { applicant: "Ada(ada)" },
  date_created: "2026/01/02 03:00:00 +0000",
  apply_assets: [{ id: "a1", name: "web-01" }],
  apply_nodes: [],
  apply_accounts: ["root"],
  apply_actions: [choice("connect"), choice("upload")],
  apply_date_start: "2026/01/02 03:00:00 +0000",
  apply_date_expired: "2026/01/09 03:00:00 +0000",
  ...more,
});

const CLOSED = { state: choice("approved"), status: choice("closed") };
const decidedByMe = (state: string) => [step({ state, processor: "me", processor_display: "Me(me)" })];

interface Served {
  /** The ticket as it is at the moment. */
  row: Row;
}

/** A server with one ticket, which a decision changes into what `after` says. */
function serveTicket(
  set: string,
  row: Row,
  after: Row = {},
  answer?: (request: SeenRequest) => Response | undefined,
) {
  const served: Served = { row };
  const server = servePage({ [COMMENTS]: { fields: {}, rows: [] } }, (request) => {
    const special = answer?.(request);
    if (special !== undefined) return special;
    if (request.path === `${set}t1/`)
      return json(200, request.method === "OPTIONS" ? { actions: { GET: {} } } : served.row);
    if (/\/t1\/(approve|reject|close)\/$/.test(request.path)) {
      served.row = { ...served.row, ...after };
      return json(200, "ok");
    }
    return undefined;
  });
  return server;
}

const openTicket = (page: React.ReactNode, may = VIEW) =>
  openPage(page, { at: "/tickets/x/t1", path: "/tickets/x/:id", may });

const FIELDS = {
  title: { type: "string", label: "Title", filter: true },
  serial_num: { type: "string", label: "Number" },
  type: { type: "labeled_choice", label: "Type", filter: true },
  state: { type: "labeled_choice", label: "State", filter: true },
  status: { type: "labeled_choice", label: "Status", filter: true },
  date_created: { type: "datetime", label: "Created" },
};

afterEach(cleanUpPage);

test("one's own requests open on what is pending, and the filter is in the address", async () => {
  const server = servePage({ [ALL]: { fields: FIELDS, rows: [ticket()] } });
  await openPage(<MyTickets />, { at: "/tickets/my-tickets", may: VIEW });
  const link = await screen.findByRole("link", { name: "Asset access for Ada" });
  expect(link.getAttribute("href")).toBe("/tickets/request-host-perm/t1");
  expect(address()).toBe("/tickets/my-tickets?state=pending");
  const asked = server.requests("GET", ALL).at(-1)?.query;
  expect([asked?.get("applicant"), asked?.get("state"), asked?.get("order")]).toEqual([
    "me",
    "pending",
    "-date_created",
  ]);
});

test("an address that says what to show is left as it is", async () => {
  servePage({ [ALL]: { fields: FIELDS, rows: [ticket()] } });
  await openPage(<MyTickets />, { at: "/tickets/my-tickets?state=approved", may: VIEW });
  await screen.findByRole("link", { name: "Asset access for Ada" });
  expect(address()).toBe("/tickets/my-tickets?state=approved");
});

test("requests of several types are approved together, one call for each type", async () => {
  const login = ticket({ id: "t2", title: "Sign-in of Bob", type: choice("login_confirm") });
  const server = servePage({ [ALL]: { fields: FIELDS, rows: [ticket(), login] } });
  const told = await openPage(<AssignedTickets />, { at: "/tickets/assigned-tickets", may: VIEW });
  for (const title of ["Asset access for Ada", "Sign-in of Bob"])
    fireEvent.click((await rowOf(title)).getByRole("checkbox"));
  fireEvent.click(await screen.findByRole("button", { name: /2/ }));
  fireEvent.click(await screen.findByText("Decide in bulk"));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("web-01")).toBeDefined();
  fireEvent.click(dialog.getByRole("button", { name: "Approve 2 requests" }));
  await waitFor(() => expect(told.toasts).toEqual(["2 requests approved"]));
  expect(
    server.requests("PUT", `${ASSET}bulk/`).map(({ query, body }) => [query.get("action"), body]),
  ).toEqual([["approve", { tickets: ["t1"] }]]);
  expect(server.requests("PUT", `${LOGIN}bulk/`).map(({ body }) => body)).toEqual([{ tickets: ["t2"] }]);
});

test("an approver reads who, what, why and until when, and approves as it was requested", async () => {
  const after = {
    ...CLOSED,
    process_map: decidedByMe("approved"),
    apply_permission_name: "Created by ticket",
  };
  const server = serveTicket(ASSET, ticket(), after);
  await openTicket(<AssetRequest />);
  for (const text of ["Ada(ada)", "web-01", "root", "Connect, Upload", "Upgrade tonight"])
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  fireEvent.click(screen.getByRole("button", { name: "Approve" }));
  const outcome = await screen.findByText("You approved this request.");
  await waitFor(() => expect(document.activeElement).toBe(outcome.closest("output")));
  expect(server.requests("PATCH", `${ASSET}t1/approve/`).map(({ body }) => body)).toEqual([
    {
      apply_assets: ["a1"],
      apply_nodes: [],
      apply_accounts: ["root"],
      apply_actions: ["connect", "upload"],
      apply_date_start: "2026/01/02 03:00:00 +0000",
      apply_date_expired: "2026/01/09 03:00:00 +0000",
      org_id: ORGANIZATION,
    },
  ]);
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
  expect(screen.getByText("What was granted")).toBeDefined();
});

test("what was granted says when its time is over, and says nothing before", async () => {
  const granted = { ...CLOSED, process_map: decidedByMe("approved"), apply_permission_name: "By ticket" };
  const end = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  serveTicket(ASSET, ticket({ ...granted, apply_date_expired: end(-1) }));
  await openTicket(<AssetRequest />);
  await screen.findByText("What was granted");
  expect(screen.getByText("Expired")).toBeDefined();
  cleanUpPage();
  serveTicket(ASSET, ticket({ ...granted, apply_date_expired: end(1) }));
  await openTicket(<AssetRequest />);
  await screen.findByText("What was granted");
  expect(screen.queryByText("Expired")).toBeNull();
});

test("a request that names nothing is not approved before something is chosen", async () => {
  const server = serveTicket(ASSET, ticket({ apply_assets: [] }));
  await openTicket(<AssetRequest />);
  fireEvent.click(await screen.findByRole("button", { name: "Approve" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(await dialog.findByRole("button", { name: "Approve" }));
  expect((await dialog.findAllByText("Choose at least one asset or node.")).length).toBeGreaterThan(0);
  expect(server.requests("PATCH", `${ASSET}t1/approve/`)).toEqual([]);
});

test("what the server refuses is said at the field of the form", async () => {
  serveTicket(ASSET, ticket(), {}, ({ path }) =>
    path.endsWith("/approve/") ? json(400, { apply_date_expired: ["Too long."] }) : undefined,
  );
  await openTicket(<AssetRequest />);
  fireEvent.click(await screen.findByRole("button", { name: "Change first" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(await dialog.findByRole("button", { name: "Approve" }));
  expect(await dialog.findByText("Too long.")).toBeDefined();
});

test("at the first of two levels the approver reads for whom it waits now", async () => {
  const second = step({ approval_level: 2, assignees: ["u2"], assignees_display: ["Root(root2)"] });
  const after = { approval_step: choice(2), process_map: [...decidedByMe("approved"), second] };
  serveTicket(ASSET, ticket({ process_map: [step(), second] }), after);
  await openTicket(<AssetRequest />);
  fireEvent.click(await screen.findByRole("button", { name: "Approve" }));
  await screen.findByText("You approved this level. Now waiting for Root(root2).");
});

test("a rejection takes its reason along, before it", async () => {
  const server = serveTicket(LOGIN, ticket({ type: choice("login_confirm") }), {
    state: choice("rejected"),
    status: choice("closed"),
    process_map: decidedByMe("rejected"),
  });
  await openTicket(<LoginRequest />);
  fireEvent.click(await screen.findByRole("button", { name: "Reject" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.change(dialog.getByLabelText("Reason (optional)"), { target: { value: "Not tonight" } });
  fireEvent.click(dialog.getByRole("button", { name: "Reject" }));
  await screen.findByText("You rejected this request.");
  const writes = server.seen.filter(({ method }) => method !== "GET" && method !== "OPTIONS");
  expect(writes.map(({ method, path, body }) => [method, path, body])).toEqual([
    ["POST", COMMENTS, { body: "Not tonight" }],
    ["PUT", `${LOGIN}t1/reject/`, undefined],
  ]);
});

test("who is not asked decides nothing; who asked can take it back after a question", async () => {
  const others = [step({ assignees: ["u2"], assignees_display: ["Root(root2)"] })];
  const mine = { process_map: others, applicant: "Me(me)", rel_snapshot: { applicant: "Me(me)" } };
  const server = serveTicket(ASSET, ticket(mine), { state: choice("closed"), status: choice("closed") });
  const told = await openTicket(<AssetRequest />);
  await screen.findByText("Waiting for Root(root2).");
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Withdraw request" }));
  expect(told.questions).toEqual(["Withdraw this request?"]);
  await told.agree();
  expect(server.requests("PUT", `${ASSET}t1/close/`)).toHaveLength(1);
});

function Place() {
  return <span data-testid="place">{useMenuPlaceAsked() ?? "by address"}</span>;
}

test.each([
  ["Ada(ada)", "/tickets/assigned-tickets"],
  ["Me(me)", "by address"],
])("a request of %s is marked in the menu at: %s", async (applicant, place) => {
  serveTicket(ASSET, ticket({ applicant, rel_snapshot: { applicant } }));
  await openTicket(
    <>
      <AssetRequest />
      <Place />
    </>,
  );
  await screen.findByText("Upgrade tonight");
  await waitFor(() => expect(screen.getByTestId("place").textContent).toBe(place));
});

test("somebody who was slower reads who was faster", async () => {
  const faster = [step({ state: "rejected", processor: "u2", processor_display: "Root(root2)" })];
  let isOver = false;
  serveTicket(LOGIN, ticket({ type: choice("login_confirm") }), {}, ({ path, method }) => {
    if (path.endsWith("/approve/")) {
      isOver = true;
      return json(400, { detail: "Ticket already closed" });
    }
    if (isOver && method === "GET" && path === `${LOGIN}t1/`)
      return json(200, ticket({ ...CLOSED, state: choice("rejected"), process_map: faster }));
    return undefined;
  });
  const told = await openTicket(<LoginRequest />);
  fireEvent.click(await screen.findByRole("button", { name: "Approve" }));
  await screen.findByText("Root(root2) rejected this request.");
  expect(told.toasts).toEqual(["Ticket already closed"]);
});

test("all sessions of an approved connection are shown, and those that run are ended, from its ticket", async () => {
  const session = {
    id: "s1",
    user: "Ada(ada)",
    asset: "web-01",
    account: "root",
    protocol: "ssh",
    type: choice("normal"),
    is_finished: false,
    can_terminate: true,
  };
  const row = ticket({
    type: choice("login_asset_confirm"),
    ...CLOSED,
    process_map: decidedByMe("approved"),
  });
  const server = serveTicket(CONNECTION, row, {}, ({ path }) =>
    path === "/api/v1/sallyport/tickets/t1/sessions/"
      ? json(200, [session, { ...session, id: "s2", account: "deploy", is_finished: true }])
      : undefined,
  );
  const told = await openTicket(<ConnectionRequest />);
  expect(await screen.findByRole("heading", { name: "2 sessions" })).toBeDefined();
  expect(screen.getByText("deploy")).toBeDefined();
  fireEvent.click(await screen.findByRole("button", { name: "Terminate" }));
  expect(told.questions).toEqual(["Terminate this session?"]);
  await told.agree();
  const KILL = "/api/v1/terminal/tasks/kill-session-for-ticket/";
  expect(server.requests("POST", KILL).map(({ body }) => body)).toEqual([["s1"]]);
});

test("an address of mails leads to the page of the ticket's type; one that is gone says so", async () => {
  servePage({}, ({ path }) =>
    path === `${ALL}t1/` ? json(200, ticket({ type: choice("command_confirm") })) : undefined,
  );
  await openTicket(<TicketRedirect />);
  await waitFor(() => expect(address()).toBe("/tickets/command-confirm/t1"));
  cleanUpPage();
  servePage({});
  await openTicket(<TicketRedirect />);
  expect(await screen.findByText(/was deleted, or you do not have permission/)).toBeDefined();
});

test("access is requested with what was chosen, in one's organization, for the usual time", async () => {
  const server = servePage({}, ({ path }) => (path === `${ASSET}open/` ? json(201, ticket()) : undefined));
  const told = await openPage(<RequestForm />, {
    at: "/tickets/tickets/request-host-perm/create",
    may: VIEW,
    profile: { workbench_orgs: [{ id: ORGANIZATION, name: "Default" }] },
  });
  fireEvent.change(await screen.findByLabelText("Reason"), { target: { value: "Upgrade tonight" } });
  fireEvent.click(screen.getByRole("button", { name: "Send request" }));
  await waitFor(() => expect(told.toasts).toEqual(["Request sent"]));
  const body = server.requests("POST", `${ASSET}open/`)[0]?.body as Row;
  expect(body).toMatchObject({
    title: "Asset access for Me",
    org_id: ORGANIZATION,
    apply_accounts: ["@ALL"],
    apply_actions: ["connect", "upload", "download", "delete", "copy", "paste"],
    comment: "Upgrade tonight",
  });
  expect(body).not.toHaveProperty("apply_assets");
  const length = Date.parse(String(body.apply_date_expired)) - Date.parse(String(body.apply_date_start));
  expect(Math.round(length / 86_400_000)).toBe(7);
  await waitFor(() => expect(address()).toBe("/tickets/request-host-perm/t1"));
});

test("a flow is not saved while a level has nobody to ask", async () => {
  const flow = {
    id: "t1",
    type: choice("apply_asset"),
    approval_level: choice(1),
    rules: [{ strategy: choice("super_admin"), assignees_read_only: [] }],
  };
  const url = `${API}flows/t1/`;
  const server = servePage({}, ({ method, path }) => {
    if (path !== url) return undefined;
    return json(200, method === "OPTIONS" ? { actions: {} } : flow);
  });
  await openTicket(<FlowForm />, [...VIEW, "tickets.view_ticketflow", "tickets.change_ticketflow"]);
  fireEvent.click(await screen.findByLabelText("Two levels"));
  const second = within(await screen.findByRole("group", { name: "Level 2" }));
  fireEvent.click(second.getByLabelText("Chosen users"));
  const first = within(screen.getByRole("group", { name: "Level 1" }));
  expect(first.getByLabelText<HTMLInputElement>("System administrators").checked).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Choose at least one user for each level with chosen users.");
  expect(server.requests("PUT", url)).toEqual([]);
  fireEvent.click(second.getByLabelText("Organization administrators"));
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() =>
    expect(server.requests("PUT", url).map(({ body }) => body)).toEqual([
      {
        type: "apply_asset",
        approval_level: 2,
        rules: [
          { strategy: "super_admin", assignees: [] },
          { strategy: "org_admin", assignees: [] },
        ],
      },
    ]),
  );
});
