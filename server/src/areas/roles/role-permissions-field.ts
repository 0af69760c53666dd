import { isGrantable, permissionById } from "@sallyport/contract/permissions";
import { FieldError } from "../../engine/errors.ts";
import { withParameters } from "../../engine/i18n/messages.ts";
import { text as shared } from "../../engine/i18n/texts.ts";
import { typeName } from "../../engine/json.ts";
import type { Field } from "../../engine/resource/field-kinds/field.ts";
import { readKey } from "../../engine/resource/field-kinds/relations.ts";
import { refuseCodes } from "./escalation.ts";
import type { RoleScope } from "./tables.ts";
import { text } from "./texts.ts";

const mostItems = 5000;

/**
 * The codes of a role, written as the numbers of the catalogue; they replace what was there. Codes a role of
 * this scope cannot hold are left out. Only codes the caller holds can be added.
 */
export function rolePermissions(): Field {
  return {
    type: "field",
    options: { label: text.permissions, writeOnly: true },
    columns: [],
    parse: async (input, { context, before, input: whole }) => {
      if (!Array.isArray(input) || input.length > mostItems) {
        throw new FieldError([withParameters(shared.notList, { type: typeName(input) })]);
      }
      const scope: RoleScope = (before?.scope ?? whole.scope) === "org" ? "org" : "system";
      const codes = new Set<string>();
      for (const item of input) {
        const id = Number(readKey(item, "integer"));
        const permission = permissionById.get(id);
        if (permission === undefined) throw new FieldError([withParameters(text.unknownPermission, { id })]);
        if (isGrantable(permission, scope)) codes.add(permission.code);
      }
      const held = before === null ? [] : await heldCodes(context, String(before.id));
      const refusal = refuseCodes(
        context,
        [...codes].filter((code) => !held.includes(code)),
      );
      if (refusal !== null) throw new FieldError([refusal]);
      return [...codes];
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

async function heldCodes({ db }: Parameters<typeof refuseCodes>[0], roleId: string): Promise<string[]> {
  const rows = await db.selectFrom("role_permissions").select("code").where("role_id", "=", roleId).execute();
  return rows.map(({ code }) => code);
}
