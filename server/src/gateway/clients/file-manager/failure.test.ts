import { expect, test } from "vitest";
import { ApiError } from "../../../engine/errors.ts";
import { literal } from "../../../engine/i18n/index.ts";
import { TargetFailure } from "../../../transport/targets/index.ts";
import { FileFailure, failureFrom } from "./failure.ts";

test("what a target or a decision says is told in its own words, and nothing else is", () => {
  const said = literal("The target refused to serve files.");
  for (const error of [new TargetFailure("shell_refused", said), new ApiError(403, "acl_reject", said)]) {
    expect(failureFrom(error)).toMatchObject({ code: "failed", detail: said });
  }
  const own = new FileFailure("denied", said);
  expect(failureFrom(own)).toBe(own);
  expect(failureFrom(new Error("a secret"))).toBeNull();
});
