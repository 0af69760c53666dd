import { type Kysely, sql } from "kysely";
import type { OperationOrigin } from "../../../engine/audit/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { organizationIds } from "../../organizations/index.ts";
import { giveInitialRoles, giveRoles } from "../../roles/index.ts";
import { createSourceUsers, joinGroups, type SourceUserValues, usersTable } from "../../users/index.ts";
import { type CarriedOut, carryOut, lockPeople, record, saveLinks } from "./arrival.ts";
import { type ArrivalPlan, type ArrivalRules, newAddress, planNewUser, usernameOf } from "./plan-arrival.ts";
import type { SourcePerson } from "./source-person.ts";

/**
 * Takes in people of one source, as `carryOut` does one by one, in the caller's transaction. Those whom nobody here is,
 * nearly all in a first import, are looked up, made and recorded together.
 * @returns what came of each, in their order
 */
export async function carryOutMany(
  db: Kysely<Database>,
  people: readonly SourcePerson[],
  rules: ArrivalRules,
  origin: OperationOrigin,
): Promise<readonly CarriedOut[]> {
  await lockPeople(db, people);
  const strangers = await findStrangers(db, people, rules);
  const made = await makeUsers(db, strangers, rules, origin);
  const outcomes: CarriedOut[] = [];
  for (const person of people) {
    outcomes.push(made.get(person) ?? (await carryOut(db, person, rules, origin)));
  }
  return outcomes;
}

/** A person whom nobody here is or looks like, with the username they get. */
interface Stranger {
  readonly person: SourcePerson;
  readonly username: string;
}

/**
 * Of these people those who have no link, and of whose username and addresses no user and no other of them has one
 * that reads or looks the same. Whoever is left out is looked at alone.
 */
async function findStrangers(
  db: Kysely<Database>,
  people: readonly SourcePerson[],
  { policy }: ArrivalRules,
): Promise<readonly Stranger[]> {
  const named = people.flatMap((person) => {
    const username = usernameOf(person.username);
    if (username === null || person.isActive === false) return [];
    const made = newAddress(person, username, policy);
    return [{ person, username, made: made ?? "", email: person.email ?? "" }];
  });
  if (named.length === 0) return [];
  const each = (column: (one: (typeof named)[number]) => string): string[] => named.map(column);
  const { rows } = await sql<{ at: number }>`
    with people as materialized (
      select at::int, subject, name_outline(username) as outline, lower(normalize(username, NFKC)) as username,
        lower(normalize(made, NFKC)) as made, lower(normalize(email, NFKC)) as email
      from unnest(
        ${each(({ person }) => person.subject)}::text[], ${each(({ username }) => username)}::text[],
        ${each(({ made }) => made)}::text[], ${each(({ email }) => email)}::text[]
      ) with ordinality as p (subject, username, made, email, at)
    ), addresses as (
      select at, made as address from people where made <> ''
      union select at, email from people where email <> ''
    ), known as (
      select at from people p join user_source_links l
        on l.source = ${people[0]?.source} and l.issuer = ${people[0]?.issuer} and l.subject = p.subject
      union select at from people p join ${usersTable} u on lower(normalize(u.username, NFKC)) = p.username
      union select at from people p join ${usersTable} u on name_outline(u.username) = p.outline
      union select at from addresses a join ${usersTable} u on lower(normalize(u.email, NFKC)) = a.address
    ), alike as (
      select unnest(array_agg(at)) as at from people group by outline having count(*) > 1
      union select unnest(array_agg(at)) from people group by username having count(*) > 1
      union select unnest(array_agg(at)) from people group by subject having count(*) > 1
      union select unnest(array_agg(at)) from addresses group by address having count(distinct at) > 1
    )
    select at from people where at not in (select at from known) and at not in (select at from alike) order by at
  `.execute(db);
  return rows.flatMap(({ at }) => named[at - 1] ?? []);
}

type NewUser = Extract<ArrivalPlan, { readonly action: "create" | "enter" | "link" }> & {
  readonly person: SourcePerson;
};

/** Makes users of strangers, or says why they cannot become users. */
async function makeUsers(
  db: Kysely<Database>,
  strangers: readonly Stranger[],
  rules: ArrivalRules,
  origin: OperationOrigin,
): Promise<ReadonlyMap<SourcePerson, CarriedOut>> {
  const outcomes = new Map<SourcePerson, CarriedOut>();
  const plans: NewUser[] = [];
  for (const { person, username } of strangers) {
    const plan = await planNewUser(person, username, rules, async () => false);
    if (plan.action === "refuse") outcomes.set(person, plan);
    else plans.push({ ...plan, person });
  }
  const [first] = plans;
  if (first === undefined) return outcomes;
  const values = plans.map((plan) => plan.values as SourceUserValues);
  const ids = await createSourceUsers(db, first.person.source, values);
  const made = plans.map((plan, at) => ({ ...plan, userId: ids[at] ?? "" }));
  const gifts = made.flatMap(({ userId, gains }) => gains.map((grant) => ({ userId, ...grant })));
  await giveRoles(
    db,
    gifts.flatMap((gift) => ("groupId" in gift ? [] : gift)),
  );
  await joinGroups(
    db,
    gifts.flatMap((gift) => ("groupId" in gift ? gift : [])),
  );
  await giveInitialRoles(db, ids, organizationIds.default);
  await saveLinks(
    db,
    made.map(({ person, userId, kept }) => ({ person, userId, granted: kept })),
  );
  await record(db, made, origin);
  for (const { person, ...outcome } of made) outcomes.set(person, outcome);
  return outcomes;
}
