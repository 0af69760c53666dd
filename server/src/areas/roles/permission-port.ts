import { holdsAny } from "@sallyport/contract/permissions";
import type { Kysely } from "kysely";
import { createVersionedCache, type Organization, type Permissions } from "../../engine/access/index.ts";
import type { Database } from "../../engine/database/index.ts";
import type { PermissionPort } from "../../engine/services.ts";
import { roleIds } from "./builtin-roles.ts";
import { type RoleGrant, readRoleGrants } from "./role-directory.ts";
import "./tables.ts";

interface Binding {
  readonly role_id: string;
  readonly org_id: string | null;
}

/**
 * What a caller may do: the codes of their system roles everywhere, and of their roles in the organization the
 * request works in, there only. Contract: docs/contract/identity.md, "Effective permissions".
 */
export function createPermissionPort(db: Kysely<Database>): PermissionPort {
  const grants = createVersionedCache<ReadonlyMap<string, RoleGrant>>(1);
  const bindings = createVersionedCache<readonly Binding[]>();
  const computed = createVersionedCache<Permissions>(50_000);

  const bindingsOf = (userId: string): Promise<readonly Binding[]> =>
    db.selectFrom("role_bindings").select(["role_id", "org_id"]).where("user_id", "=", userId).execute();

  return {
    permissions: (principal, organization, version) =>
      computed.get(`${principal.id} ${organization.id}`, version, async () =>
        effectivePermissions(
          await bindings.get(principal.id, version, () => bindingsOf(principal.id)),
          await grants.get("all", version, () => readRoleGrants(db)),
          organization,
        ),
      ),
  };
}

/**
 * Codes whose routes answer objects of the organization. The system roles of ordinary users carry them, for use in
 * the organizations these users belong to; elsewhere they would show what a stranger may not see.
 */
const suggests = /\.match_/;

/** The permissions that follow from bindings in one organization. */
export function effectivePermissions(
  bindings: readonly Binding[],
  grants: ReadonlyMap<string, RoleGrant>,
  organization: Pick<Organization, "id" | "isRoot">,
): Permissions {
  const here = bindings.filter(
    ({ org_id }) => org_id === null || (!organization.isRoot && org_id === organization.id),
  );
  const isSuperuser = here.some(({ role_id }) => role_id === roleIds.systemAdmin);
  const belongs = here.some(({ org_id }) => org_id !== null);
  const codes = new Set(
    here
      .flatMap(({ role_id }) => grants.get(role_id)?.codes ?? [])
      .filter((code) => belongs || !suggests.test(code)),
  );
  const sorted = Object.freeze([...codes].sort());
  return Object.freeze({
    isSuperuser,
    isOrganizationAdmin: isSuperuser || here.some(({ role_id }) => role_id === roleIds.organizationAdmin),
    has: (code: string) => isSuperuser || holdsAny(codes, code),
    list: () => sorted,
  });
}
