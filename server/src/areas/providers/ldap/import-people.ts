import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import type { Language, Message } from "../../../engine/i18n/index.ts";
import { firstCharacters } from "../../../engine/json.ts";
import { log } from "../../../engine/log.ts";
import { organizationIds, organizationsTable } from "../../organizations/index.ts";
import { giveRoles, roleIds } from "../../roles/index.ts";
import {
  ensureGroups,
  joinGroups,
  leaveGroups,
  type UserStateServices,
  userGroupsTable,
} from "../../users/index.ts";
import type { CarriedOut } from "../people/arrival.ts";
import { carryOutMany } from "../people/many-arrivals.ts";
import type { ArrivalRules } from "../people/plan-arrival.ts";
import { toSourcePerson } from "./ldap-arrival.ts";
import { text } from "./texts.ts";

/** Somebody of the list. */
export interface ListedPerson {
  readonly username_key: string;
  readonly username: string;
  readonly subject: string;
  readonly dn: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly comment: string;
  readonly is_active: boolean | null;
  readonly groups: readonly string[];
}

/** Where people are imported to, and how. */
export interface ImportTarget {
  readonly issuer: string;
  readonly organizations: readonly string[];
  readonly groups: readonly string[];
  /** Whether people leave the groups that they have left in the directory. */
  readonly isStrict: boolean;
  readonly rules: ArrivalRules;
  /** The reading that the list is of. */
  readonly refresh: number;
  readonly remoteAddress: string;
}

/** Somebody who was not imported, and why. */
export interface ImportFailure {
  readonly username: string;
  readonly reason: Message;
}

/** What an import came to. */
export interface ImportResult {
  created: number;
  changed: number;
  unchanged: number;
  /** Disabled in the directory, and no user here. */
  skipped: number;
  /** Users the directory says are disabled; they are disabled here. */
  readonly disabled: string[];
  /** The first thousand. */
  readonly failures: ImportFailure[];
  failed: number;
}

/** Most failures that are told one by one. */
const mostFailures = 1_000;

/** People that are read, compared and written at once. */
const batchSize = 250;

/** What an import takes. */
export type ImportServices = UserStateServices;

/** A user who was imported before. */
interface Known {
  readonly user_id: string;
  readonly subject: string;
  readonly digest: Buffer;
  readonly groups: readonly string[];
  readonly has_left: boolean;
}

/**
 * Imports people of the list, or those of these usernames: who is unknown becomes a user, who is known follows the
 * directory, and all of them get their place in the organizations and groups. Whom nothing has changed of since they
 * were last imported costs one comparison. Contract: docs/contract/settings.md, "LDAP".
 */
export async function importPeople(
  { db }: Pick<ImportServices, "db">,
  target: ImportTarget,
  usernames: readonly string[] | null,
  signal?: AbortSignal,
  onBatch: (done: number) => void = () => undefined,
): Promise<ImportResult> {
  const result: ImportResult = {
    created: 0,
    changed: 0,
    unchanged: 0,
    skipped: 0,
    disabled: [],
    failures: [],
    failed: 0,
  };
  let last = "";
  let done = 0;
  while (true) {
    signal?.throwIfAborted();
    const people = await readBatch(db, last, usernames);
    const end = people.at(-1);
    if (end === undefined) return result;
    last = end.username_key;
    await importBatch(db, target, people, result);
    done += people.length;
    onBatch(done);
  }
}

async function readBatch(
  db: Kysely<Database>,
  after: string,
  usernames: readonly string[] | null,
): Promise<readonly ListedPerson[]> {
  const { rows } = await sql<ListedPerson>`
    select username_key, username, subject, dn, name, email, phone, comment, is_active, groups from ldap_people
    where username_key > ${after} ${usernames === null ? sql`` : sql`and username = any(${usernames}::text[])`}
    order by username_key limit ${batchSize}
  `.execute(db);
  return rows;
}

