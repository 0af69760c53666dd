// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { cleanUpPage, json, openPage, servePage } from "../../testing/page-harness.tsx";
import { MessageSubscriptions } from "./message-subscriptions.tsx";

const TREE = "/api/v1/notifications/system-msg-subscription/";
const BACKENDS = "/api/v1/notifications/backends/";
const CHANNELS = "/api/v1/sallyport/system-message-channels/";

const alert = {
  message_type: "CommandAlertMessage",
  message_type_label: "Command reject",
  users: [],
  groups: [],
  receive_backends: ["site_msg"],
  receivers: [{ id: "1", name: "Ada(ada)" }],
};

const room = (name: string, name_display: string, is_on: boolean) => ({
  name,
  name_display,
  kind: "room",
  is_chosen: name === "slack",
  is_on,
  is_offered: is_on,
  reason: is_on ? "" : "Turned off in the settings.",
  unreached: [],
});

const serve = (channels: readonly unknown[] | null) =>
  servePage({}, ({ method, path }) => {
    if (method !== "GET") return json(200, {});
    if (path === TREE)
      return json(200, [{ category: "terminal", category_label: "Sessions", children: [alert] }]);
    if (path === BACKENDS) return json(200, [{ name: "site_msg", name_display: "Site message" }]);
    if (path === CHANNELS && channels !== null)
      return json(200, [{ message_type: alert.message_type, rooms: ["slack"], channels }]);
    return undefined;
  });

afterEach(cleanUpPage);

test("rooms that are on are columns of their own, and saved apart", async () => {
  const server = serve([room("slack", "Slack", true), room("teams", "Microsoft Teams", true)]);
  await openPage(<MessageSubscriptions />);
  const slack = await screen.findByRole("checkbox", { name: /Command reject.*Slack/ });
  expect((slack as HTMLInputElement).checked).toBe(true);
  fireEvent.click(screen.getByRole("checkbox", { name: /Command reject.*Teams/ }));
  await waitFor(() =>
    expect(server.requests("PATCH", `${CHANNELS}CommandAlertMessage/`).map(({ body }) => body)).toEqual([
      { rooms: ["slack", "teams"] },
    ]),
  );
  expect(server.requests("PATCH", `${TREE}CommandAlertMessage/`)).toEqual([]);
});

test("rooms that are off are no columns, and a server of the contract alone has none", async () => {
  serve([room("slack", "Slack", false)]);
  const page = await openPage(<MessageSubscriptions />);
  await screen.findByRole("checkbox", { name: /Site message/ });
  expect(screen.getAllByRole("checkbox")).toHaveLength(1);
  expect(screen.getByText(/Slack.*Turned off in the settings\./)).toBeDefined();
  cleanUpPage();
  expect(page).toBeDefined();
  serve(null);
  await openPage(<MessageSubscriptions />);
  await screen.findByRole("checkbox", { name: /Site message/ });
  expect(screen.getAllByRole("checkbox")).toHaveLength(1);
});

test("a channel that reaches no recipient says so, and can only be given up", async () => {
  const site = { ...room("site_msg", "Site message", true), kind: "person", is_chosen: true };
  serve([
    { ...site, is_offered: false, reason: "Reaches none of the recipients." },
    room("slack", "Slack", true),
  ]);
  await openPage(<MessageSubscriptions />);
  expect(await screen.findByText("Reaches none of the recipients.")).toBeDefined();
  cleanUpPage();
  serve([{ ...site, unreached: ["Ada"] }]);
  await openPage(<MessageSubscriptions />);
  expect(await screen.findByText("Not reached by Site message: Ada")).toBeDefined();
});
