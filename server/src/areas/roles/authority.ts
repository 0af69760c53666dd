import type { CallerContext, Organization, Permissions } from "../../engine/access/index.ts";
import { PermissionDenied } from "../../engine/errors.ts";
import { withParameters } from "../../engine/i18n/index.ts";
import { organizationIds } from "../organizations/index.ts";
import { roleIds } from "./builtin-roles.ts";
import { beyondOwn, withoutHarmless } from "./escalation.ts";
import { type RoleGrant, readRoleGrants } from "./role-directory.ts";
import { text } from "./texts.ts";

/** How far an act on a user reaches, and the code it takes. */
interface Act {
  /** The code of the act, such as `users.change_user`. */
  readonly code: string;
  readonly reach: Reach;
}

/**
 * `membership`: the user's roles in the current organization. `here`: the user in the current organization.
 * `everywhere`: the user as such, whom every organization knows; whoever sets a password can be that user in all
 * of them.
 */
export type Reach = "membership" | "here" | "everywhere";

interface Held {
  readonly role_id: string;
  readonly org_id: string | null;
}

/**
 * Nobody acts on somebody who may do more. For each organization the user has roles in: the caller may act there, and
 * holds every code the user holds there, but for those everybody gets. What system roles give counts everywhere,
 * so an act that reaches everywhere takes the same codes from system roles of the caller. System administrators
 * may act on everybody; people on themselves.
 * Contract: docs/contract/identity.md, "Rules of users".
 * @throws PermissionDenied
 */
export async function requireAuthority(context: CallerContext, userId: string, act: Act): Promise<void> {
  if (context.permissions.isSuperuser || userId === context.principal.id) return;
  const held = await context.db
    .selectFrom("role_bindings")
    .select(["role_id", "org_id"])
    .where("user_id", "=", userId)
    .execute();
  const reach = context.organization.isRoot ? "everywhere" : act.reach;
  const counted = held.filter(({ org_id }) => reach === "everywhere" || isHere(context, org_id, reach));
  if (counted.some(({ role_id }) => role_id === roleIds.systemAdmin)) {
    throw new PermissionDenied(text.administratorOnly);
  }
  const grants = await readRoleGrants(context.db, withoutHarmless(counted.map(({ role_id }) => role_id)));
  for (const organization of await organizationsToCompare(context, counted, grants, reach)) {
    const permissions = await permissionsIn(context, organization);
    if (!organization.isRoot && !permissions.has(act.code)) {
      throw new PermissionDenied(withParameters(text.otherOrganization, { name: organization.name }));
    }
    const effective = counted.filter(({ org_id }) => org_id === null || org_id === organization.id);
    const refusal = beyondOwn(permissions, codesOf(effective, grants), text.aboveOwn);
    if (refusal !== null) throw new PermissionDenied(refusal);
  }
}

const isHere = ({ organization }: CallerContext, id: string | null, reach: Reach): boolean =>
  id === organization.id || (id === null && reach === "here");

const codesOf = (held: readonly Held[], grants: ReadonlyMap<string, RoleGrant>): readonly string[] =>
  held.flatMap(({ role_id }) => grants.get(role_id)?.codes ?? []);

/** Organizations in which the rights are compared: the user's organizations, and the global view when system roles give more. */
async function organizationsToCompare(
  context: CallerContext,
  held: readonly Held[],
  grants: ReadonlyMap<string, RoleGrant>,
  reach: Reach,
): Promise<readonly Organization[]> {
  if (reach !== "everywhere") return [context.organization];
  const { organizations } = context.services;
  const ids = new Set(held.map(({ org_id }) => org_id).filter((id) => id !== null));
  if (
    codesOf(
      held.filter(({ org_id }) => org_id === null),
      grants,
    ).length > 0
  ) {
    ids.add(organizationIds.root);
  }
  return Promise.all([...ids].map((id) => organizations.resolve(id, context.accessVersion)));
}

const permissionsIn = (context: CallerContext, organization: Organization): Promise<Permissions> =>
  organization.id === context.organization.id
    ? Promise.resolve(context.permissions)
    : context.services.permissions.permissions(context.principal, organization, context.accessVersion);
