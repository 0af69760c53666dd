// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ENGLISH as en } from "../../i18n/testing/english.ts";
import { connectDialogs } from "../../kit/dialogs.tsx";
import MessageDrawer from "./message-drawer.tsx";

interface Unread {
  readonly id: string;
  readonly date_created: string;
  readonly content: { readonly subject: string; readonly message: string };
}

/** What the server holds, and every change it was asked for. */
let unread: Unread[] = [];
let failing = 0;
const changes: [string, unknown][] = [];

function answer(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
}
async function serve(url: string, init: RequestInit): Promise<Response> {
  const { pathname, searchParams } = new URL(url, "http://console.test");
  if (failing > 0) return answer({ detail: "No access." }, failing);
  if (init.method === "PATCH") {
    const body = JSON.parse(String(init.body)) as { ids?: string[] };
    changes.push([pathname.split("/").at(-2) ?? "", body.ids ?? null]);
    unread = unread.filter(({ id }) => body.ids !== undefined && !body.ids.includes(id));
    return answer({ detail: "ok" });
  }
  expect(searchParams.get("has_read")).toBe("false");
  const offset = Number(searchParams.get("offset") ?? 0);
  const limit = Number(searchParams.get("limit"));
  expect(limit).toBe(15);
  return answer({ count: unread.length, results: unread.slice(offset, offset + limit) });
}

const onUnread = vi.fn();
function open() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MessageDrawer open unread={unread.length} onUnread={onUnread} onClose={() => {}} />
    </QueryClientProvider>,
  );
}
const subjects = () =>
  screen.getAllByRole("checkbox").map((box) => box.getAttribute("aria-label")?.replace("Select ", ""));

const subject = (id: string) => screen.findByText(`Subject ${id}`, { selector: ".message-subject" });

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en }, defaultNS: "common" });
});
beforeEach(() => {
  failing = 0;
  changes.length = 0;
  unread = ["a", "b", "c"].map((id) => ({
    id,
    date_created: new Date().toISOString(),
    content: { subject: `Subject ${id}`, message: `<p>Text <b>${id}</b></p><script>bad()</script>` },
  }));
  vi.stubGlobal("fetch", serve);
  // jsdom, in which alone DOMPurify cleans as in a browser, has neither media queries nor layout.
  vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: false }));
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

test("lists what is unread and tells how many these are", async () => {
  open();
  await screen.findByText("Subject a");
  expect(subjects()).toEqual(["Subject a", "Subject b", "Subject c"]);
  expect(onUnread).toHaveBeenCalledWith(3);
});

test("confirming and closing the dialog mark the message, cancelling does not", async () => {
  open();
  await userEvent.click(await subject("a"));
  await waitFor(() =>
    expect(document.querySelector(".message-text")?.innerHTML).toBe("<p>Text <b>a</b></p>"),
  );
  await userEvent.click(screen.getByText("Cancel"));
  expect(changes).toEqual([]);
  await userEvent.click(await subject("a"));
  await userEvent.click((await screen.findAllByText("Mark as read")).at(-1) as HTMLElement);
  await waitFor(() => expect(changes).toEqual([["mark-as-read", ["a"]]]));
  await waitFor(() => expect(subjects()).toEqual(["Subject b", "Subject c"]));
  await userEvent.click(await subject("b"));
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(changes.at(-1)).toEqual(["mark-as-read", ["b"]]));
});

test("marks one, the selected ones, and after a question all", async () => {
  open();
  await userEvent.click(await screen.findByLabelText("Mark as read: Subject b"));
  await waitFor(() => expect(subjects()).toEqual(["Subject a", "Subject c"]));
  await userEvent.click(screen.getByLabelText("Select Subject c"));
  await userEvent.click(screen.getByText("Mark selected as read"));
  await waitFor(() => expect(subjects()).toEqual(["Subject a"]));
  connectDialogs(({ title, onConfirm }) => {
    expect(title).toBe("Mark all messages as read?");
    void onConfirm();
  });
  await userEvent.click(screen.getByText("Mark all as read"));
  await screen.findByText("No unread messages");
  expect(changes).toEqual([
    ["mark-as-read", ["b"]],
    ["mark-as-read", ["c"]],
    ["mark-as-read-all", null],
  ]);
});

test("further messages are loaded behind the first fifteen", async () => {
  unread = Array.from({ length: 20 }, (_, index) => ({ ...(unread[0] as Unread), id: `m${index}` }));
  open();
  await waitFor(() => expect(screen.getAllByRole("checkbox")).toHaveLength(15));
  await userEvent.click(screen.getByText("Load more"));
  await waitFor(() => expect(screen.getAllByRole("checkbox")).toHaveLength(20));
  expect(screen.queryByText("Load more")).toBeNull();
});

test("a failure offers another try, a missing permission none", async () => {
  failing = 500;
  open();
  await screen.findByText("The messages could not be loaded");
  failing = 0;
  await userEvent.click(screen.getByText("Try again"));
  await screen.findByText("Subject a");
  cleanup();
  failing = 403;
  open();
  await screen.findByText("No access.");
  expect(screen.queryByText("Try again")).toBeNull();
});
