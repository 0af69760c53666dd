import { isDeepStrictEqual } from "node:util";
import { type Kysely, sql } from "kysely";
import { recordSystemOperations } from "../../../engine/audit/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import type { RouteContext } from "../../../engine/http/index.ts";
import type { Json } from "../../../engine/json.ts";
import { isEmailAddress, storablePhone } from "../../../engine/resource/index.ts";
import type { SettingsPort } from "../../../engine/services.ts";
import { organizationIds } from "../../organizations/index.ts";
import { isAdministrator, roleBindingsTable, roleIds, userRoles } from "../../roles/index.ts";
import {
  changeSourceUser,
  disableUsersWithin,
  enableUsers,
  firstUsername,
  leaveGroups,
  mixedAlphabets,
  removeSourceUser,
  resembling,
  userGroupsTable,
  usersTable,
} from "../../users/index.ts";
import { carryOut, takeBack } from "../people/arrival.ts";
import { readAttributes } from "../people/attribute-map.ts";
import type { SourceRule } from "../people/grants.ts";
import type { ArrivalRules } from "../people/plan-arrival.ts";
import type { SourcePerson } from "../people/source-person.ts";
import { readSourceRules } from "../people/source-rules.ts";
import { findPerson, type PersonRow } from "./people.ts";
import { type PersonSaid, personSaid } from "./person-said.ts";
import type { Draft } from "./read-resource.ts";
import { notUnique, refused, ScimError } from "./scim-error.ts";
import { issuerOf, originOf, type ScimSource } from "./source.ts";
import { text } from "./texts.ts";

/** What a source arranges: a person has a place in its organization, and what the rules give there. */
async function rulesOf(
  { db, services: { settings } }: RouteContext,
  source: ScimSource,
  linksUsers: boolean,
): Promise<ArrivalRules> {
  const place: SourceRule = {
    attribute: "userName",
    value: "*",
    grant: { roleId: roleIds.organizationUser, organizationId: source.organizationId },
  };
  return {
    policy: {
      creates: true,
      updates: ["name", "username", "email", "phone"],
      trustedDomains: [],
      linksUsers,
      phoneCode: await phoneCode(settings),
      emailSuffix: await settings.get<string>("EMAIL_SUFFIX"),
    },
    rules: [place, ...(await rulesWithin(db, source))],
  };
}

const phoneCode = (settings: SettingsPort): Promise<string> =>
  settings.get<string>("PHONE_DEFAULT_COUNTRY_CODE");

/** The rules of the way its people sign in, as far as they stay in its organization. */
async function rulesWithin(db: Kysely<Database>, source: ScimSource): Promise<readonly SourceRule[]> {
  const rules = await readSourceRules(db, source.userSource);
  const ids = rules.flatMap(({ grant }) => ("groupId" in grant ? [grant.groupId] : []));
  const { rows } = await sql<{ id: string }>`
    select id from ${userGroupsTable} g where org_id = ${source.organizationId}::uuid and id = any(${ids}::uuid[])
  `.execute(db);
  const groups = new Set(rows.map(({ id }) => id));
  return rules.filter(({ grant }) =>
    "groupId" in grant ? groups.has(grant.groupId) : grant.organizationId === source.organizationId,
  );
}

/** Refuses what cannot be kept, before anything is written. @throws ScimError */
async function requireGood(
  { db, services: { settings } }: RouteContext,
  said: PersonSaid,
  before: PersonRow | null,
  userId: string | null,
): Promise<void> {
  const { username, email, phone } = said;
  if (username !== before?.username) {
    if (mixedAlphabets(username, "en") !== null)
      throw refused("invalidValue", "userName mixes letters of several alphabets");
    if ((await resembling({ db }, "username", username, userId)) !== null) throw notUnique("userName");
  }
  if (email !== undefined && email !== before?.email) {
    if (!isEmailAddress(email) || email.length > 128)
      throw refused("invalidValue", "emails holds what is no address");
    if ((await resembling({ db }, "email", email, userId)) !== null) throw notUnique("emails");
  }
  if (phone !== undefined && phone !== before?.phone) {
    if ((await storablePhone(phone, await phoneCode(settings))) === null)
      throw refused("invalidValue", "phoneNumbers holds what is no phone number");
  }
}

