import i18next from "i18next";
import { beforeAll, expect, test } from "vitest";
import { ApiError, TIMED_OUT } from "./api/api-error.ts";
import { connectToaster, failureText, toastFailure } from "./feedback.ts";
import texts from "./texts/en.ts";

const { common } = texts;

beforeAll(async () => {
  await i18next.init({
    lng: "en",
    resources: { en: texts },
    interpolation: { escapeValue: false },
  });
});

const failure = (status: number, body?: unknown, request?: string) =>
  new ApiError(status, body, "/api/v1/x/", request);

test.each([
  [{ error: "e", msg: "m", detail: "d" }, "e"],
  [{ msg: "m", detail: "d" }, "m"],
  [{ detail: "d", non_field_errors: ["n"] }, "d"],
  [{ non_field_errors: ["n", "o"] }, "n; o"],
  [["a", "b"], "a; b"],
  ["plain", "plain"],
])("%j is told as %s", (body, text) => {
  expect(failureText(failure(400, body))).toBe(text);
});

test.each([
  [400, common.failure.request],
  [403, common.failure.forbidden],
  [404, common.failure.missing],
  [409, common.failure.conflict],
  [413, common.failure.tooLarge],
  [429, common.failure.tooMany],
  [500, common.failure.server],
  [503, common.failure.unavailable],
  [0, common.failure.network],
  [502, common.failure.network],
])("an answer of %i without words has ours", (status, text) => {
  expect(failureText(failure(status, "<html>"))).toBe(text);
});

test("the words of a broken server are not shown", () => {
  expect(failureText(failure(500, { error: "Traceback" }))).toBe(common.failure.server);
});

test("a problem of the server carries the request's id, one of the person's does not", () => {
  expect(failureText(failure(500, undefined, "r-1"))).toBe(`${common.failure.server} (request r-1)`);
  expect(failureText(failure(400, { detail: "d" }, "r-1"))).toBe("d");
});

test("a call that took too long is not a lost connection", () => {
  const slow = failure(0, { code: TIMED_OUT });
  expect(slow.isUnreachable).toBe(false);
  expect(failureText(slow)).toBe(common.failure.timeout);
});

test("a 401 and a lost connection have no toast: a dialog and a bar tell them", () => {
  const shown: string[] = [];
  connectToaster({ show: (kind, text) => shown.push(`${kind}: ${text}`) });
  for (const status of [401, 0, 502, 504]) toastFailure(failure(status));
  expect(shown).toEqual([]);
  toastFailure(failure(409));
  expect(shown).toEqual([`error: ${common.failure.conflict}`]);
});
