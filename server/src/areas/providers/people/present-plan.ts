import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import type { Language, Message } from "../../../engine/i18n/index.ts";
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
  /** The user it would be; null for one that would be made. */
  readonly user: { readonly id: string; readonly name: string; readonly username: string } | null;
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
  language: Language,
): Promise<PresentedPlan> {
  const { username, attributes } = person;
  const user =
    plan.user === null ? null : { id: plan.user.id, name: plan.user.name, username: plan.user.username };
  if (plan.action === "refuse") {
    const { message } = plan.refusal;
    const nothing = { changes: [], gains: [], losses: [] };
    return { action: "refuse", username, user, refusal: message, ...nothing, attributes };
  }
  const { action, changes } = plan;
  const [gains, losses] = [await namesOf(db, plan.gains, language), await namesOf(db, plan.losses, language)];
  return { action, username, user, refusal: null, changes, gains, losses, attributes };
}

async function namesOf(
  db: Kysely<Database>,
  grants: readonly Grant[],
  language: Language,
): Promise<string[]> {
  const roles = await roleNamesOf(
    db,
    grants.flatMap((grant) => ("groupId" in grant ? [] : [grant.roleId])),
    language,
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
