// @vitest-environment happy-dom
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { App } from "antd";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ENGLISH } from "../../i18n/testing/english.ts";
import { ApiError } from "../../kit/api/api-error.ts";
import type { ConnectionToken } from "../api/types.ts";
import { needsReview } from "./connect-errors.ts";
import { reviewState } from "./review.ts";
import ReviewView, { waitedText } from "./review-view.tsx";

configure({ asyncUtilTimeout: 15_000 });

const CHECK = "/api/v1/tickets/tickets/t1/";
const CLOSE = "/api/v1/tickets/tickets/t1/close/";

const token = (more: Partial<ConnectionToken> = {}): ConnectionToken => ({
  id: "k1",
  asset: { id: "a1", name: "web-01" },
  account: "root",
  protocol: "ssh",
  is_active: false,
  from_ticket_info: {
    // A server may name itself by another of its names.
    check_ticket_api: { method: "GET", url: `https://gate.example${CHECK}` },
    close_ticket_api: { method: "put", url: CLOSE },
    ticket_detail_page_url: "/ui/#/tickets/tickets/t1?type=login_asset_confirm",
    assignees: ["Root(root2)"],
  },
  ...more,
});

const server = { answer: {} as unknown, status: 200, seen: [] as string[] };
const pending = { status: { value: "open" }, state: { value: "pending" } };

beforeEach(async () => {
  Object.assign(server, { answer: pending, status: 200, seen: [] });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    server.seen.push(`${init.method} ${url}${init.keepalive === true ? " keepalive" : ""}`);
    return new Response(JSON.stringify(server.answer), {
      status: server.status,
      headers: { "Content-Type": "application/json" },
    });
  });
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: ENGLISH },
    ns: Object.keys(ENGLISH),
    interpolation: { escapeValue: false },
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(request: () => Promise<ConnectionToken> = async () => token()) {
  const told = { approved: [] as string[], failures: [] as unknown[], backs: 0 };
  const view = render(
    <App>
      <ReviewView
        request={request}
        onApproved={({ id }) => told.approved.push(id)}
        onFailure={(error) => told.failures.push(error)}
        onBack={() => {
          told.backs += 1;
        }}
      />
    </App>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Ask for approval" }));
  return { told, view };
}

/** The page comes to the front, and what stands on the server is looked at. */
const look = () => act(async () => void document.dispatchEvent(new Event("visibilitychange")));

describe("what the server answers", () => {
  test.each([
    [{ status: { value: "open" }, state: { value: "pending" } }, "waiting"],
    [{ status: "open", state: "pending" }, "waiting"],
    [{ status: { value: "closed", label: "x" }, state: { value: "approved", label: "x" } }, "approved"],
    [{ status: "closed", state: "approved" }, "approved"],
    [{ status: "closed", state: "rejected" }, "rejected"],
    [{ status: "closed", state: "closed" }, "closed"],
    ["", "waiting"],
  ])("%j is %s", (answer, state) => {
    expect(reviewState(answer)).toBe(state);
  });

  test("only the code for it asks for approval", () => {
    expect(needsReview(new ApiError(400, { code: "acl_review" }, "/"))).toBe(true);
    expect(needsReview(new ApiError(400, { code: "acl_reject" }, "/"))).toBe(false);
    expect(needsReview(new ApiError(500, { code: "acl_review" }, "/"))).toBe(false);
  });
});

test("a wait is told as a clock does", () => {
  expect([0, 61_000, 3_723_000].map(waitedText)).toEqual(["00:00", "01:01", "1:02:03"]);
});

test("the person reads who was asked, and is connected when these approve", async () => {
  const { told, view } = await open();
  await screen.findByText("Root(root2)");
  expect(screen.getByText(/^Waiting for \d\d:\d\d$/)).toBeDefined();
  await look();
  expect(told.approved).toEqual([]);
  server.answer = { status: "closed", state: "approved" };
  await look();
  await waitFor(() => expect(told.approved).toEqual(["k1"]));
  view.unmount();
  expect(server.seen.every((request) => request === `GET ${CHECK}`)).toBe(true);
});

test("without anybody to ask any more the connection goes on at once", async () => {
  const { told } = await open(async () => token({ from_ticket_info: {}, is_active: true }));
  await waitFor(() => expect(told.approved).toEqual(["k1"]));
});

test("a rejection is said, and can be asked again", async () => {
  await open();
  await screen.findByText("Root(root2)");
  server.answer = { status: "closed", state: "rejected" };
  await look();
  await screen.findByText("Your request was rejected");
  expect(screen.getByRole("link", { name: "Open request" }).getAttribute("href")).toContain("/ui/#/tickets/");
  fireEvent.click(screen.getByRole("button", { name: "Ask again" }));
  await screen.findByText("Waiting for approval");
});

test("a request that is gone is closed, a server that is away is waited for", async () => {
  await open();
  await screen.findByText("Root(root2)");
  server.status = 503;
  await look();
  await screen.findByText("The server cannot be reached. The page keeps trying.");
  server.status = 404;
  await look();
  await screen.findByText("Your request was closed without a decision");
});

test.each([
  ["cancelling", async () => fireEvent.click(screen.getByRole("button", { name: "Cancel request" }))],
  ["leaving the page", async () => window.dispatchEvent(new Event("pagehide"))],
  ["closing the dialog", async (view: { unmount(): void }) => view.unmount()],
])("%s takes the request back once, and arrives", async (_, leave) => {
  const { view } = await open();
  await screen.findByText("Root(root2)");
  await act(async () => void (await leave(view)));
  view.unmount();
  expect(server.seen.filter((request) => !request.startsWith("GET"))).toEqual([`PUT ${CLOSE} keepalive`]);
});

test("what fails while asking is handed on", async () => {
  const failure = new ApiError(400, { code: "acl_reject" }, "/");
  const { told } = await open(() => Promise.reject(failure));
  await waitFor(() => expect(told.failures).toEqual([failure]));
});
