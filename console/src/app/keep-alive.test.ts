// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../kit/api/client.ts";
import { readCookie, writeCookie } from "../kit/api/cookies.ts";
import { startKeepAlive } from "./keep-alive.ts";

const PROFILE = "/api/v1/users/profile/";
const asked: string[] = [];
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    return new Response("{}", { headers: { "Content-Type": "application/json" } });
  });
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  writeCookie("jms_session_expire", "", 0);
});

test("asks for the profile half a minute after the last other answer", async () => {
  stop = startKeepAlive("age");
  await api("/api/v1/users/users/");
  await vi.advanceTimersByTimeAsync(20_000);
  await api("/api/v1/users/groups/");
  await vi.advanceTimersByTimeAsync(29_000);
  expect(asked).not.toContain(PROFILE);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked.filter((url) => url === PROFILE)).toHaveLength(1);
});

test("does not keep itself going", async () => {
  stop = startKeepAlive("age");
  await api("/api/v1/users/users/");
  await vi.advanceTimersByTimeAsync(300_000);
  expect(asked.filter((url) => url === PROFILE)).toHaveLength(1);
});

test("renews the mark in close mode only", async () => {
  stop = startKeepAlive("age");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(readCookie("jms_session_expire")).toBeUndefined();
  stop();
  stop = startKeepAlive("close");
  expect(readCookie("jms_session_expire")).toBe("close");
  await vi.advanceTimersByTimeAsync(600_000);
  expect(readCookie("jms_session_expire")).toBe("close");
  stop();
  await vi.advanceTimersByTimeAsync(130_000);
  expect(readCookie("jms_session_expire")).toBeUndefined();
});
