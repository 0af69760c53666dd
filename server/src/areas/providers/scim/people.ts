import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import { userGroupMembersTable, userGroupsTable, usersTable } from "../../users/index.ts";
import type { Columns, ManyColumns, SingleColumn } from "./compile-filter.ts";
import { enterprisePrefix, enterpriseSchema, userSchema } from "./filter.ts";
import { isShown, type ListQuery, listClauses, type Resource, type Shown, withMeta } from "./listing.ts";
import { type Draft, enterpriseKey } from "./read-resource.ts";
import { enterpriseAttributes } from "./schemas.ts";
import type { ScimSource } from "./source.ts";

/** What a source says beside what a user has. */
export interface SaidOfPerson {
  readonly givenName?: string;
  readonly familyName?: string;
  readonly title?: string;
  readonly userType?: string;
  readonly emailType?: string;
  readonly phoneType?: string;
  readonly enterprise?: Readonly<Record<string, unknown>>;
}

/** A person of a source, with their user. */
export interface PersonRow {
  readonly id: string;
  readonly user_id: string;
  readonly external_id: string | null;
  readonly said: SaidOfPerson;
  readonly is_made: boolean;
  readonly is_shut: boolean;
  readonly date_created: Date;
  readonly date_changed: Date;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly is_active: boolean;
}

const said = (...path: string[]): SingleColumn => ({ as: "text", sql: sql`s.said #>> ${path}::text[]` });
const text = (column: string): SingleColumn => ({ as: "text", sql: sql.ref(column) });
const constant = (value: string): SingleColumn => ({ as: "text", sql: sql`${value}::text` });

const contact = (column: string, type: string, usual: string): ManyColumns => ({
  parts: {
    value: text(column),
    type: { as: "text", sql: sql`coalesce(s.said ->> ${type}::text, ${usual}::text)` },
    primary: { as: "boolean", sql: sql`true` },
  },
  some: (condition) => sql`(${sql.ref(column)} is not null and ${condition})`,
});

const columns: Columns = {
  single: {
    id: { as: "uuid", sql: sql.ref("s.id") },
    externalid: { as: "exact", sql: sql.ref("s.external_id") },
    username: text("u.username"),
    displayname: text("u.name"),
    name: text("u.name"),
    "name.formatted": text("u.name"),
    "name.givenname": said("givenName"),
    "name.familyname": said("familyName"),
    title: said("title"),
    usertype: said("userType"),
    active: { as: "boolean", sql: sql.ref("u.is_active") },
    "meta.created": { as: "instant", sql: sql.ref("s.date_created") },
    "meta.lastmodified": { as: "instant", sql: sql`greatest(s.date_updated, u.date_updated)` },
    "meta.resourcetype": constant("User"),
    ...Object.fromEntries(
      enterpriseAttributes.flatMap(({ name, subAttributes = [] }) =>
        subAttributes.length === 0
          ? [[enterprisePrefix + name.toLowerCase(), said("enterprise", name)]]
          : subAttributes.map((part) => [
              `${enterprisePrefix}${name}.${part.name}`.toLowerCase(),
              said("enterprise", name, part.name),
            ]),
      ),
    ),
  },
  many: {
    emails: contact("u.email", "emailType", "work"),
    phonenumbers: contact("u.phone", "phoneType", "work"),
    groups: {
      parts: { value: { as: "uuid", sql: sql.ref("fg.id") }, display: text("g.name") },
      some: (condition) => sql`exists (
        select 1 from scim_groups fg join ${userGroupsTable} g on g.id = fg.group_id
        join ${userGroupMembersTable} m on m.usergroup_id = g.id
        where m.user_id = s.user_id and fg.source_id = s.source_id and ${condition})`,
    },
  },
};

const from = (source: ScimSource): RawBuilder<unknown> => sql`
  from scim_users s join ${usersTable} u on u.id = s.user_id
  where s.source_id = ${source.id}::uuid and s.date_left is null`;

const fields = sql`s.id, s.user_id, s.external_id, s.said, s.is_made, s.is_shut, s.date_created,
  greatest(s.date_updated, u.date_updated) as date_changed, u.username, u.name, u.email, u.phone, u.is_active`;