const personOf = (source: ScimSource, id: string, said: PersonSaid): SourcePerson => ({
  source: source.userSource,
  issuer: issuerOf(source.id),
  subject: id,
  username: said.username,
  name: said.name,
  ...(said.email === undefined ? {} : { email: said.email }),
  ...(said.phone === undefined ? {} : { phone: said.phone }),
  attributes: readAttributes({
    userName: said.username,
    ...said.kept,
    ...(said.kept.enterprise ?? {}),
  }),
});

/** Somebody who is here already, and who they were to the source before. */
interface KnownHere {
  readonly id: string;
  readonly source: string;
  readonly username: string;
  readonly is_service_account: boolean;
  readonly left_as: string | null;
  readonly is_linked: boolean;
}

/** Whom a new person is: nobody here, or a user the source may take for its own. @throws ScimError uniqueness */
async function whoIs(db: Kysely<Database>, source: ScimSource, username: string): Promise<KnownHere | null> {
  const { rows } = await sql<KnownHere>`
    select u.id, u.source, u.username, u.is_service_account,
      (select s.id from scim_users s where s.user_id = u.id and s.source_id = ${source.id}::uuid and s.date_left is not null) as left_as,
      exists (select 1 from scim_users s where s.user_id = u.id and s.date_left is null) as is_linked
    from ${usersTable} u where lower(normalize(u.username, NFKC)) = lower(normalize(${username}, NFKC))
  `.execute(db);
  const [user] = rows;
  if (user === undefined) return null;
  if (user.is_linked || user.is_service_account || user.username === firstUsername)
    throw notUnique("userName");
  if (!(await belongsHere(db, source, user.id))) throw notUnique("userName");
  const mayLink = user.left_as !== null || user.source === source.userSource || source.linksExisting;
  if (!mayLink) throw notUnique("userName");
  return user;
}

/** Whether a user is of the source's organization and no other, and administers nothing. */
async function belongsHere(db: Kysely<Database>, source: ScimSource, userId: string): Promise<boolean> {
  const { rows } = await sql<{ here: boolean; elsewhere: boolean }>`
    select coalesce(bool_or(b.org_id = ${source.organizationId}::uuid), false) as here,
      coalesce(bool_or(b.org_id <> ${source.organizationId}::uuid
        or (b.org_id is null and b.role_id <> ${roleIds.systemUser}::uuid)), false) as elsewhere
    from ${roleBindingsTable} b where b.user_id = ${userId}::uuid
  `.execute(db);
  const [places] = rows;
  return places?.here === true && !places.elsewhere && !(await isAdministrator(db, userId));
}

