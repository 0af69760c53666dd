import type { Json } from "../engine/json.ts";

/**
 * Resources of organizations that have every operation and need no other object: what makes one, by the path of the
 * list. An entry is all that the authorization matrix, the tests of isolation between organizations, those of arrays,
 * of files and of the operate log need to try a resource.
 */
export const plainResources: Readonly<Record<string, (name: string) => Record<string, Json>>> = {
  "acls/command-groups": (name) => ({ name, content: "reboot" }),
};
