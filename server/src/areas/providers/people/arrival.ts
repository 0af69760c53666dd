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
import {
  type ArrivalPlan,
  type ArrivalRefusal,
  type ArrivalRules,
  findLinked,
  planArrival,
} from "./plan-arrival.ts";
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
    const known = await enterUnchanged(services, person, rules);
    if (known !== null) return known;
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

/**
 * Somebody who came before and of whom nothing changes: most sign-ins. There is nothing to write, so nothing to wait for
 * either; null for everybody else, who is planned again under the lock.
 */
async function enterUnchanged(
  { db }: Pick<Services, "db">,
  person: SourcePerson,
  rules: ArrivalRules,
): Promise<Arrival | null> {
  const link = await findLinked(db, person);
  if (link === null) return null;
  const plan = await planArrival(db, person, rules, link);
  return plan.action !== "enter" || isNews(plan) ? null : { user: link.user, action: plan.action };
}

/** An arrival that was carried out, or refused. */
export type CarriedOut =
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
  await lockPeople(db, [person]);
  const plan = await planArrival(db, person, rules);
  if (plan.action === "refuse") return plan;
  const { user, values, changes, gains, losses, kept } = plan;
  const userId = user?.id ?? (await createSourceUser(db, person.source, values as SourceUserValues));
  if (user !== null && changes.length > 0) await changeSourceUser(db, userId, values);
  for (const grant of gains) await give(db, userId, grant);
  await takeBack(db, userId, losses);
  if (user === null) await userRoles.assignInitial({ db, organization: everywhere }, userId);
  await saveLinks(db, [{ person, userId, granted: kept }]);
  await record(db, [{ ...plan, userId }], origin);
  return { ...plan, userId };
}

/** The same people at the same moment wait; in one order, so that two imports never wait for each other. */
export async function lockPeople(db: Kysely<Database>, people: readonly SourcePerson[]): Promise<void> {
  const names = people.map(
    ({ source, issuer, subject }) => `sallyport.arrival ${source} ${issuer} ${subject}`,
  );
  await sql`
    select pg_advisory_xact_lock(lock) from (
      select distinct hashtextextended(name, 0) as lock from unnest(${names}::text[]) as name order by 1
    ) as locks
  `.execute(db);
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

/** Which user a person is, and what rules gave them. */
export interface PersonLink {
  readonly person: SourcePerson;
  readonly userId: string;
  readonly granted: readonly Grant[];
}

/** Remembers who is who. */
export async function saveLinks(db: Kysely<Database>, links: readonly PersonLink[]): Promise<void> {
  if (links.length === 0) return;
  await db
    .insertInto("user_source_links")
    .values(
      links.map(({ person: { source, issuer, subject }, userId, granted }) => ({
        source,
        issuer,
        subject,
        user_id: userId,
        granted: JSON.stringify(granted),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["source", "issuer", "subject"]).doUpdateSet(({ ref }) => ({
        user_id: ref("excluded.user_id"),
        granted: ref("excluded.granted"),
      })),
    )
    .execute();
}

const labels: Readonly<Record<PersonField, Message>> = {
  name: text.personName,
  username: text.username,
  email: text.email,
  phone: text.phone,
  comment: text.comment,
};

/** An arrival of somebody who is a user now. */
type Arrived = Extract<CarriedOut, { readonly userId: string }>;

/** Whether an arrival changes anything, and what is remembered of it with that. */
const isNews = ({ action, changes, gains, losses }: Exclude<ArrivalPlan, { readonly action: "refuse" }>) =>
  action !== "enter" || changes.length + gains.length + losses.length > 0;

/** A sign-in that changes nothing is no news; everything else is in the operate log. */
export async function record(
  db: Kysely<Database>,
  arrivals: readonly Arrived[],
  origin: OperationOrigin,
): Promise<void> {
  const entries = arrivals.filter(isNews).map(({ action, user, values, changes, userId }) => ({
    action: action === "create" ? ("create" as const) : ("update" as const),
    type: text.user,
    name: `${values.name ?? user?.name ?? ""}(${values.username ?? user?.username ?? ""})`,
    id: userId,
    organizationId: organizationIds.root,
    changes: changes.map(({ field, before, after }) => {
      const { en, zh, ja } = labels[field];
      return { field, label: { en, zh, ja }, before, after };
    }),
  }));
  await recordSystemOperations(db, entries, origin);
}
