// @vitest-environment happy-dom
import { beforeAll, expect, test, vi } from "vitest";
import { setUpTranslations } from "../i18n/setup.ts";
import { connectToaster } from "../kit/feedback.ts";
import type { Organization, Profile } from "../kit/session.ts";
import { isLost, notifyOrganizationLost } from "./lost-organization.ts";
import { LAZY_TEXTS, START_TEXTS } from "./texts.ts";

const PLANT: Organization = { id: "a2f0c0de-1111-4222-8333-444455556666", name: "Plant" };
const FLEET: Organization = { id: "b2f0c0de-1111-4222-8333-444455556666", name: "Fleet" };
const profile = (lists: Partial<Profile>): Profile => ({
  id: "1",
  name: "Ada",
  username: "ada",
  perms: [],
  ...lists,
});

beforeAll(async () => {
  await setUpTranslations(START_TEXTS, LAZY_TEXTS);
});

test("an organization is lost when no view lists it", () => {
  expect(isLost(PLANT, profile({ console_orgs: [FLEET], workbench_orgs: [PLANT] }))).toBe(false);
  expect(isLost(PLANT, profile({ console_orgs: [FLEET], audit_orgs: [] }))).toBe(true);
  expect(isLost(PLANT, profile({}))).toBe(true);
});

test("the loss is told with the place that is left, and the one that follows", async () => {
  const show = vi.fn();
  connectToaster({ show });
  await notifyOrganizationLost(PLANT, FLEET);
  await notifyOrganizationLost(FLEET, undefined);
  expect(show.mock.calls.map(([kind, text]) => [kind, text])).toEqual([
    ["info", "You no longer have access to Plant. You are now in Fleet."],
    ["info", "You no longer have access to Fleet."],
  ]);
});
