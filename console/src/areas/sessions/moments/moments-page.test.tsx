// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import {
  address,
  cleanUpPage,
  json,
  openPage,
  type SeenRequest,
  servePage,
} from "../../../testing/page-harness.tsx";
import MomentsPage from "./moments-page.tsx";

const MOMENTS = "/api/v1/sallyport/moments/";
const STATE = `${MOMENTS}state/`;
const VIEW = ["terminal.view_sessionreplay"];

const hit = (time: number, text: string, from: number, to: number) => ({
  time,
  text,
  from,
  to,
  is_typed: false,
});
const found = (session: string, ...hits: readonly ReturnType<typeof hit>[]) => ({
  ...{ session, user: "Mei(mei)", asset: "web-01(192.0.2.1)", account: "root(root)" },
  ...{ date_start: "2026/05/04 10:00:00 +0000", hits, has_more: false },
});
const whole = { is_enabled: true, recordings: 3, indexed: 3, unreadable: 0 };

/** A server whose search answers these pages, one after the other. */
function serve(state: unknown, pages: readonly unknown[] = [], status = 200) {
  return servePage({}, ({ path, query }: SeenRequest) => {
    if (path === STATE) return json(status, state);
    if (path !== MOMENTS) return undefined;
    return json(200, pages[Number(query.get("after") ?? "0")]);
  });
}

afterEach(cleanUpPage);

test("nothing is looked for before it is sent, and each search is one for the log", async () => {
  const server = serve(whole, [{ results: [], next: null, searched_to: null }]);
  await openPage(<MomentsPage />, { may: VIEW });
  await screen.findByText("3 recordings can be searched. Each search is logged.");
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: " disk full " } });
  fireEvent.change(screen.getByRole("textbox", { name: "Asset" }), { target: { value: "web" } });
  expect(server.requests("GET", MOMENTS)).toHaveLength(0);
  fireEvent.click(screen.getByRole("button", { name: "Find" }));
  await screen.findByText("Nothing found");
  expect(address()).toContain("text=disk+full&asset=web");
  expect(server.requests("GET", MOMENTS).map(({ query }) => query.get("text"))).toEqual(["disk full"]);
});

test("hits stand by session, marked, and lead to their second; an empty answer goes on by itself", async () => {
  const evil = hit(3725.9, "a <b>disk full</b>", 5, 14);
  serve({ ...whole, indexed: 1, unreadable: 1 }, [
    { results: [], next: "1", searched_to: "2026/05/03 10:00:00 +0000" },
    { results: [found("s1", hit(1, "disk full", 0, 9))], next: "2", searched_to: null },
    { results: [found("s1", evil), found("s2", hit(0, "disk full", 0, 9))], next: null, searched_to: null },
  ]);
  await openPage(<MomentsPage />, { may: VIEW, at: "/audit/sessions/moments?text=disk+full" });
  fireEvent.click(await screen.findByRole("button", { name: "Search further back" }));
  const link = (await screen.findByText("1:02:05")).closest("a") as HTMLElement;
  expect(link.getAttribute("href")).toBe("/luna/replay/s1?at=3725");
  expect(link.textContent).toBe("1:02:05a <b>disk full</b>");
  expect(link.querySelector("mark")?.textContent).toBe("disk full");
  expect(screen.getAllByRole("heading", { level: 2 })).toHaveLength(2);
  await screen.findByText("2 sessions. All recordings were searched.");
  await screen.findByText(/1 recording is not indexed yet \(1 of 3 are\)\. 1 recording cannot be read\./);
});

test("turned off, missing and failing are said", async () => {
  serve({ ...whole, is_enabled: false });
  await openPage(<MomentsPage />, { may: VIEW });
  await screen.findByText("Search in recordings is turned off");
  cleanUpPage();
  serve({}, [], 404);
  await openPage(<MomentsPage />, { may: VIEW });
  await screen.findByText("This server cannot search in recordings");
  cleanUpPage();
  serve({ detail: "Oh" }, [], 500);
  await openPage(<MomentsPage />, { may: VIEW });
  await waitFor(() => expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy());
});
