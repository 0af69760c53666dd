import { permissionLines } from "./permission-data.ts";

/** Where a code can be held: by roles of the system and of organizations, of the system only, or by none. */
export type PermissionScope = "both" | "system" | "none";

/** One permission code of the catalogue. */
export interface PermissionCode {
  /** Stable number; what roles are written with. */
  readonly id: number;
  /** `app.action_resource`. */
  readonly code: string;
  readonly app: string;
  readonly action: string;
  readonly resource: string;
  /** `app.model` the code belongs to. */
  readonly model: string;
  readonly scope: PermissionScope;
  /** Place in the permission tree; null for codes no role can hold. */
  readonly parent: string | null;
  /** Shown only with a valid license. */
  readonly licensed: boolean;
}

function parseLine(line: string): Omit<PermissionCode, "id">[] {
  const [head = "", actions = ""] = line.split(": ");
  const [name = "", ...modifiers] = head.split(" ");
  const [app = "", resource = ""] = name.split(".");
  const model = modifiers.find((modifier) => modifier.startsWith("@"))?.slice(1) ?? name;
  const parent = modifiers.find((modifier) => modifier.startsWith(">"))?.slice(1) ?? model;
  return actions.split(" ").map((marked) => {
    const action = marked.replace(/[\^!+]/g, "");
    const scope = marked.includes("!") ? "none" : marked.includes("^") ? "system" : "both";
    return {
      code: `${app}.${action}_${resource}`,
      app,
      action,
      resource,
      model,
      scope,
      parent: scope === "none" ? null : parent,
      licensed: marked.includes("+"),
    };
  });
}

/** Every permission code of the product, in the order of their numbers. */
export const permissionCatalogue: readonly PermissionCode[] = permissionLines
  .trim()
  .split("\n")
  .flatMap(parseLine)
  .map((permission, index) => ({ id: index + 1, ...permission }));

/** The catalogue by code. */
export const permissionByCode: ReadonlyMap<string, PermissionCode> = new Map(
  permissionCatalogue.map((permission) => [permission.code, permission]),
);

/** The catalogue by number. */
export const permissionById: ReadonlyMap<number, PermissionCode> = new Map(
  permissionCatalogue.map((permission) => [permission.id, permission]),
);

/** Whether a role of `scope` can hold the code. */
export function isGrantable(permission: PermissionCode, scope: "system" | "org"): boolean {
  return permission.scope === "both" || (permission.scope === "system" && scope === "system");
}

/** The codes a role of `scope` can hold, sorted. */
export function grantableCodes(scope: "system" | "org"): readonly string[] {
  return permissionCatalogue
    .filter((permission) => isGrantable(permission, scope))
    .map(({ code }) => code)
    .sort();
}

/** Whether one of the alternatives of `code` (`a|b`) is held. */
export function holdsAny(held: ReadonlySet<string>, code: string): boolean {
  return code.split("|").some((alternative) => held.has(alternative.trim()));
}
