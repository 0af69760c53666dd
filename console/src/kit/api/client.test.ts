import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, errorText } from "./api-error.ts";
import { api, configureApi, withQuery } from "./client.ts";
import { csrfCookieName, readCookie } from "./cookies.ts";

const answer = { status: 200, body: "{}", type: "application/json" };
const seen: { url: string; init: RequestInit }[] = [];

beforeEach(() => {
  seen.length = 0;
  Object.assign(answer, { status: 200, body: "{}", type: "application/json" });
  vi.stubGlobal("document", {
    cookie: "jms_csrftoken=abc; SESSION_COOKIE_NAME_PREFIX=\"''\"; django_language=zh-hans",
  });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    seen.push({ url, init });
    return new Response(answer.body === "" ? null : answer.body, {
      status: answer.status,
      headers: { "Content-Type": answer.type },
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

test("sends CSRF, organization and zone, and JSON", async () => {
  configureApi({ organization: () => "org-1" });
  await api("/api/v1/x/", { method: "POST", body: { a: 1 } });
  const headers = seen[0]?.init.headers as Headers;
  expect(headers.get("X-CSRFToken")).toBe("abc");
  expect(headers.get("X-JMS-ORG")).toBe("org-1");
  expect(headers.get("X-TZ")).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  expect(headers.get("Content-Type")).toBe("application/json");
  expect(seen[0]?.init.body).toBe('{"a":1}');
});

test("reports a 401 to the page and throws the typed error", async () => {
  const unauthorized = vi.fn();
  configureApi({ unauthorized });
  Object.assign(answer, { status: 401, body: '{"detail":"no","code":"not_authenticated"}' });
  await expect(api("/api/v1/x/")).rejects.toMatchObject({
    status: 401,
    code: "not_authenticated",
    text: "no",
  });
  expect(unauthorized).toHaveBeenCalledOnce();
});

test("an unreachable server is an error of status 0", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("refused")));
  await expect(api("/x")).rejects.toMatchObject({ status: 0 });
  await expect(api("/x")).rejects.toBeInstanceOf(ApiError);
});

test("error text is found in the contract's order", () => {
  expect(errorText({ detail: "d", error: "e", msg: "m" })).toBe("e");
  expect(errorText({ detail: "d", msg: "m" })).toBe("m");
  expect(errorText({ non_field_errors: ["a", "b"] })).toBe("a; b");
  expect(errorText("<!doctype html>")).toBeUndefined();
  expect(errorText({ name: ["x"] })).toBeUndefined();
});

test("queries leave out empty values and extend existing ones", () => {
  expect(withQuery("/a/", { x: 1, y: "", z: undefined, n: null, b: false })).toBe("/a/?x=1&b=false");
  expect(withQuery("/a/?k=1&", { x: ["p", "q"] })).toBe("/a/?k=1&x=p&x=q");
  expect(withQuery("/a/", {})).toBe("/a/");
});

test("cookies: quoted values, prefixes", () => {
  expect(readCookie("k", 'a=1; k="v w"; kk=2')).toBe("v w");
  expect(readCookie("missing", "a=1")).toBeUndefined();
  expect(csrfCookieName("SESSION_COOKIE_NAME_PREFIX=gate_")).toBe("gate_csrftoken");
  expect(csrfCookieName("")).toBe("jms_csrftoken");
  for (const empty of ["", "''", '""']) {
    expect(csrfCookieName(`SESSION_COOKIE_NAME_PREFIX=${empty}; csrftoken=a`)).toBe("csrftoken");
    expect(csrfCookieName(`SESSION_COOKIE_NAME_PREFIX=${empty}; jms_csrftoken=a`)).toBe("jms_csrftoken");
  }
});
