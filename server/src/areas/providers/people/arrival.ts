import { type Kysely, sql } from "kysely";
import { type OperationOrigin, recordSystemOperations } from "../../../engine/audit/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { ApiError } from "../../../engine/errors.ts";
import type { Message } from "../../../engine/i18n/index.ts";
import type { Services } from "../../../engine/services.ts";
import { findSignInUser, type SignInUser } from "../../credentials/index.ts";
import { organizationIds } from "../../organizations/index.ts";
import { giveRole, takeRole, userRoles } from "../../roles/index.ts";
import {
  changeSourceUser,
  createSourceUser,
  joinGroup,
  leaveGroup,
  type SourceUserValues,
} from "../../users/index.ts";
import type { Grant } from "./grants.ts";
import { type ArrivalPlan, type ArrivalRefusal, type ArrivalRules, planArrival } from "./plan-arrival.ts";
import type { PersonField, SourcePerson } from "./source-person.ts";
import { text } from "./texts.ts";

/** What came of an arrival. */
export type Arrival =
  | { readonly user: SignInUser; readonly action: Exclude<ArrivalPlan["action"], "refuse"> }
  | { readonly user: null; readonly refusal: ArrivalRefusal };

/**
 * Takes in a person another system has proven: finds or makes their user, and carries out what the plan says. It signs
 * nobody in: whether they may come in now is decided by the steps of the sign-in.
 */
export async function arrive(
  services: Pick<Services, "db">,
  person: SourcePerson,
  rules: ArrivalRules,
  remoteAddress: string,
): Promise<Arrival> {
  try {
    return await services.db.transaction().execute(async (db) => {
      const plan = await carryOut(db, person, rules, remoteAddress);
      if (plan.action === "refuse") return { user: null, refusal: plan.refusal };
      const user = await findSignInUser({ db }, { id: plan.userId });
      if (user === null) throw new Error("the user of an arrival is gone");
      return { user, action: plan.action };
    });
  } catch (error) {
    // Among others: the rules would take the last administrator's role.
    if (!(error instanceof ApiError)) throw error;
    return { user: null, refusal: { code: "backend_not_match", message: error.detail } };
  }
}

type CarriedOut =
  | Extract<ArrivalPlan, { readonly action: "refuse" }>
  | (Exclude<ArrivalPlan, { readonly action: "refuse" }> & { readonly userId: string });

/**
 * Plans an arrival and does what it says, in the caller's transaction. The same person at the same moment waits. Imports
 * of a directory take people in by it, too.
 */
export async function carryOut(
  db: Kysely<Database>,
  person: SourcePerson,
  rules: ArrivalRules,
  origin: OperationOrigin,
): Promise<CarriedOut> {
  const lock = `sallyport.arrival ${person.source} ${person.issuer} ${person.subject}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(db);
  const plan = await planArrival(db, person, rules);
  if (plan.action === "refuse") return plan;
  const { user, values, changes, gains, losses, kept } = plan;
  const userId = user?.id ?? (await createSourceUser(db, person.source, values as SourceUserValues));
  if (user !== null && changes.length > 0) await changeSourceUser(db, userId, values);
  for (const grant of gains) await give(db, userId, grant);
  await takeBack(db, userId, losses);
  if (user === null) await userRoles.assignInitial({ db, organization: everywhere }, userId);
  await saveLink(db, person, userId, kept);
  await record(db, { ...plan, userId }, origin);
  return { ...plan, userId };
}

/** Who has no place by the rules has it in the default organization. */
const everywhere = {
  id: organizationIds.root,
  name: "",
  comment: "",
  isRoot: true,
  isDefault: false,
  isSystem: false,
} as const;

/**
 * Takes from a user what rules gave them. Who loses the last role of an organization still needs a place to be, and the
 * installation an administrator.
 */
export async function takeBack(
  db: Kysely<Database>,
  userId: string,
  grants: readonly Grant[],
): Promise<void> {
  if (grants.length === 0) return;
  for (const grant of grants) await take(db, userId, grant);
  await userRoles.assignInitial({ db, organization: everywhere }, userId);
  await userRoles.requireAdministrator(db);
}

const give = (db: Kysely<Database>, userId: string, grant: Grant): Promise<void> =>
  "groupId" in grant ? joinGroup(db, userId, grant.groupId) : giveRole(db, userId, grant);

const take = (db: Kysely<Database>, userId: string, grant: Grant): Promise<void> =>
  "groupId" in grant ? leaveGroup(db, userId, grant.groupId) : takeRole(db, userId, grant);

async function saveLink(
  db: Kysely<Database>,
  { source, issuer, subject }: SourcePerson,
  userId: string,
  granted: readonly Grant[],
): Promise<void> {
  const link = { user_id: userId, granted: JSON.stringify(granted) };
  await db
    .insertInto("user_source_links")
    .values({ source, issuer, subject, ...link })
    .onConflict((conflict) => conflict.columns(["source", "issuer", "subject"]).doUpdateSet(link))
    .execute();
}

const labels: Readonly<Record<PersonField, Message>> = {
  name: text.personName,
  username: text.username,
  email: text.email,
  phone: text.phone,
  comment: text.comment,
};

/** A sign-in that changes nothing is no news; everything else is in the operate log. */
async function record(
  db: Kysely<Database>,
  plan: Extract<CarriedOut, { readonly userId: string }>,
  origin: OperationOrigin,
): Promise<void> {
  const { action, user, values, changes, gains, losses, userId } = plan;
  if (action === "enter" && changes.length + gains.length + losses.length === 0) return;
  const name = `${values.name ?? user?.name ?? ""}(${values.username ?? user?.username ?? ""})`;
  const entry = {
    action: action === "create" ? ("create" as const) : ("update" as const),
    type: text.user,
    name,
    id: userId,
    organizationId: organizationIds.root,
    changes: changes.map(({ field, before, after }) => {
      const { en, zh, ja } = labels[field];
      return { field, label: { en, zh, ja }, before, after };
    }),
  };
  await recordSystemOperations(db, [entry], origin);
}
