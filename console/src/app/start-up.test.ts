import { describe, expect, test, vi } from "vitest";
import { ApiError } from "../kit/api/api-error.ts";
import type { Organization, Profile } from "../kit/session.ts";
import { type StartUpPorts, startUp } from "./start-up.ts";

const DEFAULT: Organization = {
  id: "00000000-0000-0000-0000-000000000002",
  name: "Default",
  is_default: true,
};
const OTHER: Organization = { id: "7b1c2a54-0000-4000-8000-000000000001", name: "Plant" };

const ADMIN: Profile = {
  id: "1",
  name: "Ada",
  username: "ada",
  perms: ["users.view_user"],
  console_orgs: [DEFAULT, OTHER],
  audit_orgs: [DEFAULT],
  workbench_orgs: [DEFAULT],
};
const WORKER: Profile = { ...ADMIN, console_orgs: [], audit_orgs: [], workbench_orgs: [OTHER], perms: [] };

function ports(changes: Partial<StartUpPorts> = {}): StartUpPorts & { log: string[] } {
  const log: string[] = [];
  return {
    log,
    openSettings: async () => ({}),
    settings: async () => ({ XPACK_ENABLED: true }),
    profile: async () => {
      log.push("profile");
      return ADMIN;
    },
    sessionMark: () => "age",
    signOut: async () => {
      log.push("sign-out");
    },
    rememberedView: () => null,
    rememberView: (view) => log.push(`view ${view}`),
    storedOrganization: () => undefined,
    requestOrganization: () => DEFAULT.id,
    keepOrganization: (_, organization) => log.push(`org ${organization.name}`),
    dress: () => log.push("dress"),
    ...changes,
  };
}

describe("startUp", () => {
  test("opens the requested view in the default organization", async () => {
    const used = ports();
    const result = await startUp("/console/users", used);
    expect(result).toMatchObject({
      kind: "ready",
      view: "console",
      organization: DEFAULT,
      redirect: undefined,
    });
    expect(used.log).toEqual(["dress", "profile", "view console", "org Default"]);
  });

  test("signs out what is left and asks for sign-in when the session mark is gone", async () => {
    const used = ports({ sessionMark: () => undefined });
    expect(await startUp("/", used)).toEqual({ kind: "sign-in" });
    expect(used.log).toEqual(["dress", "sign-out"]);
  });

  test.each([401, 403])("asks for sign-in when the profile answers %i", async (status) => {
    const profile = vi.fn().mockRejectedValue(new ApiError(status, undefined, "/"));
    expect(await startUp("/", ports({ profile }))).toEqual({ kind: "sign-in" });
  });

  test("asks for sign-in when the profile answers with a page", async () => {
    const profile = async () => "<html>" as unknown as Profile;
    expect(await startUp("/", ports({ profile }))).toEqual({ kind: "sign-in" });
  });

  test("reports other failures", async () => {
    const openSettings = vi.fn().mockRejectedValue(new ApiError(400, undefined, "/"));
    expect(await startUp("/", ports({ openSettings }))).toMatchObject({ kind: "failed" });
  });

  test("leads from a view without organizations to one that may be used", async () => {
    const result = await startUp("/console/users", ports({ profile: async () => WORKER }));
    expect(result).toMatchObject({
      kind: "ready",
      view: "workbench",
      redirect: "/workbench",
      organization: OTHER,
    });
  });

  test("follows the remembered view from the root, but only while it may be used", async () => {
    expect(await startUp("/", ports({ rememberedView: () => "audit" }))).toMatchObject({
      redirect: "/audit",
    });
    const worker = ports({ rememberedView: () => "audit", profile: async () => WORKER });
    expect(await startUp("/", worker)).toMatchObject({ redirect: "/workbench" });
  });

  test("asks for the permissions again when the organization is another than the one first asked for", async () => {
    const used = ports({ storedOrganization: () => OTHER });
    expect(await startUp("/console/users", used)).toMatchObject({ organization: OTHER });
    expect(used.log).toEqual(["dress", "profile", "view console", "org Plant", "profile"]);
  });

  test("does not remember a view for pages outside the views", async () => {
    const used = ports();
    expect(await startUp("/profile/info", used)).toMatchObject({ kind: "ready", redirect: undefined });
    expect(used.log.some((entry) => entry.startsWith("view"))).toBe(false);
  });
});
