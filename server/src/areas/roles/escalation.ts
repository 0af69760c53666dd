import { holdsAny } from "@sallyport/contract/permissions";
import type { CallerContext, Permissions } from "../../engine/access/index.ts";
import { type Message, withParameters } from "../../engine/i18n/index.ts";
import { roleIds } from "./builtin-roles.ts";
import { type RoleGrant, readRoleGrants } from "./role-directory.ts";
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

/**
 * What the caller holds by system roles. Roles, and bindings of system roles, count in every organization, so what
 * the caller holds in one of them is not enough to give that away.
 */
async function systemRights({ db, permissions, principal }: CallerContext): Promise<Permissions> {
  if (permissions.isSuperuser) return permissions;
  const bindings = await db
    .selectFrom("role_bindings")
    .select("role_id")
    .where("user_id", "=", principal.id)
    .where("org_id", "is", null)
    .execute();
  const grants = await readRoleGrants(
    db,
    bindings.map(({ role_id }) => role_id),
  );
  const codes = new Set([...grants.values()].flatMap((grant) => grant.codes));
  return {
    isSuperuser: false,
    isOrganizationAdmin: false,
    has: (code) => holdsAny(codes, code),
    list: () => [...codes].sort(),
  };
}

/**
 * The refusal when the caller does not hold, everywhere, all of the codes a role gains or loses; null when they do.
 * Nobody takes from others what they could not give them.
 */
export async function refuseCodes(
  context: CallerContext,
  added: readonly string[],
  removed: readonly string[] = [],
): Promise<Message | null> {
  if (added.length + removed.length === 0) return null;
  const rights = await systemRights(context);
  return beyondOwn(rights, added, text.beyondOwn) ?? beyondOwn(rights, removed, text.takesBeyondOwn);
}

/**
 * The refusal when a role holds codes the caller does not: nobody gives away, or makes, more than they have.
 * Administrator roles go beyond any list of codes, so only those who are one themselves give them.
 */
export async function refuseRoles(context: CallerContext, ids: readonly string[]): Promise<Message | null> {
  const { permissions, organization } = context;
  if (permissions.isSuperuser) return null;
  if (ids.includes(roleIds.systemAdmin)) return text.administratorOnly;
  const judged = permissions.isOrganizationAdmin ? ids.filter((id) => id !== roleIds.organizationAdmin) : ids;
  const grants = [...(await readRoleGrants(context.db, withoutHarmless(judged))).values()];
  const isEverywhere = ({ scope }: RoleGrant): boolean => organization.isRoot || scope === "system";
  const codesOf = (roles: readonly RoleGrant[]): string[] => roles.flatMap(({ codes }) => codes);
  return (
    (await refuseCodes(context, codesOf(grants.filter(isEverywhere)))) ??
    beyondOwn(permissions, codesOf(grants.filter((grant) => !isEverywhere(grant))), text.beyondOwn)
  );
}
