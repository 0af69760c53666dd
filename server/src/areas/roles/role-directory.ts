import { grantableCodes } from "@sallyport/contract/permissions";
import type { Kysely } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import { type Language, translate } from "../../engine/i18n/index.ts";
import { builtinRoleById } from "./builtin-roles.ts";
import type { RoleScope } from "./role-scope.ts";

/** What holding a role means. */
export interface RoleGrant {
  readonly scope: RoleScope;
  readonly codes: readonly string[];
}

const grantable: Readonly<Record<RoleScope, ReadonlySet<string>>> = {
  system: new Set(grantableCodes("system")),
  org: new Set(grantableCodes("org")),
};

/** Every code of a scope: what administrators hold. */
export const everyCode: Readonly<Record<RoleScope, readonly string[]>> = {
  system: grantableCodes("system"),
  org: grantableCodes("org"),
};

/** Role id -> codes. Codes stored with a role but beyond its scope do not count. */
export async function readRoleGrants(
  db: Kysely<Database>,
  roleIds?: readonly string[],
): Promise<Map<string, RoleGrant>> {
  let roles = db.selectFrom("roles").select(["id", "scope"]);
  let codes = db.selectFrom("role_permissions").select(["role_id", "code"]);
  if (roleIds !== undefined) {
    if (roleIds.length === 0) return new Map();
    roles = roles.where("id", "in", [...roleIds]);
    codes = codes.where("role_id", "in", [...roleIds]);
  }
  const stored = new Map<string, string[]>();
  for (const { role_id, code } of await codes.execute()) {
    const list = stored.get(role_id);
    if (list === undefined) stored.set(role_id, [code]);
    else list.push(code);
  }
  const grants = new Map<string, RoleGrant>();
  for (const { id, scope } of await roles.execute()) {
    const held =
      builtinRoleById.get(id)?.codes === "all"
        ? everyCode[scope]
        : (stored.get(id) ?? []).filter((code) => grantable[scope].has(code));
    grants.set(id, { scope, codes: held });
  }
  return grants;
}

/** What a role's codes are about; null for a role there is not. */
export async function roleScopeOf(db: Kysely<Database>, roleId: string): Promise<RoleScope | null> {
  const role = await db.selectFrom("roles").select("scope").where("id", "=", roleId).executeTakeFirst();
  return role?.scope ?? null;
}

/** The names of roles by id: the built-in ones in the reader's language. */
export async function roleNamesOf(
  db: Kysely<Database>,
  roleIds: readonly string[],
  language: Language,
): Promise<ReadonlyMap<string, string>> {
  if (roleIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("roles")
    .select(["id", "name"])
    .where("id", "in", [...roleIds])
    .execute();
  return new Map(
    rows.map(({ id, name }) => {
      const label = builtinRoleById.get(id)?.label;
      return [id, label === undefined ? name : translate(label, language)];
    }),
  );
}
