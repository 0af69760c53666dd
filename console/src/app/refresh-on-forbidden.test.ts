import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../kit/api/api-error.ts";
import { connectSessionRefresh } from "../kit/session-refresh.ts";
import { refreshOnForbidden } from "./refresh-on-forbidden.ts";

const refused = new ApiError(403, { detail: "no" }, "/api/v1/users/users/");

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("what is refused leads to a new look, several refusals to one, and a later one to another", async () => {
  const look = vi.fn(async () => {});
  connectSessionRefresh(look);
  refreshOnForbidden(new ApiError(404, {}, "/x"));
  refreshOnForbidden(new Error("no answer"));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(look).not.toHaveBeenCalled();
  refreshOnForbidden(refused);
  refreshOnForbidden(refused);
  await vi.advanceTimersByTimeAsync(1);
  expect(look).toHaveBeenCalledTimes(1);
  // A refusal shortly after is not lost: it waits for its turn.
  refreshOnForbidden(refused);
  await vi.advanceTimersByTimeAsync(500);
  expect(look).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(look).toHaveBeenCalledTimes(2);
});
