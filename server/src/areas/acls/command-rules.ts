import { type Kysely, sql } from "kysely";
import { createVersionedCache, type VersionedCache } from "../../engine/access/index.ts";
import { type AttributeFilter, filterMatches } from "../../engine/attribute-filter/index.ts";
import type { Database } from "../../engine/database/index.ts";
import { readAccessVersion } from "../../engine/http/index.ts";
import { type CommandGroup, type CommandRule, inOrder } from "../../transport/command-rules/index.ts";
import { assetFilterSubject, loadAssetFacts } from "../assets/index.ts";
import { loadUserFacts, userFilterSubject } from "../roles/index.ts";
import type { RuleServices } from "./active-rules.ts";
import { type ConnectionFacts, isAnyAccount } from "./evaluate.ts";
import { prepareRules } from "./prepare-rules.ts";
import { highestFirst } from "./rule-order.ts";

/** Announced when rules about commands, or the commands they name, have changed. */
export const commandRulesChannel = "acls.commands-changed";

/** Whose commands, and where. */
export interface CommandQuestion {
  readonly userId: string;
  readonly assetId: string;
  /** Organization of the asset, whose rules hold. */
  readonly organizationId: string;
  /** Names the account goes by: its user name, and what the person typed. */
  readonly usernames: readonly string[];
}

/** A rule about commands, and whom and what it is about. */
export interface StoredRule extends CommandRule {
  readonly organizationId: string;
  readonly users: AttributeFilter;
  readonly assets: AttributeFilter;
  readonly accounts: readonly string[];
}

/** One for each database this process works on. */
const caches = new WeakMap<Kysely<Database>, VersionedCache<readonly StoredRule[]>>();

/** The rules about commands that fit a connection, in the order they are asked in. Contract: docs/contract/acls.md. */
export async function commandRulesFor(
  services: RuleServices,
  { userId, assetId, organizationId, usernames }: CommandQuestion,
): Promise<readonly CommandRule[]> {
  const rules = (await activeCommandRules(services)).filter(
    (rule) => rule.organizationId === organizationId && holdsAccount(rule.accounts, usernames),
  );
  if (rules.length === 0) return [];
  const [user, asset] = await Promise.all([
    loadUserFacts(services.db, userId, organizationId),
    loadAssetFacts(services.db, assetId),
  ]);
  // Who or what has gone is known to no filter; the session ends by itself.
  if (user === null || asset === null) return [];
  return rules
    .filter((rule) => isAboutCommandsOf(rule, { user, asset, names: usernames }))
    .map(({ id, name, priority, action, reviewers, onlyReadable, groups }) => ({
      id,
      name,
      priority,
      action,
      reviewers,
      onlyReadable,
      groups,
    }));
}

const holdsAccount = (accounts: readonly string[], usernames: readonly string[]): boolean =>
  isAnyAccount(accounts) || accounts.some((account) => usernames.includes(account));

/** Whether a rule is about the commands of a connection. */
export const isAboutCommandsOf = (
  { users, assets, accounts }: StoredRule,
  { user, asset, names }: ConnectionFacts,
): boolean =>
  holdsAccount(accounts, names ?? []) &&
  filterMatches(userFilterSubject, users, user) &&
  filterMatches(assetFilterSubject, assets, asset);

/** Groups that rules about commands name, as the rules are asked with them: over groups `g`. */
const groupsAsAsked = sql`coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'type', g.type,
  'content', g.content, 'ignoreCase', g.ignore_case) order by g.name), '[]')`;

/** Groups of commands by their ids, as rules are asked with them. */
export async function commandGroupsOf(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<readonly CommandGroup[]> {
  const { rows } = await sql<{ groups: readonly CommandGroup[] }>`
    select ${groupsAsAsked} as groups from command_groups g where g.id = any(${[...ids]}::uuid[])
  `.execute(db);
  return rows[0]?.groups ?? [];
}

/** The rules in force, in order: read once for every access version, which each change of them moves on. */
export async function activeCommandRules(services: RuleServices): Promise<readonly StoredRule[]> {
  const { db, settings } = services;
  const cache = caches.get(db) ?? createVersionedCache<readonly StoredRule[]>(1);
  caches.set(db, cache);
  const version = await readAccessVersion(services);
  return cache.get("rules", version, async () => {
    await settings.catchUp(version);
    const { rows } = await sql<StoredRule>`
      select r.id, r.org_id as "organizationId", r.name, r.priority, r.action, r.users, r.assets, r.accounts,
        r.only_readable as "onlyReadable",
        array(select l.user_id from command_filter_acl_reviewers l where l.rule_id = r.id) as reviewers,
        (select ${groupsAsAsked}
          from command_filter_acl_groups l join command_groups g on g.id = l.group_id where l.rule_id = r.id) as groups
      from command_filter_acls r where r.is_active order by r.name, r.id
    `.execute(db);
    return inOrder(await prepareRules(rows), await highestFirst(services));
  });
}

/** A rule as those are found whom it names. */
interface NamedRule {
  readonly id: string;
  readonly name: string;
  /** Ids of the people it names. */
  readonly reviewers: readonly string[];
}

/** A rule about commands, by its id; null where there is none in the organization of the session. */
export async function findCommandRule(
  db: Kysely<Database>,
  { ruleId, sessionOrganization }: { readonly ruleId: string; readonly sessionOrganization: string },
): Promise<NamedRule | null> {
  const { rows } = await sql<NamedRule>`
    select r.id, r.name,
      array(select l.user_id from command_filter_acl_reviewers l where l.rule_id = r.id) as reviewers
    from command_filter_acls r where r.id = ${ruleId}::uuid and r.org_id = ${sessionOrganization}::uuid
  `.execute(db);
  return rows[0] ?? null;
}
