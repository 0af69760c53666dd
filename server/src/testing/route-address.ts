import type { Objects } from "./matrix/evaluate.ts";

const ghost = "ffffffff-ffff-4fff-8fff-ffffffffffff";

/**
 * The address of a route with its segments filled: by `key`, else by an object of the list the segment names, else by
 * an id nothing has.
 */
export function routeAddress(path: string, objects: Objects, key?: string): string {
  const list = path.slice(0, path.indexOf(":"));
  const object = (of: string) => key ?? objects[of] ?? ghost;
  return path
    .replace(":id", object(list))
    .replace(":user", object("/api/v1/users/users/"))
    .replace(":group", object("/api/v1/users/groups/"))
    .replace(":asset", object("/api/v1/assets/hosts/"))
    .replace(":node", object("/api/v1/assets/nodes/"))
    .replace(":code", key ?? "en")
    .replace(":day", key ?? "2026-01-01")
    .replace(":file", key ?? `${ghost}.cast.gz`);
}
