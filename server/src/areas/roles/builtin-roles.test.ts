import { grantableCodes, permissionCatalogue } from "@sallyport/contract/permissions";
import { describe, expect, it } from "vitest";
import { builtinRoles } from "./builtin-roles.ts";

describe("permission catalogue", () => {
  it("holds every code of the contract once, numbered without gaps", () => {
    expect(permissionCatalogue).toHaveLength(549);
    expect(new Set(permissionCatalogue.map(({ code }) => code)).size).toBe(549);
    expect(permissionCatalogue.map(({ id }) => id)).toEqual(
      Array.from({ length: 549 }, (_, index) => index + 1),
    );
  });

  it("gives the system scope 277 codes and organizations 185", () => {
    expect(grantableCodes("system")).toHaveLength(277);
    expect(grantableCodes("org")).toHaveLength(185);
  });
});

describe("built-in roles", () => {
  it("hold as many codes as the contract lists", () => {
    const counts = builtinRoles.map(({ name, codes }) => [name, codes === "all" ? "all" : codes.length]);
    expect(Object.fromEntries(counts)).toEqual({
      SystemAdmin: "all",
      SystemAuditor: 55,
      User: 34,
      SystemComponent: 255,
      OrgAdmin: "all",
      OrgAuditor: 40,
      OrgUser: 21,
    });
  });

  it("give a component nothing of roles and no making of users", () => {
    const component = builtinRoles.find(({ name }) => name === "SystemComponent")?.codes ?? [];
    expect(component).not.toContain("users.add_user");
    expect([...component].filter((code) => code.startsWith("rbac."))).toEqual([]);
  });
});
