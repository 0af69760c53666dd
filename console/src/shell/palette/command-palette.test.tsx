// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import assets from "../../areas/assets/area.ts";
import permissions from "../../areas/permissions/area.ts";
import sessions from "../../areas/sessions/area.ts";
import users from "../../areas/users/area.ts";
import { connectScreens } from "../../kit/screens.ts";
import {
  address,
  cleanUpPage,
  json,
  openPage,
  type SeenRequest,
  servePage,
} from "../../testing/page-harness.tsx";
import CommandPalette from "./command-palette.tsx";
import { type FoundGroup, SEARCH_URL } from "./find.ts";
import { connectPalette } from "./palette-sources.ts";

const SESSIONS = "/api/v1/terminal/sessions/";
const ADMINISTRATOR = [
  "assets.view_asset",
  "assets.test_assetconnectivity",
  "perms.view_myassets",
  "perms.view_assetpermission",
  "perms.add_assetpermission",
  "users.view_user",
  "users.change_user",
  "terminal.view_session",
  "terminal.terminate_session",
];

const automation = { ansible_enabled: true, ping_enabled: true };
const object = (id: string, title: string, subtitle = "", facts = {}) => ({ id, title, subtitle, facts });
const group = (resource: string, ...results: FoundGroup["results"]): FoundGroup => ({
  resource,
  results,
  more: false,
  incomplete: false,
});

const WEB = object("w1", "web-01", "10.0.0.1 · Linux", { is_active: true, auto_config: automation });
const ALICE = object("u1", "Alice", "alice", { is_active: true, username: "alice" });

/** What is found for a search. */
const everything: Readonly<Record<string, readonly FoundGroup[]>> = {
  web: [group("assets/assets", WEB), group("users/users"), group("perms/users/self/assets", WEB)],
  "web-01": [group("assets/assets", WEB), group("perms/users/self/assets", WEB)],
  alice: [group("users/users", ALICE)],
};

const running = {
  id: "s1",
  user: "Alice(alice)",
  asset: "web-01(10.0.0.1)",
  account: "root",
  protocol: "ssh",
  is_finished: false,
  can_terminate: true,
};

function answer({ path, query }: SeenRequest): Response | undefined {
  if (path === SEARCH_URL) return json(200, { groups: everything[query.get("search") ?? ""] ?? [] });
  if (path === SESSIONS) return json(200, { count: 1, results: [running] });
  return undefined;
}

let onClose: ReturnType<typeof vi.fn<() => void>>;

async function openPalette(may: readonly string[] = ADMINISTRATOR, profile = {}) {
  onClose = vi.fn<() => void>();
  const screens = users.routes.filter(({ path }) => path === "/console/users");
  const told = await openPage(<CommandPalette screens={screens} onClose={onClose} />, { may, profile });
  const input = await screen.findByRole("combobox");
  return {
    ...told,
    input,
    type: (value: string) => fireEvent.change(input, { target: { value } }),
    press: (key: string, more = {}) => act(async () => void fireEvent.keyDown(input, { key, ...more })),
  };
}

const options = () => screen.getAllByRole("option").map((option) => option.textContent);
const optionOf = (name: RegExp) => screen.findByRole("option", { name });

beforeEach(() => {
  connectScreens(() => true);
  connectPalette([assets, permissions, sessions, users].flatMap(({ palette }) => palette ?? []));
  vi.stubGlobal("open", vi.fn());
});
afterEach(cleanUpPage);

test("objects are found in groups, each once, with the words marked", async () => {
  servePage({}, answer);
  const { type } = await openPalette();
  type("web");
  const found = await optionOf(/^web-01/);
  expect(screen.getAllByRole("option", { name: /web-01/ })).toHaveLength(1);
  expect(within(found).getByText("web").tagName).toBe("MARK");
  expect(screen.getByRole("group", { name: "Assets" }).contains(found)).toBe(true);
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("1 result"));
});

test("Enter opens, Ctrl Enter connects, and the arrow shows every act", async () => {
  servePage({}, answer);
  const { type, press } = await openPalette();
  type("web-01");
  await optionOf(/^web-01/);
  await press("ArrowRight");
  expect(options()).toEqual(["Open", "Connect", "Grant access", "Test connection"]);
  await press("ArrowLeft");
  await optionOf(/^web-01/);
  await press("Enter", { ctrlKey: true });
  expect(window.open).toHaveBeenCalledWith("/luna/?login_to=w1", "_blank", "noopener");
  await press("Enter");
  expect(address()).toBe("/console/assets/assets/w1");
  expect(onClose).toHaveBeenCalledTimes(2);
});

test("only acts that the person may do are offered", async () => {
  servePage({}, ({ path }) =>
    path === SEARCH_URL ? json(200, { groups: [group("perms/users/self/assets", WEB)] }) : undefined,
  );
  const { type, press } = await openPalette(["perms.view_myassets"]);
  expect(options().filter((text) => text?.includes("…"))).toEqual(["Connect to an asset…"]);
  type("web");
  await optionOf(/^web-01/);
  await press("ArrowRight");
  await press("Enter");
  expect(window.open).toHaveBeenCalledWith("/luna/?login_to=w1", "_blank", "noopener");
});

