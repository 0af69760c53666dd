// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { FieldMap, Row } from "../../kit/metadata/types.ts";
import { cleanUpPage, json, openPage, rowOf, servePage } from "../../testing/page-harness.tsx";
import ReceiverDetail from "./receiver-detail.tsx";
import ReceiverForm from "./receiver-form.tsx";
import ReceiverList from "./receiver-list.tsx";

const URL = "/api/v1/sallyport/event-receivers/";

const FIELDS: FieldMap = {
  id: { type: "string", label: "ID" },
  name: { type: "string", label: "Name", required: true },
  type: {
    type: "labeled_choice",
    label: "Type",
    required: true,
    choices: [
      { value: "webhook", label: "Webhook" },
      { value: "syslog", label: "Syslog" },
      { value: "otlp", label: "OpenTelemetry" },
      { value: "slack", label: "Slack" },
    ],
  },
  address: { type: "string", label: "Address" },
  chat_address: { type: "string", label: "Incoming webhook URL", write_only: true },
  signing_key: { type: "string", label: "Signing key", write_only: true },
  headers: { type: "string", label: "Request headers", write_only: true },
  format: { type: "labeled_choice", label: "Message format", choices: [{ value: "json", label: "JSON" }] },
  kinds: {
    type: "list",
    label: "Events",
    child: { type: "choice", label: "Event", choices: [{ value: "login.failed", label: "Sign-in failed" }] },
  },
  org_ids: { type: "list", label: "Organizations", child: { type: "string", label: "Organization" } },
  state: { type: "labeled_choice", label: "State", read_only: true },
  delivered: { type: "integer", label: "Delivered", read_only: true },
  waiting: { type: "integer", label: "Waiting", read_only: true },
  dead: { type: "integer", label: "Dead letters", read_only: true },
  problem: { type: "string", label: "Last error", read_only: true },
  is_active: { type: "boolean", label: "Active" },
};
const RECEIVER: Row = {
  id: "r1",
  name: "SIEM",
  type: { value: "syslog", label: "Syslog" },
  address: "tls://siem.example.com",
  format: { value: "json", label: "JSON" },
  kinds: ["login.failed"],
  org_ids: [],
  state: { value: "failing", label: "Failing" },
  delivered: 41,
  waiting: 7,
  dead: 2,
  problem: "Cannot connect",
  is_active: true,
};

const serve = () =>
  servePage({ [URL]: { fields: FIELDS, rows: [RECEIVER] } }, ({ method, path }) => {
    if (method === "OPTIONS" && path.startsWith(URL))
      return json(200, { actions: { GET: FIELDS, POST: FIELDS, PUT: FIELDS } });
    if (method === "GET" && path === `${URL}r1/`) return json(200, RECEIVER);
    if (method === "POST" && path === URL) return json(201, { ...RECEIVER, id: "r2" });
    if (path.endsWith("/test/"))
      return json(200, {
        is_success: false,
        detail: "It refused.",
        answer: "404 no such hook",
        milliseconds: 12,
      });
    if (path.endsWith("/retry-dead-letters/")) return json(200, { events: 2 });
    return undefined;
  });

afterEach(cleanUpPage);

test("a receiver is listed with how far it is and what was last wrong", async () => {
  serve();
  await openPage(<ReceiverList />, {
    at: "/settings/event-receivers",
    path: "/settings/event-receivers",
    may: ["settings.change_other"],
    profile: { is_superuser: false },
  });
  const row = await rowOf("SIEM");
  for (const text of ["Failing", "41", "7", "Cannot connect"]) expect(row.getByText(text)).toBeTruthy();
  expect(screen.queryByText("Create event receiver")).toBeNull();
});

test("a form asks for what its type needs", async () => {
  serve();
  await openPage(<ReceiverForm />, {
    at: "/settings/event-receivers/create",
    path: "/settings/event-receivers/create",
    may: ["settings.change_other"],
    profile: { is_superuser: true },
  });
  expect(await screen.findByLabelText("Signing key")).toBeTruthy();
  expect(screen.getByLabelText("Address")).toBeTruthy();
  expect(screen.queryByLabelText("Incoming webhook URL")).toBeNull();
  expect(screen.queryByLabelText("Request headers")).toBeNull();
  fireEvent.click(await screen.findByText("OpenTelemetry"));
  expect(await screen.findByLabelText("Request headers")).toBeTruthy();
  expect(screen.getByLabelText("Address")).toBeTruthy();
  expect(screen.queryByLabelText("Signing key")).toBeNull();
  fireEvent.click(await screen.findByText("Slack"));
  expect(await screen.findByLabelText("Incoming webhook URL")).toBeTruthy();
  expect(screen.queryByLabelText("Request headers")).toBeNull();
  expect(screen.queryByLabelText("Address")).toBeNull();
});

test("a test shows what the receiver answered, and dead letters are queued again", async () => {
  const server = serve();
  await openPage(<ReceiverDetail />, {
    at: "/settings/event-receivers/r1",
    path: "/settings/event-receivers/:id",
    may: ["settings.change_other"],
    profile: { is_superuser: true },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Send test event" }));
  expect(await screen.findByText("404 no such hook")).toBeTruthy();
  expect(screen.getByText("It refused.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Retry all" }));
  await waitFor(() => expect(server.requests("POST", `${URL}r1/retry-dead-letters/`)).toHaveLength(1));
});
