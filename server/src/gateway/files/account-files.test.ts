import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "../../engine/errors.ts";
import { literal } from "../../engine/i18n/index.ts";
import { log } from "../../engine/log.ts";
import { TargetFailure } from "../../transport/targets/index.ts";
import { failureLine } from "./account-files.ts";

afterEach(() => vi.restoreAllMocks());

test("a refusal is told in its own words, and what has none for people is logged and not shown", () => {
  const logged = vi.spyOn(log, "error").mockImplementation(() => undefined);
  const reader = { language: "en" } as const;
  const target = new TargetFailure("timeout", literal("The target did not answer."));
  expect(failureLine(target, reader)).toBe("The target did not answer.");
  expect(failureLine(new ApiError(403, "asset_inactive", literal("The asset is off.")), reader)).toBe(
    "The asset is off.",
  );
  expect(logged).not.toHaveBeenCalled();
  const error = new Error("relation does not exist");
  expect(failureLine(error, reader)).toMatch(/internal error/);
  expect(logged).toHaveBeenCalledExactlyOnceWith({ err: error }, expect.any(String));
});