/** Makes a person: a new user, or one who is here. Answers the id the source knows them by. */
export async function createPerson(context: RouteContext, source: ScimSource, draft: Draft): Promise<string> {
  const { db } = context;
  const said = personSaid(draft, null);
  const lock = `sallyport.scim ${said.username.normalize("NFKC").toLowerCase()}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(db);
  const known = await whoIs(db, source, said.username);
  await requireGood(context, said, null, known?.id ?? null);
  const rows = await sql<{ id: string }>`select gen_random_uuid() as id`.execute(db);
  const id = known?.left_as ?? String(rows.rows[0]?.id);
  const rules = await rulesOf(context, source, known !== null);
  const arrival = await carryOut(
    db,
    personOf(source, id, said),
    rules,
    originOf(source, context.remoteAddress),
  );
  if (arrival.action === "refuse") {
    if (arrival.refusal.code === "backend_not_match") throw notUnique("userName");
    throw refused("invalidValue", arrival.refusal.message.en);
  }
  await sql`
    insert into scim_users (id, source_id, user_id, external_id, said, is_made)
    values (${id}::uuid, ${source.id}::uuid, ${arrival.userId}::uuid, ${said.externalId}, ${JSON.stringify(said.kept)}::jsonb,
      ${arrival.action === "create"})
    on conflict (source_id, user_id) do update set external_id = excluded.external_id, said = excluded.said,
      date_left = null, date_updated = now()
  `.execute(db);
  await settle(context, source, id, said);
  return id;
}

/** Writes what a source now says of a person. */
export async function changePerson(
  context: RouteContext,
  source: ScimSource,
  before: PersonRow,
  draft: Draft,
): Promise<void> {
  const { db, remoteAddress } = context;
  const said = personSaid(draft, before);
  await requireGood(context, said, before, before.user_id);
  const rules = await rulesOf(context, source, false);
  const origin = originOf(source, remoteAddress);
  const arrival = await carryOut(db, personOf(source, before.id, said), rules, origin);
  if (arrival.action === "refuse") throw refused("invalidValue", arrival.refusal.message.en);
  if (said.phone === undefined && before.phone !== null)
    await changeSourceUser(db, before.user_id, { phone: null });
  const [was, is] = [
    { externalId: before.external_id, ...before.said },
    { externalId: said.externalId, ...said.kept },
  ];
  if (!isDeepStrictEqual(was, is) || (said.phone === undefined && before.phone !== null)) {
    await sql`
      update scim_users set external_id = ${said.externalId}, said = ${JSON.stringify(said.kept)}::jsonb, date_updated = now()
      where id = ${before.id}::uuid
    `.execute(db);
    const { en, zh, ja } = text.said;
    const changes = [{ field: "scim", label: { en, zh, ja }, before: was as Json, after: is as Json }];
    await record(context, source, "update", before, changes);
  }
  await settle(context, source, before.id, said);
}

function record(
  { db, remoteAddress }: RouteContext,
  source: ScimSource,
  action: "update" | "delete",
  { user_id: id, name, username }: PersonRow,
  changes: NonNullable<Parameters<typeof recordSystemOperations>[1][number]["changes"]> = [],
): Promise<void> {
  const entry = { action, type: text.person, name: `${name}(${username})`, id, changes };
  return recordSystemOperations(
    db,
    [{ ...entry, organizationId: organizationIds.root }],
    originOf(source, remoteAddress),
  );
}

/** Shuts a person out, or lets them in again where the source itself had shut them out. */
async function settle(
  context: RouteContext,
  source: ScimSource,
  id: string,
  { active }: PersonSaid,
): Promise<void> {
  const { db, remoteAddress } = context;
  const person = await findPerson(db, source, id);
  if (person === null) throw new Error("the person who was written is gone");
  if (!active) await shutOut(context, source, person);
  else if (person.is_shut) {
    await sql`update scim_users set is_shut = false, date_updated = now() where id = ${id}::uuid`.execute(db);
    await enableUsers({ db }, sql<boolean>`id = ${person.user_id}::uuid`, originOf(source, remoteAddress));
  }
}

/** Disables somebody and ends all they have open. The last administrator stays. @throws ScimError */
async function shutOut(context: RouteContext, source: ScimSource, person: PersonRow): Promise<void> {
  if (!person.is_active) return;
  const { db, services, remoteAddress } = context;
  const disabled = await disableUsersWithin(
    db,
    services,
    sql<boolean>`id = ${person.user_id}::uuid`,
    originOf(source, remoteAddress),
  );
  if (disabled.length === 0) throw new ScimError(403, undefined, "this person cannot be disabled");
  await userRoles.requireAdministrator(db);
  await sql`update scim_users set is_shut = true, date_updated = now() where id = ${person.id}::uuid`.execute(
    db,
  );
  context.afterCommit(() => services.sessions.destroyOf(person.user_id));
}

/** Takes a person away: their user is disabled and no longer the source's, or removed where that was arranged. */
export async function deletePerson(
  context: RouteContext,
  source: ScimSource,
  person: PersonRow,
): Promise<void> {
  const { db, services } = context;
  await shutOut(context, source, person);
  await record(context, source, "delete", person);
  if (source.onDelete === "remove" && person.is_made) {
    await removeSourceUser(db, person.user_id);
    context.afterCommit(() => services.sessions.destroyOf(person.user_id));
    return;
  }
  await leaveSource(db, source, person);
  await sql`update scim_users set date_left = now(), date_updated = now() where id = ${person.id}::uuid`.execute(
    db,
  );
}

/** What the source gave goes with it, but for the place where administrators find the user. */
async function leaveSource(db: Kysely<Database>, source: ScimSource, person: PersonRow): Promise<void> {
  const link = await db
    .deleteFrom("user_source_links")
    .where("source", "=", source.userSource)
    .where("issuer", "=", issuerOf(source.id))
    .where("subject", "=", person.id)
    .returning("granted")
    .executeTakeFirst();
  const given = (link?.granted ?? []).filter(
    (grant) => "groupId" in grant || grant.roleId !== roleIds.organizationUser,
  );
  await takeBack(db, person.user_id, given);
  const { rows } = await sql<{ group_id: string }>`
    select group_id from scim_groups where source_id = ${source.id}::uuid
  `.execute(db);
  await leaveGroups(
    db,
    rows.map(({ group_id }) => ({ userId: person.user_id, groupId: group_id })),
  );
}
