import { type Kysely, sql } from "kysely";
import { recordSystemOperations } from "../../../engine/audit/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import type { RouteContext } from "../../../engine/http/index.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import {
  ensureGroups,
  joinGroups,
  leaveGroups,
  removeGroup,
  renameGroup,
  userGroupMembersTable,
  userGroupsTable,
} from "../../users/index.ts";
import { type Filter, parsePath } from "./filter.ts";
import type { GroupRow } from "./groups.ts";
import { applyPatch, type PatchOperation, spread } from "./patch.ts";
import { attributeNamed, type Draft, readValue } from "./read-resource.ts";
import { groupAttributes } from "./schemas.ts";
import { notUnique, refused } from "./scim-error.ts";
import { originOf, type ScimSource } from "./source.ts";
import { text } from "./texts.ts";

/** What becomes of the members of a group: ids of people. */
interface MemberChange {
  /** Whether those leave who are not named. */
  isWhole: boolean;
  readonly joining: Set<string>;
  readonly leaving: Set<string>;
}

const membersSchema = attributeNamed(groupAttributes, "members");

/** Ids of the members that are named. */
function named(value: unknown): string[] {
  const read = membersSchema === undefined ? [] : (readValue(value, membersSchema) ?? []);
  return (read as readonly { readonly value?: unknown }[]).map(({ value: id }) => {
    if (typeof id !== "string" || !isUuid(id))
      throw refused("invalidValue", "a member is named by the id of a person");
    return id.toLowerCase();
  });
}

const nameOf = ({ displayName }: Draft): string => {
  const name = ((displayName ?? "") as string).trim();
  if (name === "" || name.length > 128) throw refused("invalidValue", "displayName has 1 to 128 characters");
  return name;
};

const externalIdOf = ({ externalId }: Draft): string | null =>
  externalId === undefined || externalId === "" ? null : (externalId as string);

/** Makes a group, or takes one for the source's where that was arranged. Answers the id the source knows it by. */
export async function createGroup(context: RouteContext, source: ScimSource, draft: Draft): Promise<string> {
  const { db } = context;
  const name = nameOf(draft);
  const lock = `sallyport.scim-group ${source.organizationId} ${name}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(db);
  const isThere = await isTaken(db, source, name);
  if (isThere && !source.linksExisting) throw notUnique("displayName");
  const groupId = (await ensureGroups(db, source.organizationId, [name])).get(name);
  const { rows } = await sql<{ id: string }>`
    insert into scim_groups (source_id, group_id, external_id, is_made)
    values (${source.id}::uuid, ${groupId}::uuid, ${externalIdOf(draft)}, ${!isThere})
    on conflict (group_id) do nothing returning id
  `.execute(db);
  const [made] = rows;
  if (made === undefined || groupId === undefined) throw notUnique("displayName");
  await record(context, source, isThere ? "update" : "create", { group_id: groupId, name });
  const change = { isWhole: false, joining: new Set(named(draft.members)), leaving: new Set<string>() };
  await changeMembers(context, source, { id: made.id, group_id: groupId, name }, change);
  return made.id;
}

async function isTaken(db: Kysely<Database>, source: ScimSource, name: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${userGroupsTable} g where g.org_id = ${source.organizationId}::uuid and g.name = ${name}
  `.execute(db);
  return rows.length > 0;
}

/** Writes a group as a whole. */
export async function replaceGroup(
  context: RouteContext,
  source: ScimSource,
  group: GroupRow,
  draft: Draft,
): Promise<void> {
  await writeGroup(context, source, group, draft);
  const change = { isWhole: true, joining: new Set(named(draft.members)), leaving: new Set<string>() };
  await changeMembers(context, source, group, change);
}

/** Carries out operations on a group. Members are not read for it: there may be thousands. */
export async function patchGroup(
  context: RouteContext,
  source: ScimSource,
  group: GroupRow,
  operations: readonly PatchOperation[],
): Promise<void> {
  const change: MemberChange = { isWhole: false, joining: new Set(), leaving: new Set() };
  const others: PatchOperation[] = [];
  for (const operation of spread(operations)) {
    if (!noteMembers(change, operation)) others.push(operation);
  }
  const before: Draft = {
    displayName: group.name,
    ...(group.external_id === null ? {} : { externalId: group.external_id }),
  };
  await writeGroup(context, source, group, applyPatch(before, others, groupAttributes, group.id));
  await changeMembers(context, source, group, change);
}

/** Notes what an operation does to the members; whether it is about them. */
function noteMembers(change: MemberChange, { op, path: written = "", value }: PatchOperation): boolean {
  const { path, filter, part } = parsePath(written);
  if (path.split(".")[0] !== "members") return false;
  if (path !== "members" || part !== undefined)
    throw refused("mutability", "a member is added or removed, not changed");
  if (filter !== undefined) {
    if (op !== "remove") throw refused("mutability", "a member is added or removed, not changed");
    for (const id of idsOf(filter)) leave(change, id);
    return true;
  }
  const ids = named(value);
  if (op === "replace" || (op === "remove" && (value === undefined || value === null))) {
    change.isWhole = true;
    change.joining.clear();
    change.leaving.clear();
  }
  for (const id of ids) {
    if (op === "remove") leave(change, id);
    else {
      change.joining.add(id);
      change.leaving.delete(id);
    }
  }
  return true;
}

