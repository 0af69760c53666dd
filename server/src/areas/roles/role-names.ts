import type { RequestContext } from "../../engine/access/index.ts";
import { languages, translate } from "../../engine/i18n/index.ts";
import type { Json } from "../../engine/json.ts";
import type { RelationTarget } from "../../engine/resource/index.ts";
import { builtinRoleById, builtinRoles } from "./builtin-roles.ts";

/** The name people read: that of a built-in role in their language, of any other the one it was given. */
export function roleDisplayName(id: unknown, name: unknown, context: RequestContext): string {
  const builtin = builtinRoleById.get(String(id));
  return builtin === undefined ? String(name) : translate(builtin.label, context.language);
}

/** Ids of the built-in roles one of whose names, in any language, holds the word. */
export function builtinRolesNamed(word: string, exactly: boolean): string[] {
  const wanted = word.toLowerCase();
  return builtinRoles
    .filter(({ label }) =>
      languages.some((language) => {
        const name = label[language].toLowerCase();
        return exactly ? name === wanted : name.includes(wanted);
      }),
    )
    .map(({ id }) => id);
}

/** Roles as related objects: `{id, display_name}` of the system, `{id, display_name, name}` of organizations. */
export function roleTarget(
  scope: "system" | "org",
  where: NonNullable<RelationTarget["where"]>,
): RelationTarget<"uuid"> {
  return {
    table: "roles",
    key: "uuid",
    attributes: { id: "r.id", name: "r.name" },
    where,
    translate: (attributes, context) => {
      const { id = null, name = null } = attributes;
      const shown: Record<string, Json> = { id, display_name: roleDisplayName(id, name, context) };
      return scope === "org" ? { ...shown, name } : shown;
    },
  };
}
