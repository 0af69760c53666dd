import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { type HeldRole, roleBindingsTable } from "../../roles/index.ts";
import { userGroupMembersTable } from "../../users/index.ts";
import type { SourcePerson } from "./source-person.ts";

/** What a rule gives: a role in the system or in an organization, or a place in a group. */
export type Grant = HeldRole | { readonly groupId: string };

/** A rule of roles and groups: who has this value of this attribute gets that. */
export interface SourceRule {
  readonly attribute: string;
  /** Compared whole, in any capitals; `*` for everybody the source sends. */
  readonly value: string;
  readonly grant: Grant;
}

/** Stands for every value, and for people without one. */
export const anybody = "*";

const keyOf = (grant: Grant): string =>
  "groupId" in grant ? `group ${grant.groupId}` : `role ${grant.roleId} ${grant.organizationId ?? ""}`;

/** Those of the first which are not among the second. */
const without = (grants: readonly Grant[], others: readonly Grant[]): Grant[] => {
  const known = new Set(others.map(keyOf));
  return grants.filter((grant) => !known.has(keyOf(grant)));
};

/** What the rules give a person, each once. */
export function grantsOf(
  rules: readonly SourceRule[],
  { attributes }: Pick<SourcePerson, "attributes">,
): Grant[] {
  const given = rules.filter(({ attribute, value }) => {
    if (value === anybody) return true;
    const values = Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined;
    const wanted = value.toLowerCase();
    return values?.some((one) => one.toLowerCase() === wanted) === true;
  });
  return [...new Map(given.map(({ grant }) => [keyOf(grant), grant])).values()];
}

/** What a person gains and loses, and what is remembered as given by rules from then on. */
export interface GrantChanges {
  readonly gains: readonly Grant[];
  readonly losses: readonly Grant[];
  readonly kept: readonly Grant[];
}

/**
 * Compares what the rules give with what somebody has. What an administrator gave is never taken, also where a rule
 * would give the same.
 */
export function compareGrants(
  wanted: readonly Grant[],
  held: readonly Grant[],
  givenBefore: readonly Grant[],
): GrantChanges {
  const gains = without(wanted, held);
  const losses = without(givenBefore, wanted);
  return { gains, losses, kept: [...without(givenBefore, losses), ...without(gains, givenBefore)] };
}

/** The roles and groups of a user. */
export async function heldGrants(db: Kysely<Database>, userId: string): Promise<readonly Grant[]> {
  const held = await db
    .selectFrom(roleBindingsTable.as("b"))
    .select(["b.role_id", "b.org_id", sql<string | null>`null::uuid`.as("group_id")])
    .where("b.user_id", "=", userId)
    .unionAll(
      db
        .selectFrom(userGroupMembersTable.as("m"))
        .select([
          sql<string>`null::uuid`.as("role_id"),
          sql<string | null>`null::uuid`.as("org_id"),
          "m.usergroup_id as group_id",
        ])
        .where("m.user_id", "=", userId),
    )
    .execute();
  return held.map(({ role_id, org_id, group_id }) =>
    group_id === null ? { roleId: role_id, organizationId: org_id } : { groupId: group_id },
  );
}
