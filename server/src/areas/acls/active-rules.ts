import { type Kysely, sql } from "kysely";
import { createVersionedCache, type VersionedCache } from "../../engine/access/index.ts";
import type { AttributeFilter } from "../../engine/attribute-filter/index.ts";
import type { Database } from "../../engine/database/index.ts";
import { readAccessVersion } from "../../engine/http/index.ts";
import type { AccessVersion, Services } from "../../engine/services.ts";
import { type CompiledRule, compileRules, type MatchedRule } from "./matcher.ts";
import { prepareRules } from "./prepare-rules.ts";
import { highestFirst } from "./rule-order.ts";

/** What rules are looked up with. */
export type RuleServices = Pick<Services, "db" | "settings">;

/** A rule about signing in. */
export interface LoginRule extends MatchedRule {
  readonly users: AttributeFilter;
}

/** A rule about connecting. */
export interface AssetLoginRule extends LoginRule {
  readonly org_id: string;
  readonly assets: AttributeFilter;
  readonly accounts: readonly string[];
  /** Another one after each change. */
  readonly revision: string;
  readonly emergency_access: boolean;
  /** For how many minutes an approval is remembered; 0: for one connection. */
  readonly approval_valid_for: number;
}

/** A rule about ways of connecting. */
export interface MethodRule {
  readonly id: string;
  readonly name: string;
  readonly priority: number;
  readonly users: AttributeFilter;
  readonly connect_methods: readonly string[];
}

/** The rules in force, ready to be asked. */
export interface ActiveRules {
  readonly login: readonly CompiledRule<LoginRule>[];
  /** By the organization they belong to; they hold in that one only. */
  readonly assetLogin: ReadonlyMap<string, readonly CompiledRule<AssetLoginRule>[]>;
  readonly methods: readonly MethodRule[];
}

/** The rules that were read last, for each database: a guess at what is in force, and no more. */
const readLast = new WeakMap<Kysely<Database>, ActiveRules>();

/**
 * The rules that were in force when they were read last; null: they were not read yet. They may have changed: for
 * fetching early what the rules in force will probably ask, never for a decision.
 */
export const rulesReadLast = ({ db }: Pick<RuleServices, "db">): ActiveRules | null =>
  readLast.get(db) ?? null;

/** One for each database this process works on. */
const caches = new WeakMap<Kysely<Database>, VersionedCache<ActiveRules>>();

/**
 * The rules in force: read once for every access version, which each change of a rule moves on.
 * @param known the version, where it was read just before
 */
export async function activeRules(services: RuleServices, known?: AccessVersion): Promise<ActiveRules> {
  const { db, settings } = services;
  const cache = caches.get(db) ?? createVersionedCache<ActiveRules>(1);
  caches.set(db, cache);
  const version = known ?? (await readAccessVersion(services));
  return cache.get("rules", version, async () => {
    // The order is a setting: it is to be the one of this version too.
    await settings.catchUp(version);
    const order = { isHighestFirst: await highestFirst(services) };
    const [login, assetLogin, methods] = await Promise.all([
      readLoginRules(db).then(prepareRules),
      readAssetLoginRules(db).then(prepareRules),
      readMethodRules(db).then(prepareRules),
    ]);
    const rules = {
      login: compileRules(login, order),
      assetLogin: byOrganization(assetLogin, order),
      methods,
    };
    readLast.set(db, rules);
    return rules;
  });
}

function byOrganization(
  rules: readonly AssetLoginRule[],
  order: Parameters<typeof compileRules>[1],
): ActiveRules["assetLogin"] {
  const found = new Map<string, CompiledRule<AssetLoginRule>[]>();
  for (const rule of compileRules(rules, order)) {
    const others = found.get(rule.org_id);
    if (others === undefined) found.set(rule.org_id, [rule]);
    else others.push(rule);
  }
  return found;
}

async function readLoginRules(db: Kysely<Database>): Promise<readonly LoginRule[]> {
  const { rows } = await sql<LoginRule>`
    select r.id, r.name, r.priority, r.action, r.users, r.rules,
      array(select l.user_id from login_acl_reviewers l where l.rule_id = r.id) as reviewers
    from login_acls r where r.is_active
  `.execute(db);
  return rows;
}

/** Which state of a rule (aliased `r`) it is, to the microsecond. */
export const ruleRevision = sql<string>`extract(epoch from r.date_updated)::text`;

async function readAssetLoginRules(db: Kysely<Database>): Promise<readonly AssetLoginRule[]> {
  const { rows } = await sql<AssetLoginRule>`
    select r.id, r.org_id, r.name, r.priority, r.action, r.users, r.assets, r.accounts, r.rules,
      r.emergency_access, r.approval_valid_for, ${ruleRevision} as revision,
      array(select l.user_id from login_asset_acl_reviewers l where l.rule_id = r.id) as reviewers
    from login_asset_acls r where r.is_active
  `.execute(db);
  return rows;
}

async function readMethodRules(db: Kysely<Database>): Promise<readonly MethodRule[]> {
  const { rows } = await sql<MethodRule>`
    select id, name, priority, users, connect_methods from connect_method_acls where is_active
  `.execute(db);
  return rows;
}
