import { describe, expect, test } from "vitest";
import { DEFAULT_ORGANIZATION, ROOT_ORGANIZATION, SYSTEM_ORGANIZATION } from "../kit/session.ts";
import {
  chooseOrganization,
  headerOrganization,
  pathAfterSwitch,
  preferredOrganization,
} from "./organizations.ts";

const ROOT = { id: ROOT_ORGANIZATION, name: "All", is_root: true };
const SYSTEM = { id: SYSTEM_ORGANIZATION, name: "System" };
const PLANT = { id: "a2f0c0de-1111-4222-8333-444455556666", name: "Plant" };
const DEFAULT = { id: DEFAULT_ORGANIZATION, name: "Default", is_default: true };

test("prefers the default organization, then the first real one", () => {
  expect(preferredOrganization([ROOT, PLANT, DEFAULT])).toBe(DEFAULT);
  expect(preferredOrganization([ROOT, SYSTEM, PLANT])).toBe(PLANT);
  expect(preferredOrganization([ROOT])).toBe(ROOT);
  expect(preferredOrganization([])).toBeUndefined();
});

test("keeps the stored organization only while it is offered", () => {
  expect(chooseOrganization(PLANT, [DEFAULT, PLANT])).toBe(PLANT);
  expect(chooseOrganization(PLANT, [DEFAULT])).toBe(DEFAULT);
  expect(chooseOrganization(PLANT, [])).toBe(PLANT);
});

test("sends the address's organization first, and always the default one without the extended edition", () => {
  expect(headerOrganization(PLANT.id, DEFAULT.id, true)).toBe(PLANT.id);
  expect(headerOrganization(null, PLANT.id, true)).toBe(PLANT.id);
  expect(headerOrganization(null, PLANT.id, false)).toBe(DEFAULT.id);
  expect(headerOrganization(null, SYSTEM.id, false)).toBe(SYSTEM.id);
});

describe("pathAfterSwitch", () => {
  const exists = (path: string) => path === "/console/users" || path === "/console/assets/platforms";
  test.each([
    [`/console/users/${PLANT.id}`, "", "/console/users"],
    [`/console/users/${PLANT.id}/update`, "", "/console/users"],
    ["/console/assets/platforms/12", "", "/console/assets/platforms"],
    ["/console/users", "?search=ada&page=2", "/console/users?search=ada"],
    ["/console/users", `?node_id=${PLANT.id}&platform=1&search=x`, "/console/users?platform=1&search=x"],
    [`/nowhere/${PLANT.id}`, "", "/"],
  ])("%s%s → %s", (path, search, expected) => {
    expect(pathAfterSwitch(path, search, exists)).toBe(expected);
  });
});
