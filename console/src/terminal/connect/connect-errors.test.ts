import { describe, expect, it } from "vitest";
import { ApiError } from "../../kit/api/api-error.ts";
import { refusalText, worthAskingAgain } from "./connect-errors.ts";

const refused = (status: number, code?: string) =>
  new ApiError(status, code === undefined ? {} : { code, detail: "x" }, "/");

describe("refused tokens", () => {
  it("has words of its own for the rules' answers", () => {
    expect(refusalText(refused(400, "acl_reject"))).toBe("connect.reject");
    expect(refusalText(refused(400, "perm_account_invalid"))).toBe("connect.accountInvalid");
    expect(refusalText(refused(400, "toString"))).toBeUndefined();
    expect(refusalText(refused(500))).toBeUndefined();
    expect(refusalText(new Error("x"))).toBeUndefined();
  });

  it("asks from scratch only where an old token was the trouble", () => {
    expect(worthAskingAgain(refused(404))).toBe(true);
    expect(worthAskingAgain(refused(403))).toBe(true);
    expect(worthAskingAgain(refused(400, "acl_reject"))).toBe(false);
    expect(worthAskingAgain(refused(401))).toBe(false);
    expect(worthAskingAgain(refused(0))).toBe(false);
  });
});
