// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Row } from "../../../kit/metadata/types.ts";
import { cleanUpPage, json, openPage, servePage } from "../../../testing/page-harness.tsx";
import { GettingStarted } from "./getting-started.tsx";

const PREFERENCES = "/api/v1/sallyport/preferences/";
const STEPS = "/api/v1/sallyport/getting-started/";
const MAY = ["assets.add_asset", "accounts.add_account", "perms.add_assetpermission"];

const nothing = { asset: false, permission: false, session: false, replay: false };
const progress = (more: Row = {}): Row => ({
  steps: nothing,
  is_completed: false,
  has_sample: false,
  asset: null,
  session: null,
  ...more,
});

/** A server with this much done, which keeps what is chosen. */
function serve(steps: Row, chosen: Row = {}) {
  const state = { chosen };
  return servePage({}, ({ method, path, body }) => {
    if (path === STEPS) return json(200, steps);
    if (path !== PREFERENCES) return undefined;
    if (method === "PATCH") state.chosen = { ...state.chosen, ...(body as Row) };
    return json(200, state.chosen);
  });
}

const guide = () => screen.queryByRole("region", { name: "Get started" });
const open = (at = "/page", may: readonly string[] = MAY) => openPage(<GettingStarted />, { at, may });
const settled = (server: ReturnType<typeof serve>, path: string) =>
  waitFor(() => expect(server.requests("GET", path).length).toBeGreaterThan(0));

afterEach(cleanUpPage);

test("offers the act of the first open step alone", async () => {
  serve(
    progress({ steps: { ...nothing, asset: true }, asset: { id: "a", name: "web", may_connect: false } }),
  );
  await open();
  await screen.findByText("1 of 4 done");
  expect(screen.getByRole("button", { name: "Grant access" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Add machine" })).toBeNull();
  expect(screen.queryByRole("link", { name: "Connect" })).toBeNull();
});

test("connects to the machine where the person may use it, and waits for the end of the session", async () => {
  const done = { ...nothing, asset: true, permission: true };
  serve(progress({ steps: done, asset: { id: "a", name: "web", may_connect: true } }));
  await open();
  const link = await screen.findByRole("link", { name: "Connect" });
  expect(link.getAttribute("href")).toBe("/luna/?login_to=a");
  cleanUpPage();

  serve(progress({ steps: { ...done, session: true } }));
  await open();
  await screen.findByText("Ready when the session has ended");
  cleanUpPage();

  serve(progress({ steps: { ...done, session: true }, session: { id: "s" } }));
  await open();
  const watch = await screen.findByRole("link", { name: "Watch recording" });
  expect(watch.getAttribute("href")).toBe("/luna/replay/s");
});

test("is hidden for good by whoever hides it, and comes back on demand", async () => {
  const server = serve(progress());
  await open();
  fireEvent.click(await screen.findByRole("button", { name: "Hide" }));
  await waitFor(() => expect(guide()).toBeNull());
  expect(server.requests("PATCH", PREFERENCES).map(({ body }) => body)).toEqual([
    { getting_started: "closed" },
  ]);
  cleanUpPage();

  const closed = serve(progress(), { getting_started: "closed" });
  await open();
  await settled(closed, PREFERENCES);
  expect(closed.requests("GET", STEPS)).toEqual([]);
  cleanUpPage();

  serve(progress(), { getting_started: "closed" });
  await open("/page?guide=open");
  await screen.findByText("0 of 4 done");
});

test("is no more once all is done, and not there by itself in a demonstration", async () => {
  for (const state of [progress({ is_completed: true }), progress({ has_sample: true })]) {
    const server = serve(state);
    await open();
    await settled(server, STEPS);
    await waitFor(() => expect(guide()).toBeNull());
    cleanUpPage();
  }
  serve(progress({ has_sample: true }));
  await open("/page?guide=open");
  await screen.findByText("0 of 4 done");
});

test("asks nothing for who may not take the steps, and is left out by a server without it", async () => {
  const server = serve(progress());
  await open("/page", MAY.slice(1));
  expect(server.seen).toEqual([]);
  cleanUpPage();

  const other = servePage({});
  await open();
  await waitFor(() => expect(other.requests("GET", PREFERENCES)).toHaveLength(1));
  expect(guide()).toBeNull();
  expect(other.requests("GET", STEPS)).toEqual([]);
});

test("holds the rest of the page back for a second at most", async () => {
  servePage({}, ({ path }) => {
    if (path === PREFERENCES) return json(200, {});
    // An answer that never ends.
    return path === STEPS ? new Response(new ReadableStream()) : undefined;
  });
  await openPage(
    <GettingStarted>
      <p>The rest</p>
    </GettingStarted>,
    { at: "/page", may: MAY },
  );
  const rest = screen.getByText("The rest").parentElement;
  expect(rest?.hidden).toBe(true);
  await waitFor(() => expect(rest?.hidden).toBe(false), { timeout: 5_000 });
  expect(guide()).toBeNull();
});
