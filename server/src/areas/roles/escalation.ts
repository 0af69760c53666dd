import type { CallerContext } from "../../engine/access/context.ts";
import { type Message, withParameters } from "../../engine/i18n/messages.ts";
import { roleIds } from "./builtin-roles.ts";
import { readRoleGrants } from "./role-directory.ts";
import { text } from "./texts.ts";

/** What everybody gets anyway; giving it away takes no rights of one's own. */
const harmless = new Set<string>([roleIds.systemUser, roleIds.organizationUser]);

/** How many codes an error names. */
const named = 5;

/** The refusal when the caller does not hold all of the codes they would give away; null when they do. */
export function refuseCodes(context: CallerContext, codes: readonly string[]): Message | null {
  if (context.permissions.isSuperuser) return null;
  const beyond = codes.filter((code) => !context.permissions.has(code));
  if (beyond.length === 0) return null;
  const shown = beyond.slice(0, named).join(", ") + (beyond.length > named ? ", …" : "");
  return withParameters(text.beyondOwn, { codes: shown });
}

/**
 * The refusal when a role holds codes the caller does not: nobody gives away, or makes, more than they have.
 * Administrator roles go beyond any list of codes, so only those who are one themselves give them.
 */
export async function refuseRoles(context: CallerContext, ids: readonly string[]): Promise<Message | null> {
  const { permissions } = context;
  if (permissions.isSuperuser) return null;
  if (ids.includes(roleIds.systemAdmin)) return text.administratorOnly;
  if (ids.includes(roleIds.organizationAdmin) && permissions.isOrganizationAdmin) {
    return refuseRoles(
      context,
      ids.filter((id) => id !== roleIds.organizationAdmin),
    );
  }
  const grants = await readRoleGrants(
    context.db,
    ids.filter((id) => !harmless.has(id)),
  );
  return refuseCodes(context, [...new Set([...grants.values()].flatMap(({ codes }) => codes))].sort());
}
