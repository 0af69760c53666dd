import type { Kysely, RawBuilder } from "kysely";
import type { CallerContext, RequestContext } from "../../engine/access/index.ts";
import type { Database } from "../../engine/database/index.ts";
import type { Json } from "../../engine/json.ts";
import type { Field, Filter } from "../../engine/resource/index.ts";

/** An organization as the profile lists it. */
export interface ProfileOrganization {
  readonly id: string;
  readonly name: string;
  readonly is_default: boolean;
  readonly is_root: boolean;
}

/** Where a person can do what: the three lists of the profile. */
export interface OrganizationLists {
  readonly console_orgs: readonly ProfileOrganization[];
  readonly audit_orgs: readonly ProfileOrganization[];
  readonly workbench_orgs: readonly ProfileOrganization[];
}

/**
 * What users need to know of roles. Roles are built on users, so the roles area implements this and `main`
 * hands it in. SQL expressions take the name of a column that holds a user's id, such as `t.id`.
 */
export interface UserRoles {
  /** `system_roles` and `org_roles` of the user resource. */
  readonly fields: { readonly system_roles: Field; readonly org_roles: Field };
  readonly filters: Readonly<Record<string, Filter>>;
  /** Whether the user has any role in the organization. */
  isMember(userId: string, organizationId: string): RawBuilder<boolean>;
  /** Whether the user has no role in any organization. */
  belongsNowhere(userId: string): RawBuilder<boolean>;
  isSuperuser(userId: string): RawBuilder<boolean>;
  /** Superuser, or administrator of the organization of the request. */
  isOrganizationAdmin(userId: string, context: RequestContext): RawBuilder<boolean>;
  /** Whether the user holds one of the roles in the system (null) or in the organization; for attribute filters. */
  holdsOneOf(userId: string, roleIds: readonly string[], organizationId: string | null): RawBuilder<boolean>;
  /** Ids of the roles the user holds in the system (null) or in the organization. */
  heldRoles(userId: string, organizationId: string | null): RawBuilder<string[]>;
  /** Gives a new user what everybody has: the role User, and a place in the organization. */
  assignInitial(context: Pick<CallerContext, "db" | "organization">, userId: string): Promise<void>;
  /** Replaces the user's roles in the current organization. Refuses roles beyond the caller's own rights. */
  replaceOrganizationRoles(context: CallerContext, userId: string, input: unknown): Promise<Json>;
  /** Takes every role of the current organization from the users. */
  leaveOrganization(context: CallerContext, userIds: readonly string[]): Promise<void>;
  /** Gives an account of a component its system role. */
  makeComponent(db: Kysely<Database>, userId: string): Promise<void>;
  /** Makes the user a system administrator. */
  makeAdministrator(db: Kysely<Database>, userId: string): Promise<void>;
  /**
   * Throws `PermissionDenied` when the user may do what the caller may not: by their roles in the current
   * organization (`membership`), in the current organization (`here`), or `everywhere` they belong to, for what
   * changes the user as such.
   */
  requireAuthority(
    context: CallerContext,
    userId: string,
    act: { readonly code: string; readonly reach: "membership" | "here" | "everywhere" },
  ): Promise<void>;
  /** Whether the user administers the system or an organization, whichever. */
  isAdministrator(db: Kysely<Database>, userId: string): Promise<boolean>;
  /** Throws unless an active, unexpired system administrator is left; call after the writes. */
  requireAdministrator(db: Kysely<Database>): Promise<void>;
  organizationLists(context: CallerContext): Promise<OrganizationLists>;
}
