import type { CallerContext, Permissions } from "../../engine/access/context.ts";
import { type Message, withParameters } from "../../engine/i18n/messages.ts";
import { roleIds } from "./builtin-roles.ts";
import { readRoleGrants } from "./role-directory.ts";
import { text } from "./texts.ts";

/** What everybody gets anyway; giving it away takes no rights of one's own. */
const harmless = new Set<string>([roleIds.systemUser, roleIds.organizationUser]);

/** The roles of these that give more than everybody gets. */
export const withoutHarmless = (ids: readonly string[]): string[] => ids.filter((id) => !harmless.has(id));

/** How many codes an error names. */
const named = 5;

/** The refusal, with `message`, when not all of the codes are among the permissions; null when they are. */
export function beyondOwn(
  permissions: Permissions,
  codes: readonly string[],
  message: Message,
): Message | null {
  if (permissions.isSuperuser) return null;
  const beyond = [...new Set(codes)].filter((code) => !permissions.has(code)).sort();
  if (beyond.length === 0) return null;
  const shown = beyond.slice(0, named).join(", ") + (beyond.length > named ? ", …" : "");
  return withParameters(message, { codes: shown });
}

/** The refusal when the caller does not hold all of the codes they would give away; null when they do. */
export const refuseCodes = (context: CallerContext, codes: readonly string[]): Message | null =>
  beyondOwn(context.permissions, codes, text.beyondOwn);

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
  const grants = await readRoleGrants(context.db, withoutHarmless(ids));
  return refuseCodes(
    context,
    [...grants.values()].flatMap(({ codes }) => codes),
  );
}