test("an asset is granted to somebody in one line, and the form is begun with both", async () => {
  servePage({}, answer);
  const { type, press } = await openPalette();
  type("grant web-01 to alice");
  await optionOf(/^Grant Alice access to web-01/);
  await press("Enter");
  expect(address()).toBe("/console/perms/asset-permissions/create?asset_id=w1&user_id=u1");
});

test("an act that is decided on waits for what it is about", async () => {
  const server = servePage({}, answer);
  const { type, press, input } = await openPalette();
  type("conn");
  await optionOf(/^Connect to an asset/);
  await press("Enter");
  expect(input).toHaveProperty("value", "connect ");
  await screen.findByText("Type the name of an object.");
  expect(screen.queryAllByRole("option")).toEqual([]);
  type("connect web");
  await optionOf(/^web-01.*Connect$/);
  await press("Enter");
  expect(window.open).toHaveBeenCalledWith("/luna/?login_to=w1", "_blank", "noopener");
  expect(server.requests("GET", SEARCH_URL).map(({ query }) => query.get("search"))).not.toContain("connect");
});

test("disconnecting lists what runs, and asks before it does it", async () => {
  const server = servePage({}, answer);
  const { type, press, questions, agree } = await openPalette();
  type("dis");
  await optionOf(/^Terminate a session/);
  await press("Enter");
  const found = await optionOf(/Alice/);
  expect(found.textContent).toContain("Running");
  expect(server.requests("GET", SESSIONS)[0]?.query.get("is_finished")).toBe("0");
  await press("Enter");
  expect(questions).toHaveLength(1);
  const kill = "/api/v1/terminal/tasks/kill-session/";
  expect(server.requests("POST", kill)).toHaveLength(0);
  await agree();
  expect(server.requests("POST", kill)[0]?.body).toEqual(["s1"]);
});

test("nobody disables themselves; others after a question", async () => {
  const server = servePage({}, answer);
  const mine = await openPalette(ADMINISTRATOR, { id: "u1" });
  mine.type("alice");
  await optionOf(/^Alice/);
  await mine.press("ArrowRight");
  expect(options()).toEqual(["Open", "Grant access", "Edit"]);
  cleanUpPage();
  servePage({}, answer);
  const { type, press, questions } = await openPalette();
  type("alice");
  await optionOf(/^Alice/);
  await press("ArrowRight");
  expect(options()).toEqual(["Open", "Grant access", "Edit", "Disable"]);
  await press("ArrowUp");
  await press("Enter");
  expect(questions).toEqual(["Disable Alice?"]);
  expect(server.requests("PATCH", "/api/v1/users/users/u1/")).toHaveLength(0);
});

test("an answer to fewer letters never stands in for one to more", async () => {
  const answers = new Map<string, (response: Response) => void>();
  vi.stubGlobal("fetch", (url: string) => {
    const search = new URL(url, "http://server").searchParams.get("search") ?? "";
    return new Promise<Response>((resolve) => answers.set(search, resolve));
  });
  const answerTo = async (search: string, ...results: FoundGroup["results"]) => {
    await waitFor(() => expect(answers.has(search)).toBe(true));
    await act(async () => answers.get(search)?.(json(200, { groups: [group("assets/assets", ...results)] })));
  };
  const { type, press } = await openPalette();
  type("we");
  await waitFor(() => expect(answers.has("we")).toBe(true));
  type("well");
  await answerTo("well", object("w2", "well"));
  await optionOf(/^well/);
  await answerTo("we", WEB);
  expect(screen.queryByRole("option", { name: /web-01/ })).toBeNull();
  // What the next letters do not fit is gone at once, before anybody answers.
  type("wellx");
  await waitFor(() => expect(screen.queryByRole("option", { name: /well/ })).toBeNull());
  // Enter that comes before the answer waits for it.
  await press("Enter");
  await answerTo("wellx", object("w3", "wellx"));
  await waitFor(() => expect(address()).toBe("/console/assets/assets/w3"));
});

test("a failure says so and can be tried again; a server without the search has one's own assets searched", async () => {
  let status = 500;
  const own = "/api/v1/perms/users/self/assets/";
  servePage({}, ({ path }) => {
    if (path === own)
      return json(200, { count: 1, results: [{ id: "w1", name: "web-01", address: "10.0.0.1" }] });
    return path === SEARCH_URL ? json(status, { detail: "no" }) : undefined;
  });
  const { type } = await openPalette();
  type("web");
  await screen.findByRole("alert");
  status = 404;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await optionOf(/^web-01/);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("nothing found is said", async () => {
  servePage({}, answer);
  const { type } = await openPalette();
  type("zzzz");
  await screen.findByText(/Nothing found/);
});
