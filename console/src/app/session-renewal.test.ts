import { expect, test, vi } from "vitest";
import type { Organization, Profile } from "../kit/session.ts";
import { type RenewableSession, renewSession } from "./session-renewal.ts";

const PLANT: Organization = { id: "a2f0c0de-1111-4222-8333-444455556666", name: "Plant" };
const FLEET: Organization = { id: "b2f0c0de-1111-4222-8333-444455556666", name: "Fleet" };

function profile(console_orgs: readonly Organization[], perms: readonly string[] = []): Profile {
  return { id: "1", name: "Ada", username: "ada", perms, console_orgs };
}
const session: RenewableSession = {
  profile: profile([PLANT], ["users.view_user"]),
  settings: { XPACK_LICENSE_IS_VALID: false },
  view: "console",
  organization: PLANT,
  organizations: [PLANT],
};
const never = () => Promise.reject(new Error("not asked for"));

test("nothing is drawn again when nothing changed", async () => {
  const ports = { profile: async () => structuredClone(session.profile), settings: never };
  expect(await renewSession(session, "profile", ports)).toBe(session);
});

test("a new organization can be chosen, and the one at hand stays the same object", async () => {
  const ports = { profile: async () => profile([{ ...PLANT }, FLEET]), settings: never };
  const renewed = await renewSession(session, "profile", ports);
  expect(renewed.organizations).toEqual([PLANT, FLEET]);
  expect(renewed.organization).toBe(PLANT);
  expect(renewed.profile.perms).toEqual([]);
});

test("who is taken out of an organization goes on in another, with what they may do there", async () => {
  const ask = vi.fn(async (organization: string | undefined) =>
    profile([FLEET], organization === FLEET.id ? ["users.add_user"] : []),
  );
  const renewed = await renewSession(session, "profile", { profile: ask, settings: never });
  expect(ask.mock.calls).toEqual([[PLANT.id], [FLEET.id]]);
  expect(renewed.organization).toEqual(FLEET);
  expect(renewed.profile.perms).toEqual(["users.add_user"]);
});

test("a license that came into force is seen", async () => {
  const ports = {
    profile: async () => session.profile,
    settings: async () => ({ XPACK_LICENSE_IS_VALID: true }),
  };
  const renewed = await renewSession(session, "everything", ports);
  expect(renewed.settings.XPACK_LICENSE_IS_VALID).toBe(true);
  expect(renewed.profile).toBe(session.profile);
});
