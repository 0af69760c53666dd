import { describe, expect, it } from "vitest";
import { DEFAULT_ORGANIZATION, SYSTEM_ORGANIZATION } from "../../kit/session.ts";
import { chooseOrganization, validOrganization } from "./organization.ts";
import { signInAddress } from "./sign-in.ts";

describe("start-up", () => {
  it("prefers the address over this page's cookie over the console's", () => {
    expect(chooseOrganization("a", "b", "c")).toBe("a");
    expect(chooseOrganization(undefined, "b", "c")).toBe("b");
    expect(chooseOrganization("", "", "c")).toBe("c");
    expect(chooseOrganization(undefined, undefined, undefined)).toBeUndefined();
  });

  it("never works in the system organization", () => {
    expect(chooseOrganization(undefined, undefined, SYSTEM_ORGANIZATION)).toBe(DEFAULT_ORGANIZATION);
  });

  it("falls back to the first organization of the person", () => {
    const organizations = [
      { id: "a", name: "A" },
      { id: "b", name: "B" },
    ];
    expect(validOrganization("b", organizations)?.name).toBe("B");
    expect(validOrganization("gone", organizations)?.name).toBe("A");
    expect(validOrganization("a", [])).toBeUndefined();
  });

  it("comes back after the sign-in to the whole address", () => {
    expect(signInAddress("/luna/?login_to=1&oid=2")).toBe(
      "/core/auth/login/?next=%2Fluna%2F%3Flogin_to%3D1%26oid%3D2",
    );
  });
});
