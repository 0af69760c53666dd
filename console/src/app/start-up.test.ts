import { describe, expect, test, vi } from "vitest";
import { ApiError } from "../kit/api/api-error.ts";
import type { Organization, Profile } from "../kit/session.ts";
import { type ConsoleMap, type StartUpPorts, startUp } from "./start-up.ts";

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

const MAP: ConsoleMap = {
  views: new Set(["console", "audit", "workbench", "settings"]),
  exists: () => false,
};

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
    requestedOrganization: () => null,
    currentOrganization: () => DEFAULT.id,
    saveOrganization: (_, organization) => log.push(`org ${organization.name}`),
    applyBranding: () => log.push("branding"),
    ...changes,
  };
}

describe("startUp", () => {
  test("opens the requested view in the default organization", async () => {
    const used = ports();
    const result = await startUp("/console/users", used, MAP);
    expect(result).toMatchObject({
      kind: "ready",
      view: "console",
      organization: DEFAULT,
      redirect: undefined,
    });
    expect(used.log).toEqual(["branding", "profile", "view console", "org Default"]);
  });

  test("signs out what is left and asks for sign-in when the session mark is gone", async () => {
    const used = ports({ sessionMark: () => undefined });
    expect(await startUp("/", used, MAP)).toEqual({ kind: "sign-in", refused: false });
    expect(used.log).toEqual(["branding", "sign-out"]);
  });

  test.each([401, 403])("asks for sign-in when the profile answers %i", async (status) => {
    const profile = vi.fn().mockRejectedValue(new ApiError(status, undefined, "/"));
    expect(await startUp("/", ports({ profile }), MAP)).toEqual({ kind: "sign-in", refused: true });
  });

  test("asks for sign-in when the profile answers with a page", async () => {
    const profile = async () => "<html>" as unknown as Profile;
    expect(await startUp("/", ports({ profile }), MAP)).toEqual({ kind: "sign-in", refused: true });
  });

  test.each([
    [400, "untrusted-host"],
    [0, "network"],
    [502, "network"],
    [500, "server"],
  ])("says what the matter is when the open settings answer %i", async (status, reason) => {
    const openSettings = vi.fn().mockRejectedValue(new ApiError(status, undefined, "/"));
    expect(await startUp("/", ports({ openSettings }), MAP)).toMatchObject({ kind: "failed", reason });
  });

  test("a 400 of the profile says nothing about trusted hosts", async () => {
    const profile = vi.fn().mockRejectedValue(new ApiError(400, undefined, "/"));
    expect(await startUp("/", ports({ profile }), MAP)).toMatchObject({ kind: "failed", reason: "refused" });
  });

  test("leads to completing the account after the first sign-in, once there is a page for it", async () => {
    const fresh = ports({ profile: async () => ({ ...ADMIN, is_first_login: true }) });
    expect(await startUp("/console/users", fresh, MAP)).toMatchObject({ redirect: undefined });
    const built = { ...MAP, exists: (path: string) => path === "/profile/improvement" };
    expect(await startUp("/console/users", fresh, built)).toMatchObject({ redirect: "/profile/improvement" });
    expect(await startUp("/profile/improvement", fresh, built)).toMatchObject({ redirect: undefined });
  });

  test("remembers only the views people switch between", async () => {
    const used = ports({ profile: async () => ({ ...ADMIN, perms: ["settings.view_setting"] }) });
    expect(await startUp("/settings/basic", used, MAP)).toMatchObject({ view: "settings" });
    expect(used.log.some((entry) => entry.startsWith("view"))).toBe(false);
  });

  test("works in the organization the address asks for, if it is the person's", async () => {
    const used = ports({ requestedOrganization: () => OTHER.id });
    expect(await startUp("/console/users", used, MAP)).toMatchObject({ organization: OTHER });
    const foreign = ports({ requestedOrganization: () => "7b1c2a54-0000-4000-8000-0000000000ff" });
    expect(await startUp("/console/users", foreign, MAP)).toMatchObject({ organization: DEFAULT });
  });

  test("stays at a page of a view without organizations, which says so, and works in one that may be used", async () => {
    const result = await startUp("/console/users", ports({ profile: async () => WORKER }), MAP);
    expect(result).toMatchObject({
      kind: "ready",
      view: "workbench",
      redirect: undefined,
      organization: OTHER,
    });
  });

  test("follows the remembered view from the root, but only while it may be used", async () => {
    expect(await startUp("/", ports({ rememberedView: () => "audit" }), MAP)).toMatchObject({
      redirect: "/audit",
    });
    const worker = ports({ rememberedView: () => "audit", profile: async () => WORKER });
    expect(await startUp("/", worker, MAP)).toMatchObject({ redirect: "/workbench" });
  });

  test("asks for the permissions again when the organization is another than the one first asked for", async () => {
    const used = ports({ storedOrganization: () => OTHER });
    expect(await startUp("/console/users", used, MAP)).toMatchObject({ organization: OTHER });
    expect(used.log).toEqual(["branding", "profile", "view console", "org Plant", "profile"]);
  });

  test("does not remember a view for pages outside the views", async () => {
    const used = ports();
    expect(await startUp("/profile/info", used, MAP)).toMatchObject({ kind: "ready", redirect: undefined });
    expect(used.log.some((entry) => entry.startsWith("view"))).toBe(false);
  });
});
