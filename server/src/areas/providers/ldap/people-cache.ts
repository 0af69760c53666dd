import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { firstCharacters } from "../../../engine/json.ts";
import { log } from "../../../engine/log.ts";
import { usernameKey } from "../own-name.ts";
import type { RuleServices } from "../people/source-rules.ts";
import { everybody, openDirectory } from "./ldap-directory.ts";
import { LdapFailure, type LdapProblem } from "./ldap-failure.ts";
import { commonName, type LdapPerson } from "./ldap-person.ts";
import { readLdapSettings } from "./ldap-settings.ts";

/** How reading everybody goes, or went. */
export type RefreshState =
  | { readonly state: "none" }
  | { readonly state: "running"; readonly people: number }
  /** Ended without having read everybody; `problem` is null where nobody knows why. */
  | { readonly state: "failed"; readonly problem: LdapProblem | null; readonly said: string }
  | { readonly state: "done"; readonly people: number; readonly refresh: number; readonly finishedAt: Date };

interface RefreshRow {
  readonly refresh: string;
  readonly date_finished: Date | null;
  readonly people: number;
  readonly problem: LdapProblem | null;
  readonly said: string;
  readonly is_lost: boolean;
}

/** Minutes without a sign of life after which whoever read is taken for dead: longer than the longest time limit. */
const lostAfter = 10;

/** How far reading everybody is. */
export async function refreshState(db: Kysely<Database>): Promise<RefreshState> {
  const { rows } = await sql<RefreshRow>`
    select refresh, date_finished, people, problem, said,
      date_finished is null and date_seen < now() - ${lostAfter} * interval '1 minute' as is_lost
    from ldap_refreshes
  `.execute(db);
  const [row] = rows;
  if (row === undefined) return { state: "none" };
  if (row.is_lost) return { state: "failed", problem: null, said: "" };
  if (row.date_finished === null) return { state: "running", people: row.people };
  if (row.problem !== null) return { state: "failed", problem: row.problem, said: row.said };
  return { state: "done", people: row.people, refresh: Number(row.refresh), finishedAt: row.date_finished };
}

/** Takes the turn of reading everybody; null while somebody else has it. Answers the number of this reading. */
export async function beginRefresh(db: Kysely<Database>): Promise<number | null> {
  const { rows } = await sql<{ refresh: string }>`
    insert into ldap_refreshes as r (id, refresh) values (1, nextval('ldap_refresh_numbers'))
    on conflict (id) do update set refresh = excluded.refresh, date_started = now(), date_seen = now(),
      date_finished = null, people = 0, problem = null, said = ''
    where r.date_finished is not null or r.date_seen < now() - ${lostAfter} * interval '1 minute'
    returning refresh
  `.execute(db);
  return rows[0] === undefined ? null : Number(rows[0].refresh);
}

/** Forgets what was read, and how that went; who is reading finds that it was forgotten, and stops. */
export async function forgetPeople(db: Kysely<Database>): Promise<void> {
  await sql`delete from ldap_people`.execute(db);
  await sql`delete from ldap_refreshes`.execute(db);
}

/** What reading takes. */
export type RefreshServices = RuleServices;

/**
 * Reads everybody of the directory into the list, a page at a time, and drops from the list whom it no longer has. What
 * goes wrong is kept with the reading and thrown.
 * @throws LdapFailure
 */
export async function readPeople(services: RefreshServices, refresh: number): Promise<number> {
  const { db } = services;
  try {
    const people = await readPages(services, refresh);
    await sql`delete from ldap_people where refresh <> ${refresh}`.execute(db);
    await endRefresh(db, refresh, people, null);
    return people;
  } catch (error) {
    const failure = error instanceof LdapFailure ? error : new LdapFailure("refused", "");
    if (failure !== error) log.error({ err: error }, "reading the directory failed");
    await endRefresh(db, refresh, 0, failure);
    throw failure;
  }
}

async function readPages({ db, settings }: RefreshServices, refresh: number): Promise<number> {
  const directory = await readLdapSettings({ settings });
  const connection = await openDirectory(directory);
  try {
    let people = 0;
    for await (const page of everybody(connection, directory)) {
      people += await storePage(db, page, refresh);
      const { rows } = await sql<{ id: number }>`
        update ldap_refreshes set date_seen = now(), people = ${people} where refresh = ${refresh} returning id
      `.execute(db);
      if (rows.length === 0) throw new LdapFailure("refused", "The list was cleared meanwhile.");
    }
    return people;
  } finally {
    connection.close();
  }
}

async function endRefresh(
  db: Kysely<Database>,
  refresh: number,
  people: number,
  failure: LdapFailure | null,
): Promise<void> {
  await sql`
    update ldap_refreshes set date_finished = now(), people = ${people}, problem = ${failure?.problem ?? null},
      said = ${failure?.said ?? ""}
    where refresh = ${refresh}
  `.execute(db);
}

/** What can be kept of a text of the directory. */
const storable = (text: string): string => firstCharacters(text.replace(/[\0\p{Surrogate}]/gu, ""), 1024);

/** Puts a page into the list; of two entries with one username the first counts. Answers how many are new to it. */
async function storePage(
  db: Kysely<Database>,
  page: readonly LdapPerson[],
  refresh: number,
): Promise<number> {
  if (page.length === 0) return 0;
  const rows = new Map(
    page.map((person) => [
      usernameKey(storable(person.username)),
      {
        username: storable(person.username),
        subject: storable(person.subject),
        dn: storable(person.dn),
        name: storable(person.name),
        email: storable(person.email),
        phone: storable(person.phone),
        comment: storable(person.comment),
        is_active: person.isActive,
        groups: person.groups.map((dn) => storable(commonName(dn))).filter((name) => name !== ""),
      },
    ]),
  );
  const json = JSON.stringify([...rows].map(([username_key, row]) => ({ username_key, ...row })));
  const { numAffectedRows = 0n } = await sql`
    insert into ldap_people as p (username_key, username, subject, dn, name, email, phone, comment, is_active, groups, refresh)
    select username_key, username, subject, dn, name, email, phone, comment, is_active, groups, ${refresh}
    from jsonb_to_recordset(${json}::jsonb) as t (username_key text, username text, subject text, dn text, name text,
      email text, phone text, comment text, is_active boolean, groups jsonb)
    on conflict (username_key) do update set username = excluded.username, subject = excluded.subject, dn = excluded.dn,
      name = excluded.name, email = excluded.email, phone = excluded.phone, comment = excluded.comment,
      is_active = excluded.is_active, groups = excluded.groups, refresh = excluded.refresh
    where p.refresh <> excluded.refresh
  `.execute(db);
  return Number(numAffectedRows);
}
