// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { nextWait, type UnreadConnection, unreadInFrame, watchUnread } from "./unread-socket.ts";

class Connection implements UnreadConnection {
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  closed = false;
  close(): void {
    this.closed = true;
  }
  says(text: string): void {
    this.onmessage?.({ data: text } as MessageEvent);
  }
  ends(code = 1006): void {
    this.onclose?.({ code } as CloseEvent);
  }
}

const connections: Connection[] = [];
const listener = { count: vi.fn(), outage: vi.fn(), signedOut: vi.fn() };
let stop = () => {};
const last = () => connections.at(-1) as Connection;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0);
  connections.length = 0;
  stop = watchUnread(listener, () => {
    connections.push(new Connection());
    return last();
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

test("passes on counts and nothing else", () => {
  last().says('{"type":"unread_count","unread_count":3}');
  last().says('{"type":"other","unread_count":4}');
  last().says("{");
  expect(listener.count.mock.calls).toEqual([[3]]);
});

test.each(["null", "[]", '{"type":"unread_count"}', '{"type":"unread_count","unread_count":-1}'])(
  "%s is no count",
  (text) => expect(unreadInFrame(text)).toBeUndefined(),
);

test("comes back after longer and longer waits, and tells an outage once", () => {
  last().ends();
  expect(listener.outage).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(connections).toHaveLength(2);
  last().ends();
  expect(listener.outage).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_999);
  expect(connections).toHaveLength(2);
  vi.advanceTimersByTime(1);
  last().ends();
  vi.advanceTimersByTime(4_000);
  expect(connections).toHaveLength(4);
  expect(listener.outage).toHaveBeenCalledTimes(1);
});

test("after an answer it counts from the beginning again", () => {
  last().ends();
  vi.advanceTimersByTime(1_000);
  last().says('{"type":"unread_count","unread_count":0}');
  last().ends();
  vi.advanceTimersByTime(1_000);
  expect(connections).toHaveLength(3);
  expect(listener.outage).not.toHaveBeenCalled();
});

test("waits grow to a minute and spread by up to a half", () => {
  expect(nextWait(1, 0)).toBe(1_000);
  expect(nextWait(30, 0)).toBe(60_000);
  expect(nextWait(30, 1)).toBe(30_000);
});

test("the end of the sign-in ends the watch", () => {
  last().ends(4401);
  expect(listener.signedOut).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(120_000);
  window.dispatchEvent(new Event("online"));
  expect(connections).toHaveLength(1);
});

test("a page that made room returns when it is looked at", () => {
  last().ends(4409);
  vi.advanceTimersByTime(120_000);
  expect(connections).toHaveLength(1);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(connections).toHaveLength(2);
});

test("an online browser does not wait; a stopped watch does nothing more", () => {
  last().ends();
  window.dispatchEvent(new Event("online"));
  expect(connections).toHaveLength(2);
  vi.advanceTimersByTime(60_000);
  expect(connections).toHaveLength(2);
  stop();
  expect(last().closed).toBe(true);
  last().ends();
  vi.advanceTimersByTime(60_000);
  expect(connections).toHaveLength(2);
});