/** People of a source. */
export async function listPeople(
  db: Kysely<Database>,
  source: ScimSource,
  query: ListQuery,
): Promise<{ readonly total: number; readonly rows: readonly PersonRow[] }> {
  const { condition, page } = listClauses(query, columns, sql`s.date_created, s.id`);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total ${from(source)} and ${condition}
  `.execute(db);
  const total = counted.rows[0]?.total ?? 0;
  if (total === 0 || query.count === 0) return { total, rows: [] };
  const { rows } = await sql<PersonRow>`select ${fields} ${from(source)} and ${condition} ${page}`.execute(
    db,
  );
  return { total, rows };
}

/** A person of a source; null where it has none of that id. `isLocked`: nobody else changes them meanwhile. */
export async function findPerson(
  db: Kysely<Database>,
  source: ScimSource,
  id: string,
  isLocked = false,
): Promise<PersonRow | null> {
  if (!isUuid(id)) return null;
  const { rows } = await sql<PersonRow>`
    select ${fields} ${from(source)} and s.id = ${id}::uuid ${isLocked ? sql`for update of s` : sql``}
  `.execute(db);
  return rows[0] ?? null;
}

/** People as they are answered, with their groups where those are asked for. */
export async function presentPeople(
  db: Kysely<Database>,
  source: ScimSource,
  people: readonly PersonRow[],
  { base, shown }: { readonly base: string; readonly shown: Shown },
) {
  const groups = await groupsOf(db, source, isShown(shown, "groups") ? people : []);
  return people.map((person) => {
    const { date_created: created, date_changed: changed } = person;
    const resource = resourceOf(person, groups.get(person.user_id) ?? [], base);
    return withMeta(resource, { kind: "User", base, created, changed });
  });
}

interface GroupOfPerson {
  readonly id: string;
  readonly name: string;
}

async function groupsOf(
  db: Kysely<Database>,
  source: ScimSource,
  people: readonly PersonRow[],
): Promise<ReadonlyMap<string, readonly GroupOfPerson[]>> {
  const found = new Map<string, GroupOfPerson[]>();
  if (people.length === 0) return found;
  const { rows } = await sql<GroupOfPerson & { user_id: string }>`
    select fg.id, g.name, m.user_id from scim_groups fg join ${userGroupsTable} g on g.id = fg.group_id
    join ${userGroupMembersTable} m on m.usergroup_id = g.id
    where fg.source_id = ${source.id}::uuid and m.user_id = any(${people.map(({ user_id }) => user_id)}::uuid[])
    order by g.name
  `.execute(db);
  for (const row of rows) found.set(row.user_id, [...(found.get(row.user_id) ?? []), row]);
  return found;
}

/** A person as a client may change them. */
export function draftOf({ external_id, said, username, name, email, phone, is_active }: PersonRow): Draft {
  const { givenName, familyName, title, userType, emailType, phoneType, enterprise } = said;
  const parts = Object.entries({ formatted: name, givenName, familyName });
  return {
    ...(external_id === null ? {} : { externalId: external_id }),
    userName: username,
    displayName: name,
    name: Object.fromEntries(parts.filter(([, value]) => value !== undefined)),
    emails: [{ value: email, type: emailType ?? "work", primary: true }],
    ...(phone === null ? {} : { phoneNumbers: [{ value: phone, type: phoneType ?? "work", primary: true }] }),
    ...(title === undefined ? {} : { title }),
    ...(userType === undefined ? {} : { userType }),
    active: is_active,
    ...(enterprise === undefined ? {} : { [enterpriseKey]: { ...enterprise } }),
  };
}

function resourceOf(person: PersonRow, groups: readonly GroupOfPerson[], base: string): Resource {
  const { [enterpriseKey]: enterprise, ...core } = draftOf(person);
  return {
    schemas: enterprise === undefined ? [userSchema] : [userSchema, enterpriseSchema],
    id: person.id,
    ...core,
    ...(groups.length === 0
      ? {}
      : {
          groups: groups.map(({ id, name }) => ({
            value: id,
            $ref: `${base}/Groups/${id}`,
            display: name,
            type: "direct",
          })),
        }),
    ...(enterprise === undefined ? {} : { [enterpriseSchema]: enterprise }),
  };
}
