import { Filter } from "ldapts";
import { type LdapConnection, type LdapSearch, openLdap } from "./ldap-connection.ts";
import { type LdapPerson, readPerson, wantedAttributes } from "./ldap-person.ts";
import type { LdapSettings } from "./ldap-settings.ts";

/** Stands in a filter for the name that is looked for. */
export const namePlaceholder = "%(user)s";

/** The filter for one name; whatever is in the name is text. */
export const filterForName = (filter: string, username: string): string =>
  filter.replaceAll(namePlaceholder, () => Filter.escape(username));

/** The filter for everybody. */
export const filterForAll = (filter: string): string => filter.replaceAll(namePlaceholder, () => "*");

/** Opens the directory as the product's own name. */
export async function openDirectory(settings: LdapSettings, deadline?: number): Promise<LdapConnection> {
  const connection = await openLdap(settings.server, deadline);
  try {
    if (settings.bindDn !== "") await connection.bind(settings.bindDn, settings.bindPassword);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** What is looked for below a base. */
export const searchFor = (settings: LdapSettings, base: string, filter: string): LdapSearch => ({
  base,
  filter,
  attributes: wantedAttributes(settings.attributes),
});

/**
 * The one entry a name belongs to, below the first base that has it; null where none or more than one has it: nobody
 * knows which is meant.
 */
export async function findByName(
  connection: LdapConnection,
  settings: LdapSettings,
  username: string,
): Promise<LdapPerson | null> {
  const filter = filterForName(settings.filter, username);
  for (const base of settings.bases) {
    const found = await connection.search(searchFor(settings, base, filter), 2);
    const [entry, other] = found;
    if (entry === undefined) continue;
    const person = other === undefined ? readPerson(entry, settings.attributes) : null;
    if (person === null) return null;
    return { ...person, groups: await groupsOf(connection, settings)(person.groups) };
  }
  return null;
}

/**
 * Everybody below every base, a page at a time; who is below two of them comes once for each. Groups hold all of theirs;
 * they are asked for on a connection of their own: a domain controller keeps the place in ten lists per connection, so
 * the groups of one page would have it forget where the list of people was.
 */
export async function* everybody(
  connection: LdapConnection,
  settings: LdapSettings,
): AsyncGenerator<readonly LdapPerson[]> {
  const filter = filterForAll(settings.filter);
  const beside = settings.nestedGroups ? await openDirectory(settings) : null;
  const allGroups = groupsOf(beside ?? connection, settings);
  try {
    for (const base of settings.bases) {
      for await (const page of connection.pages(searchFor(settings, base, filter), settings.pageSize)) {
        const people: LdapPerson[] = [];
        for (const entry of page) {
          const person = readPerson(entry, settings.attributes);
          if (person !== null) people.push({ ...person, groups: await allGroups(person.groups) });
        }
        yield people;
      }
    }
  } finally {
    beside?.close();
  }
}

/** How the groups of a person are completed: by those that hold them, where that is asked for. */
function groupsOf(
  connection: LdapConnection,
  { nestedGroups, pageSize }: LdapSettings,
): (groups: GroupNames) => Promise<GroupNames> {
  return nestedGroups ? createGroupWalk(connection, pageSize) : async (groups) => groups;
}

/**
 * Rule of Active Directory: a member also of what is a member, however deep. The rule has no index: without the category,
 * which has one, Samba tries it on every entry of the domain.
 */
const chained = (value: string): string =>
  `(&(objectCategory=group)(member:1.2.840.113556.1.4.1941:=${value}))`;

/** Levels of groups in groups that are gone through where the server has no rule for it. */
const deepest = 20;

/** The part of a name that is everybody's: groups are elsewhere than people. */
const domainOf = (dn: string): string => {
  const parts = dn.split(/(?<!\\),/);
  const domain = parts.filter((part) => /^\s*dc=/i.test(part));
  return (domain.length > 0 ? domain : parts.slice(-1)).join(",").trim();
};

/** Names of groups, however they came. */
type GroupNames = readonly string[];

/**
 * Answers of groups those and the ones they are in, however deep, each group asked for once. Active Directory does
 * it by a rule of its own; any other server is asked level by level.
 * @param pageSize groups that are asked for at a time; servers refuse more than they allow
 */
export function createGroupWalk(
  connection: LdapConnection,
  pageSize: number,
): (groups: GroupNames) => Promise<GroupNames> {
  const known = new Map<string, GroupNames>();
  let hasRule: boolean | undefined;

  const holders = async (dn: string, filterFor: (value: string) => string): Promise<GroupNames> => {
    const found: string[] = [];
    const filter = filterFor(Filter.escape(dn));
    const search = { base: domainOf(dn), filter, attributes: ["1.1"] };
    for await (const page of connection.pages(search, pageSize)) {
      found.push(...page.map((entry) => entry.dn));
    }
    return found;
  };
  const ask = async (dn: string): Promise<GroupNames> => {
    if (hasRule === true) return holders(dn, chained);
    const direct = await holders(dn, (value) => `(member=${value})`);
    if (direct.length === 0 || hasRule === false) return direct;
    // A server without the rule finds nothing by it, where there is something to find.
    const all = await holders(dn, chained).catch(() => []);
    hasRule = all.length > 0;
    return hasRule ? all : direct;
  };
  return async (groups) => {
    const all = new Map(groups.map((dn) => [dn.toLowerCase(), dn]));
    let level = groups;
    for (let depth = 0; depth < deepest && level.length > 0; depth += 1) {
      const next: string[] = [];
      for (const dn of level) {
        const above = known.get(dn.toLowerCase()) ?? (await ask(dn));
        known.set(dn.toLowerCase(), above);
        for (const holder of above) {
          if (all.has(holder.toLowerCase())) continue;
          all.set(holder.toLowerCase(), holder);
          next.push(holder);
        }
      }
      level = next;
    }
    return [...all.values()];
  };
}
