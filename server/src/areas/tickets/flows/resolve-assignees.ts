import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { organizationIds } from "../../organizations/index.ts";
import { roleBindingsTable, roleIds } from "../../roles/index.ts";
import { usersTable } from "../../users/index.ts";
import "../tables.ts";
import type { Strategy, TicketType } from "../ticket-types.ts";

/** Whom a level of a flow asks about something in an organization. */
export interface AskedPerson {
  readonly id: string;
  /** `name(username)`. */
  readonly name: string;
}

/** A level of a flow, and the organization of what is asked for. */
export interface AskedLevel {
  readonly flowId: string;
  readonly level: number;
  readonly strategy: Strategy;
  /** The root organization stands for all of them. */
  readonly organizationId: string;
}

/**
 * The people of a level: those who can sign in now. Administrators of organizations are those of the organization that
 * is asked for, also by the flow for all of them: nobody grants what is elsewhere. Contract: docs/contract/tickets.md,
 * section 3.
 */
export async function peopleOf(db: Kysely<Database>, asked: AskedLevel): Promise<AskedPerson[]> {
  const { strategy, organizationId } = asked;
  const isSystemAdmin = sql<boolean>`b.role_id = ${roleIds.systemAdmin}::uuid`;
  const here =
    organizationId === organizationIds.root
      ? sql<boolean>`true`
      : sql<boolean>`b.org_id = ${organizationId}::uuid`;
  const isOrgAdmin = sql<boolean>`(b.role_id = ${roleIds.organizationAdmin}::uuid and ${here})`;
  const bound = {
    super_admin: isSystemAdmin,
    org_admin: isOrgAdmin,
    super_org_admin: sql<boolean>`(${isSystemAdmin} or ${isOrgAdmin})`,
  };
  const belongs =
    strategy === "custom_user"
      ? sql<boolean>`u.id in (
          select a.user_id from ticket_flow_assignees a
          where a.flow_id = ${asked.flowId}::uuid and a.level = ${asked.level}
        )`
      : sql<boolean>`u.id in (select b.user_id from ${roleBindingsTable} b where ${bound[strategy]})`;
  const { rows } = await sql<AskedPerson>`
    select u.id, u.name || '(' || u.username || ')' as name from ${usersTable} u
    where ${belongs} and u.is_active and not u.is_service_account and coalesce(u.date_expired > now(), true)
    order by u.name, u.username
  `.execute(db);
  return rows;
}

/** What a flow says of a request. */
export interface FlowAnswer {
  /** Ids of the people of each level. */
  readonly levels: readonly (readonly string[])[];
  /** Whether they approve by a second factor. */
  readonly mfaRequired: boolean;
}

/**
 * Whom the flow of a type asks in an organization, level by level: its own flow, else the one for all. Null: there is
 * no flow.
 */
export async function askFlow(
  db: Kysely<Database>,
  type: TicketType,
  organizationId: string,
): Promise<FlowAnswer | null> {
  const { rows } = await sql<{
    flow_id: string;
    level: number;
    strategy: Strategy;
    mfa_required: boolean;
  }>`
    select r.flow_id, r.level, r.strategy, w.mfa_required
    from ticket_flow_rules r join ticket_flows w on w.id = r.flow_id
    where r.flow_id = (
      select f.id from ticket_flows f
      where f.type = ${type} and f.org_id in (${organizationId}::uuid, ${organizationIds.root}::uuid)
      order by f.org_id = ${organizationIds.root}::uuid limit 1
    ) order by r.level
  `.execute(db);
  const [first] = rows;
  if (first === undefined) return null;
  const levels: string[][] = [];
  for (const { flow_id: flowId, level, strategy } of rows) {
    const asked = await peopleOf(db, { flowId, level, strategy, organizationId });
    levels.push(asked.map(({ id }) => id));
  }
  return { levels, mfaRequired: first.mfa_required };
}
