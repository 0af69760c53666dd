import { expect, test } from "vitest";
import { isBetween, syncWay } from "./vault-state.ts";

test("a sync goes where secrets belong, and nowhere when there is nothing to bring back", () => {
  expect(syncWay(true, undefined)).toBe("toVault");
  expect(syncWay(true, { enabled: true, in_vault: 3, in_database: 0 })).toBe("toVault");
  expect(syncWay(false, { enabled: false, in_vault: 3, in_database: 0 })).toBe("toDatabase");
  expect(syncWay(false, { enabled: false, in_vault: 0, in_database: 3 })).toBe("none");
  expect(syncWay(false, undefined)).toBe("none");
});

test("secrets are between two places as long as some lie where they do not belong", () => {
  expect(isBetween({ enabled: true, in_vault: 3, in_database: 1 })).toBe(true);
  expect(isBetween({ enabled: true, in_vault: 3, in_database: 0 })).toBe(false);
  expect(isBetween({ enabled: false, in_vault: 3, in_database: 1 })).toBe(true);
  expect(isBetween({ enabled: false, in_vault: 0, in_database: 1 })).toBe(false);
});
