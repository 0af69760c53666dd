import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import type { Message } from "../../../engine/i18n/index.ts";
import { organizationsTable } from "../../organizations/index.ts";
import { roleNamesOf } from "../../roles/index.ts";
import { userGroupsTable } from "../../users/index.ts";
import type { Grant } from "./grants.ts";
import type { ArrivalChange, ArrivalPlan } from "./plan-arrival.ts";
import type { SourcePerson } from "./source-person.ts";

/** A plan as an administrator reads it. */
export interface PresentedPlan {
  readonly action: ArrivalPlan["action"];
  readonly username: string;
  readonly refusal: Message | null;
  readonly changes: readonly ArrivalChange[];
  /** Names of roles, with their organization, and of groups. */
  readonly gains: readonly string[];
  readonly losses: readonly string[];
  readonly attributes: SourcePerson["attributes"];
}

/** Puts names into a plan. */
export async function presentPlan(
  db: Kysely<Database>,
  person: SourcePerson,
  plan: ArrivalPlan,
): Promise<PresentedPlan> {
  const { username, attributes } = person;
  if (plan.action === "refuse") {
    const { message } = plan.refusal;
    return { action: "refuse", username, refusal: message, changes: [], gains: [], losses: [], attributes };
  }
  const { action, changes } = plan;
  const [gains, losses] = [await namesOf(db, plan.gains), await namesOf(db, plan.losses)];
  return { action, username, refusal: null, changes, gains, losses, attributes };
}

async function namesOf(db: Kysely<Database>, grants: readonly Grant[]): Promise<string[]> {
  const roles = await roleNamesOf(
    db,
    grants.flatMap((grant) => ("groupId" in grant ? [] : [grant.roleId])),
  );
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from ${userGroupsTable} where id = any(${grants.flatMap((grant) => ("groupId" in grant ? [grant.groupId] : []))}::uuid[])
    union all
    select id, name from ${organizationsTable} where id = any(${grants.flatMap((grant) => ("groupId" in grant ? [] : [grant.organizationId]))}::uuid[])
  `.execute(db);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return grants.map((grant) => {
    if ("groupId" in grant) return names.get(grant.groupId) ?? grant.groupId;
    const role = roles.get(grant.roleId) ?? grant.roleId;
    return grant.organizationId === null
      ? role
      : `${role} (${names.get(grant.organizationId) ?? grant.organizationId})`;
  });
}