const digestOf = (person: ListedPerson, { organizations, groups, isStrict, rules }: ImportTarget): Buffer =>
  createHash("sha256")
    .update(JSON.stringify([person, organizations, groups, isStrict, rules]))
    .digest();

async function importBatch(
  db: Kysely<Database>,
  target: ImportTarget,
  people: readonly ListedPerson[],
  result: ImportResult,
): Promise<void> {
  const known = await knownOf(db, target.issuer, people);
  let same = 0;
  const others: Arriving[] = [];
  for (const person of people) {
    const digest = digestOf(person, target);
    const before = known.get(person.subject) ?? null;
    if (before !== null && !before.has_left && before.digest.equals(digest)) same += 1;
    else others.push({ person, digest, before });
  }
  // They are there, whatever comes of the rest.
  const seen = [...known.values()].map(({ user_id }) => user_id);
  await sql`
    update ldap_imports set refresh = ${target.refresh} where user_id = any(${seen}::uuid[]) and refresh < ${target.refresh}
  `.execute(db);
  result.unchanged += same;
  if (others.length === 0) return;
  try {
    await write(db, target, others, result);
  } catch (error) {
    // One that cannot be written must not keep the others out.
    log.warn({ err: error }, "a batch of an import failed, each is written alone");
    for (const one of others)
      await write(db, target, [one], result).catch(() => fail(result, one, text.notWritten));
  }
}

interface Arriving {
  readonly person: ListedPerson;
  readonly digest: Buffer;
  readonly before: Known | null;
}

async function knownOf(
  db: Kysely<Database>,
  issuer: string,
  people: readonly ListedPerson[],
): Promise<ReadonlyMap<string, Known>> {
  const { rows } = await sql<Known>`
    select user_id, subject, digest, groups, date_left is not null as has_left from ldap_imports
    where issuer = ${issuer} and subject = any(${people.map(({ subject }) => subject)}::text[])
  `.execute(db);
  return new Map(rows.map((row) => [row.subject, row]));
}

/** Writes people in one transaction; what it came to counts when that is done. */
async function write(
  db: Kysely<Database>,
  target: ImportTarget,
  arriving: readonly Arriving[],
  result: ImportResult,
): Promise<void> {
  const outcomes = await db.transaction().execute(async (transaction) => {
    const found = await takeIn(transaction, target, arriving);
    const arrived = found.flatMap(({ one, outcome }) =>
      outcome.kind === "user" ? [{ ...one, userId: outcome.userId }] : [],
    );
    await place(transaction, target, arrived);
    return found;
  });
  for (const { one, outcome } of outcomes) {
    if (outcome.kind === "refused") fail(result, one, outcome.reason);
    else if (outcome.kind === "skipped") result.skipped += 1;
    else if (outcome.isNew) result.created += 1;
    else result.changed += 1;
    if (outcome.kind === "user" && one.person.is_active === false) result.disabled.push(outcome.userId);
  }
}

function fail(result: ImportResult, { person: { username } }: Arriving, reason: Message): void {
  result.failed += 1;
  if (result.failures.length < mostFailures) result.failures.push({ username, reason });
}

type Outcome =
  | { readonly kind: "user"; readonly userId: string; readonly isNew: boolean }
  | { readonly kind: "skipped" }
  | { readonly kind: "refused"; readonly reason: Message };

/** What came of each. Nobody becomes a user to be disabled at once. */
async function takeIn(
  db: Kysely<Database>,
  { issuer, rules, remoteAddress }: ImportTarget,
  arriving: readonly Arriving[],
): Promise<readonly { readonly one: Arriving; readonly outcome: Outcome }[]> {
  const wanted = arriving.filter(({ person, before }) => person.is_active !== false || before !== null);
  const people = wanted.map(({ person }) => toSourcePerson(issuer, { ...person, isActive: null }));
  const arrivals = await carryOutMany(db, people, rules, remoteAddress);
  const outcomes = new Map(wanted.map((one, at) => [one, outcomeOf(arrivals[at])]));
  return arriving.map((one) => ({ one, outcome: outcomes.get(one) ?? { kind: "skipped" } }));
}

