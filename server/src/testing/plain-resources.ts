import type { Json } from "../engine/json.ts";

/** A rule that says nothing to anybody, so that whoever makes one for a test is not shut out by it. */
export const inertRule = { users: { type: "all" }, rules: {}, is_active: false } as const;

/**
 * Resources of organizations that have every operation and need no other object: what makes one, by the path of the
 * list. An entry is all that the authorization matrix, the tests of isolation between organizations, those of arrays,
 * of files and of the operate log need to try a resource.
 */
export const plainResources: Readonly<Record<string, (name: string) => Record<string, Json>>> = {
  "acls/login-asset-acls": (name) => ({ name, ...inertRule, assets: { type: "all" }, accounts: ["@ALL"] }),
  "acls/command-filter-acls": (name) => ({ name, ...inertRule, assets: { type: "all" }, accounts: ["@ALL"] }),
  "acls/command-groups": (name) => ({ name, content: "reboot" }),
  "ops/adhocs": (name) => ({ name, args: "uptime" }),
  "ops/playbooks": (name) => ({ name }),
  "ops/jobs": (name) => ({ name, args: "uptime", is_periodic: false }),
};
