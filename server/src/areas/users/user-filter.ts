import { type Kysely, sql } from "kysely";
import {
  booleanAttribute,
  choiceAttribute,
  type FilterScope,
  type FilterSubject,
  readUuid,
  relatedAttribute,
  textAttribute,
} from "../../engine/attribute-filter/index.ts";
import type { Database } from "../../engine/database/index.ts";
import type { Condition } from "../../engine/resource/index.ts";
import type { UserRoles } from "./user-roles.ts";

/** What a filter of users looks at. */
export interface UserFacts {
  readonly id: string;
  readonly name: string;
  readonly username: string;
  readonly email: string;
  readonly comment: string;
  readonly source: string;
  readonly isActive: boolean;
  /** Ids of the roles in the system. */
  readonly systemRoles: readonly string[];
  /** Ids of the roles in the organization; none in the root one. */
  readonly organizationRoles: readonly string[];
  /** Ids of the groups of the organization; all of them in the root one. */
  readonly groups: readonly string[];
}

/** Users as a subject of filters, and what is known of one of them. */
export interface UserFilter {
  readonly subject: FilterSubject<UserFacts>;
  /**
   * What filters look at of one user.
   * @param organizationId where roles and groups are looked at; null: in the root organization
   */
  readonly loadFacts: (
    db: Kysely<Database>,
    userId: string,
    organizationId: string | null,
  ) => Promise<UserFacts | null>;
  /** The same of several users, by id; those there are not are left out. */
  readonly loadManyFacts: (
    db: Kysely<Database>,
    userIds: readonly string[],
    organizationId: string | null,
  ) => Promise<readonly UserFacts[]>;
}

type NeededRoles = Pick<UserRoles, "holdsOneOf" | "heldRoles" | "isMember">;

/** Everyone who has a role in the organization; everyone in the root organization. Never a component. */
export function visibleUsers(
  roles: Pick<UserRoles, "isMember">,
  { organization }: Pick<FilterScope, "organization">,
): Condition {
  if (organization.isRoot) return sql<boolean>`not t.is_service_account`;
  return sql<boolean>`not t.is_service_account and ${roles.isMember("t.id", organization.id)}`;
}

const groupsIn = (organizationId: string | null): Condition =>
  organizationId === null ? sql<boolean>`true` : sql<boolean>`g.org_id = ${organizationId}`;

const idOf = ({ organization }: FilterScope): string | null => (organization.isRoot ? null : organization.id);

/**
 * The attributes users are selected by. Contract: docs/contract/identity.md, "Attribute rules". Roles stand above users:
 * the roles area hands in what it knows, and has the finished subject in its index.
 */
export function createUserFilter(roles: NeededRoles): UserFilter {
  const visible = (scope: FilterScope): Condition => visibleUsers(roles, scope);
  const word = (name: "name" | "username" | "email" | "comment") =>
    textAttribute<UserFacts>({ table: "users", name, visible }, (facts) => facts[name]);
  const subject: FilterSubject<UserFacts> = {
    table: "users",
    visible,
    idOf: ({ id }) => id,
    attributes: {
      name: word("name"),
      username: word("username"),
      email: word("email"),
      comment: word("comment"),
      is_active: booleanAttribute("is_active", ({ isActive }) => isActive),
      source: choiceAttribute(
        (wanted) => sql<boolean>`t.source = any(${[...wanted]}::text[])`,
        ({ source }) => [source],
      ),
      system_roles: relatedAttribute(
        (ids) => roles.holdsOneOf("t.id", ids, null),
        ({ systemRoles }) => systemRoles,
        readUuid,
      ),
      org_roles: relatedAttribute(
        (ids, { organization }) =>
          organization.isRoot ? sql<boolean>`false` : roles.holdsOneOf("t.id", ids, organization.id),
        ({ organizationRoles }) => organizationRoles,
        readUuid,
      ),
      groups: relatedAttribute(
        (ids, scope) => sql<boolean>`t.id in (select m.user_id from user_group_members m
          join user_groups g on g.id = m.usergroup_id
          where g.id = any(${[...ids]}::uuid[]) and ${groupsIn(idOf(scope))})`,
        ({ groups }) => groups,
        readUuid,
      ),
    },
  };
  return {
    subject,
    loadManyFacts: (db, userIds, organizationId) =>
      load(roles, db, sql<boolean>`t.id = any(${[...userIds]}::uuid[])`, organizationId),
    // By a statement of its own, whose plan connections keep.
    loadFacts: async (db, userId, organizationId) =>
      (await load(roles, db, sql<boolean>`t.id = ${userId}::uuid`, organizationId))[0] ?? null,
  };
}

async function load(
  roles: NeededRoles,
  db: Kysely<Database>,
  which: Condition,
  organizationId: string | null,
): Promise<readonly UserFacts[]> {
  const { rows } = await sql<UserFacts>`
    select t.id, t.name, t.username, t.email, t.comment, t.source, t.is_active as "isActive",
      ${roles.heldRoles("t.id", null)} as "systemRoles",
      ${organizationId === null ? sql`array[]::uuid[]` : roles.heldRoles("t.id", organizationId)} as "organizationRoles",
      array(select g.id from user_group_members m join user_groups g on g.id = m.usergroup_id
        where m.user_id = t.id and ${groupsIn(organizationId)}) as groups
    from users t where ${which}
  `.execute(db);
  return rows;
}