function leave({ joining, leaving }: MemberChange, id: string): void {
  joining.delete(id);
  leaving.add(id);
}

/** The members that a filter names by their ids. @throws ScimError invalidFilter for another filter */
function idsOf(filter: Filter): string[] {
  if (filter.kind === "or") return [...idsOf(filter.left), ...idsOf(filter.right)];
  if (filter.kind === "compare" && filter.path === "value" && filter.operator === "eq")
    return named([{ value: filter.value }]);
  throw refused("invalidFilter", 'members are chosen by value, such as members[value eq "…"]');
}

async function writeGroup(
  context: RouteContext,
  source: ScimSource,
  group: GroupRow,
  draft: Draft,
): Promise<void> {
  const { db } = context;
  const [name, externalId] = [nameOf(draft), externalIdOf(draft)];
  if (name === group.name && externalId === group.external_id) return;
  if (name !== group.name) {
    if (await isTaken(db, source, name)) throw notUnique("displayName");
    await renameGroup(db, group.group_id, name);
  }
  await sql`
    update scim_groups set external_id = ${externalId}, date_updated = now() where id = ${group.id}::uuid
  `.execute(db);
  const { en, zh, ja } = text.group;
  const changes = [
    { field: "name", label: { en, zh, ja }, before: group.name, after: name },
    {
      field: "externalId",
      label: { en: "externalId", zh: "externalId", ja: "externalId" },
      before: group.external_id,
      after: externalId,
    },
  ].filter(({ before, after }) => before !== after);
  await record(context, source, "update", { ...group, name }, changes);
}

type Named = Pick<GroupRow, "id" | "group_id" | "name">;

interface Person {
  readonly id: string;
  readonly user_id: string;
}

/** Most members an entry of the operate log names. */
const mostNamed = 200;

async function changeMembers(
  context: RouteContext,
  source: ScimSource,
  group: Named,
  { isWhole, joining, leaving }: MemberChange,
): Promise<void> {
  const { db } = context;
  const people = await peopleOf(db, source, [...joining]);
  if (people.length < joining.size)
    throw refused("invalidValue", "a member is none of the people of this source");
  const before = await membersAmong(db, source, group, isWhole ? null : [...joining, ...leaving]);
  const inside = new Set(before.map(({ id }) => id));
  const joined = people.filter(({ id }) => !inside.has(id));
  const left = before.filter(({ id }) => (isWhole ? !joining.has(id) : leaving.has(id)));
  if (joined.length + left.length === 0) return;
  const places = (ones: readonly Person[]) =>
    ones.map(({ user_id: userId }) => ({ userId, groupId: group.group_id }));
  await joinGroups(db, places(joined));
  await leaveGroups(db, places(left));
  await sql`update scim_groups set date_updated = now() where id = ${group.id}::uuid`.execute(db);
  const { en, zh, ja } = text.members;
  const ids = (ones: readonly Person[]) => ones.slice(0, mostNamed).map(({ user_id }) => user_id);
  const changes = [{ field: "users", label: { en, zh, ja }, before: ids(left), after: ids(joined) }];
  await record(context, source, "update", group, changes);
}

async function peopleOf(
  db: Kysely<Database>,
  source: ScimSource,
  ids: readonly string[],
): Promise<readonly Person[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Person>`
    select id, user_id from scim_users
    where source_id = ${source.id}::uuid and date_left is null and id = any(${ids}::uuid[])
  `.execute(db);
  return rows;
}

/** The source's people in a group, or those of these ids who are. */
async function membersAmong(
  db: Kysely<Database>,
  source: ScimSource,
  group: Named,
  ids: readonly string[] | null,
): Promise<readonly Person[]> {
  const { rows } = await sql<Person>`
    select s.id, s.user_id from scim_users s join ${userGroupMembersTable} m on m.user_id = s.user_id
    where m.usergroup_id = ${group.group_id}::uuid and s.source_id = ${source.id}::uuid and s.date_left is null
      ${ids === null ? sql`` : sql`and s.id = any(${ids}::uuid[])`}
  `.execute(db);
  return rows;
}

/** Removes a group that the source made; one that was here stays, without the source's people. */
export async function deleteGroup(context: RouteContext, source: ScimSource, group: GroupRow): Promise<void> {
  const { db } = context;
  await changeMembers(context, source, group, { isWhole: true, joining: new Set(), leaving: new Set() });
  await record(context, source, group.is_made ? "delete" : "update", group);
  await sql`delete from scim_groups where id = ${group.id}::uuid`.execute(db);
  if (group.is_made && (await isEmpty(db, group))) await removeGroup(db, group.group_id);
}

/** Whether nobody is left whom somebody else put in. */
async function isEmpty(db: Kysely<Database>, { group_id }: GroupRow): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${userGroupMembersTable} m where m.usergroup_id = ${group_id}::uuid limit 1
  `.execute(db);
  return rows.length === 0;
}

type Changes = NonNullable<Parameters<typeof recordSystemOperations>[1][number]["changes"]>;

function record(
  { db, remoteAddress }: RouteContext,
  source: ScimSource,
  action: "create" | "update" | "delete",
  { group_id: id, name }: Pick<GroupRow, "group_id" | "name">,
  changes: Changes = [],
): Promise<void> {
  const entry = { action, type: text.group, name, id, changes, organizationId: source.organizationId };
  return recordSystemOperations(db, [entry], originOf(source, remoteAddress));
}
