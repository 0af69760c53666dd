import { isGrantable, permissionById } from "@sallyport/contract/permissions";
import type { CallerContext } from "../../engine/access/index.ts";
import { FieldError } from "../../engine/errors.ts";
import { text as shared, withParameters } from "../../engine/i18n/index.ts";
import { typeName } from "../../engine/json.ts";
import { type Field, readKey } from "../../engine/resource/index.ts";
import { refuseCodes } from "./escalation.ts";
import { readRoleGrants } from "./role-directory.ts";
import type { RoleScope } from "./role-scope.ts";
import { text } from "./texts.ts";

const mostItems = 5000;

/**
 * The codes of a list of numbers of the catalogue. Codes a role of this scope cannot hold are left out.
 * @throws FieldError when it is no such list
 */
export function readPermissionNumbers(input: unknown, scope: RoleScope): string[] {
  if (!Array.isArray(input) || input.length > mostItems) {
    throw new FieldError([withParameters(shared.notList, { type: typeName(input) })]);
  }
  const codes = new Set<string>();
  for (const item of input) {
    const id = Number(readKey(item, "integer"));
    const permission = permissionById.get(id);
    if (permission === undefined) throw new FieldError([withParameters(text.unknownPermission, { id })]);
    if (isGrantable(permission, scope)) codes.add(permission.code);
  }
  return [...codes];
}

/** What a role gains and loses when its codes are replaced. */
export interface CodeChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** From the codes a role holds to those it is to hold. */
export function codeChange(held: readonly string[], wanted: readonly string[]): CodeChange {
  const [before, after] = [new Set(held), new Set(wanted)];
  return {
    added: wanted.filter((code) => !before.has(code)),
    removed: held.filter((code) => !after.has(code)),
  };
}

/**
 * The codes of a role, written as the numbers of the catalogue; they replace what was there. Only codes the caller
 * holds everywhere can be added or taken away.
 */
export function rolePermissions(): Field<readonly string[], never> {
  return {
    type: "field",
    options: { label: text.permissions, writeOnly: true },
    columns: [],
    parse: async (input, { context, before, input: whole }) => {
      const scope: RoleScope = (before?.scope ?? whole.scope) === "org" ? "org" : "system";
      const codes = readPermissionNumbers(input, scope);
      const held = before === null ? [] : await heldCodes(context, String(before.id));
      const { added, removed } = codeChange(held, codes);
      const refusal = await refuseCodes(context, added, removed);
      if (refusal !== null) throw new FieldError([refusal]);
      return codes;
    },
    toColumns: () => ({}),
    link: async ({ db }, id, value) => {
      const codes = value as readonly string[];
      await db.deleteFrom("role_permissions").where("role_id", "=", String(id)).execute();
      if (codes.length === 0) return;
      await db
        .insertInto("role_permissions")
        .values(codes.map((code) => ({ role_id: String(id), code })))
        .execute();
    },
  };
}

/** The codes a role holds; what is stored beyond its scope does not count. */
async function heldCodes({ db }: CallerContext, roleId: string): Promise<readonly string[]> {
  return (await readRoleGrants(db, [roleId])).get(roleId)?.codes ?? [];
}