function outcomeOf(arrival: CarriedOut | undefined): Outcome {
  if (arrival === undefined) return { kind: "skipped" };
  if (arrival.action === "refuse") return { kind: "refused", reason: arrival.refusal.message };
  return { kind: "user", userId: arrival.userId, isNew: arrival.action === "create" };
}

/** Gives people their places, and remembers that they were imported so. */
async function place(
  db: Kysely<Database>,
  target: ImportTarget,
  arrived: readonly (Arriving & { readonly userId: string })[],
): Promise<void> {
  if (arrived.length === 0) return;
  const groupIds = await directoryGroups(db, target, arrived);
  const roleId = roleIds.organizationUser;
  await giveRoles(
    db,
    arrived.flatMap(({ userId }) =>
      target.organizations.map((organizationId) => ({ userId, roleId, organizationId })),
    ),
  );
  const joins = [];
  const leaves = [];
  const kept = [];
  for (const { userId, person, before, digest } of arrived) {
    const theirs = person.groups.flatMap((name) => groupIds.get(groupName(name)) ?? []);
    joins.push(...[...theirs, ...target.groups].map((groupId) => ({ userId, groupId })));
    const left = (before?.groups ?? []).filter((groupId) => !theirs.includes(groupId));
    if (target.isStrict) leaves.push(...left.map((groupId) => ({ userId, groupId })));
    const given = target.isStrict ? theirs : [...theirs, ...left];
    kept.push({ user_id: userId, subject: person.subject, digest: digest.toString("hex"), groups: given });
  }
  await joinGroups(db, joins);
  await leaveGroups(db, leaves);
  await sql`
    insert into ldap_imports as i (user_id, issuer, subject, digest, groups, refresh)
    select user_id, ${target.issuer}, subject, decode(digest, 'hex'),
      array(select jsonb_array_elements_text(groups)::uuid), ${target.refresh}
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as t (user_id uuid, subject text, digest text, groups jsonb)
    on conflict (user_id) do update set issuer = excluded.issuer, subject = excluded.subject, digest = excluded.digest,
      groups = excluded.groups, refresh = greatest(i.refresh, excluded.refresh)
  `.execute(db);
}

/** The name here of a group of the directory, as the contract has it. */
const groupName = (name: string): string => firstCharacters(`AD ${name}`, 128);

/** Ids of the directory's groups in every organization, by their names here. */
async function directoryGroups(
  db: Kysely<Database>,
  { organizations }: ImportTarget,
  arrived: readonly Arriving[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = [...new Set(arrived.flatMap(({ person }) => person.groups.map(groupName)))].sort();
  const ids = new Map<string, string[]>();
  for (const organizationId of organizations) {
    for (const [name, id] of await ensureGroups(db, organizationId, names)) {
      ids.set(name, [...(ids.get(name) ?? []), id]);
    }
  }
  return ids;
}

/** The organizations people can be imported to, of these ids, by name; the global one is no place to be. */
export async function importableOrganizations(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from ${organizationsTable} o where id = any(${ids}::uuid[]) and id <> ${organizationIds.root}::uuid order by name
  `.execute(db);
  return rows;
}

/** Of these groups those of the organizations. */
export async function importableGroups(
  db: Kysely<Database>,
  ids: readonly string[],
  organizations: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${userGroupsTable} g where id = any(${ids}::uuid[]) and org_id = any(${organizations}::uuid[]) order by id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Failures as people read them, by username. */
export const failureLines = (
  failures: readonly ImportFailure[],
  say: (message: Message, language: Language) => string,
  language: Language,
): Record<string, string>[] =>
  failures.map(({ username, reason }) => ({ [username]: say(reason, language) }));
