import { knownTimeZone } from "../../engine/resource/index.ts";
import type { AccessVersion } from "../../engine/services.ts";
import { type AssetFacts, assetFilterSubject, loadAssetFacts } from "../assets/index.ts";
import { loadUserFacts, userFilterSubject } from "../roles/index.ts";
import type { UserFacts } from "../users/index.ts";
import {
  type ActiveRules,
  type AssetLoginRule,
  activeRules,
  type LoginRule,
  type MethodRule,
  type RuleServices,
  rulesReadLast,
} from "./active-rules.ts";
import { rememberAnswers } from "./known-answers.ts";
import { type CompiledRule, firstFitting, type MatchedRule, type Occasion } from "./matcher.ts";
import { momentOf } from "./time-periods.ts";

/** The rule that decides. */
export type FittingRule = Pick<MatchedRule, "id" | "name" | "action" | "reviewers">;

/** The rule that decides about a connection. */
export interface FittingConnectionRule extends FittingRule {
  /** Which state of it: another one after each change. */
  readonly revision: string;
  /** Whether somebody may connect at once, and have it signed off afterwards. */
  readonly allowsEmergency: boolean;
}

/** Somebody who wants in, from where and when. */
export interface SignInQuestion {
  readonly userId: string;
  readonly remoteAddress: string;
  readonly at: Date;
  /** The access version, where it was read just before. */
  readonly version?: AccessVersion;
}

/** Somebody who wants to connect to an asset. */
export interface ConnectionQuestion extends SignInQuestion {
  readonly assetId: string;
  /** Organization of the asset, whose rules hold. */
  readonly organizationId: string;
  /**
   * User name of the account; of a virtual one `@INPUT` or `@ANON`, or the person's own. Null where nobody knows it:
   * rules that refuse one account hold then, those that accept one do not.
   */
  readonly accountUsername: string | null;
  /** What the person typed as the user name; empty: nothing. */
  readonly typedUsername: string;
}

/** Times of rules are those of the server, whatever zone a client says it is in. */
export const occasionOf = ({
  remoteAddress,
  at,
}: Pick<SignInQuestion, "remoteAddress" | "at">): Occasion => ({
  remoteAddress,
  moment: momentOf(at, knownTimeZone(undefined)),
});

const told = ({ id, name, action, reviewers }: MatchedRule): FittingRule => ({ id, name, action, reviewers });

/** What filters said of people and assets that came before. */
const knownPeople = rememberAnswers(userFilterSubject);
const knownAssets = rememberAnswers(assetFilterSubject);

/** Says of rules whether they are about somebody. */
function aboutPerson(user: UserFacts): (rule: Pick<LoginRule, "users">) => boolean {
  const fits = knownPeople(user);
  return ({ users }) => fits(users);
}

/** The rule that decides about a sign-in, of rules in order; null: none does. */
export const decidingLoginRule = <Rule extends LoginRule>(
  rules: readonly CompiledRule<Rule>[],
  occasion: Occasion,
  facts: UserFacts,
): Rule | null => firstFitting(rules, occasion, aboutPerson(facts));

/** The rule that decides about a sign-in; null: none does, it is allowed. Contract: docs/contract/acls.md. */
export async function loginRuleFor(
  services: RuleServices,
  question: SignInQuestion,
): Promise<FittingRule | null> {
  const occasion = occasionOf(question);
  // Whoever no rule can hold now is not looked up.
  const isAsked = ({ login }: ActiveRules) => login.some(({ isOn }) => isOn(occasion));
  // Rules about signing in stand above all organizations: roles in one of them do not count.
  const load = () => loadUserFacts(services.db, question.userId, null);
  // While it is read whether the rules changed, what they ask is on its way.
  const last = rulesReadLast(services);
  const coming = last !== null && isAsked(last) ? load() : null;
  // The rules may be gone meanwhile, or not be read: then nothing is asked.
  coming?.catch(() => undefined);
  const rules = await activeRules(services, question.version);
  if (!isAsked(rules)) return null;
  // A rule that came in between may be about what somebody became just before: it asks anew.
  const facts = await (rules === last && coming !== null ? coming : load());
  if (facts === null) return null;
  const rule = decidingLoginRule(rules.login, occasion, facts);
  return rule && told(rule);
}

/** Whether the accounts of a rule are all there are. */
export const isAnyAccount = (accounts: readonly string[]): boolean =>
  accounts.includes("*") || accounts.includes("@ALL");

/** Whether the accounts of a rule hold an account; null: one that nobody knows. */
export function holdsAccount(
  { accounts, action }: Pick<AssetLoginRule, "accounts" | "action">,
  names: readonly string[] | null,
): boolean {
  if (isAnyAccount(accounts)) return true;
  return names === null ? action !== "accept" : accounts.some((account) => names.includes(account));
}

/** Whom and what a connection is by, and the names of its account; null: one that nobody knows. */
export interface ConnectionFacts {
  readonly user: UserFacts;
  readonly asset: AssetFacts;
  readonly names: readonly string[] | null;
}

/** Says of rules whether they are about a connection, whenever and from wherever it is made. */
export function aboutConnection({ user, asset, names }: ConnectionFacts): (rule: AssetLoginRule) => boolean {
  const fitsUser = knownPeople(user);
  const fitsAsset = knownAssets(asset);
  return (rule) => fitsUser(rule.users) && fitsAsset(rule.assets) && holdsAccount(rule, names);
}

/** What rules ask about a person and an asset; null: there is none. */
type AskedFacts = readonly [user: UserFacts | null, asset: AssetFacts | null];

const loadAskedFacts = (
  { db }: RuleServices,
  { userId, assetId, organizationId }: Pick<ConnectionQuestion, "userId" | "assetId" | "organizationId">,
): Promise<AskedFacts> =>
  Promise.all([loadUserFacts(db, userId, organizationId), loadAssetFacts(db, assetId)]);

/** What the rules ask about somebody who wants to connect, on its way. */
export interface ComingFacts {
  /** The access version they are of: what is asked about a later one is looked up again. */
  readonly version: AccessVersion;
  /** Null: no rule of that organization was in force. */
  readonly asked: Promise<AskedFacts> | null;
}

/**
 * Has what rules will ask about a connection come while the caller looks up the rest. Without rules nothing is looked up.
 * @param question `version`: the access version, read just before
 */
export async function expectFacts(
  services: RuleServices,
  question: Pick<ConnectionQuestion, "userId" | "assetId" | "organizationId"> & {
    readonly version: AccessVersion;
  },
): Promise<ComingFacts> {
  const { version } = question;
  const { assetLogin } = await activeRules(services, version);
  if ((assetLogin.get(question.organizationId) ?? []).length === 0) return { version, asked: null };
  const asked = loadAskedFacts(services, question);
  // The caller may refuse for another reason, and never ask.
  asked.catch(() => undefined);
  return { version, asked };
}

/**
 * The rule that decides about a connection; null: none does, it is allowed. Contract: docs/contract/acls.md.
 * @param coming what is on its way already of what the rules ask
 */
export async function assetLoginRuleFor(
  services: RuleServices,
  question: ConnectionQuestion,
  coming?: ComingFacts,
): Promise<FittingConnectionRule | null> {
  const { assetLogin } = await activeRules(services, question.version);
  const { organizationId, accountUsername, typedUsername } = question;
  const occasion = occasionOf(question);
  const names =
    accountUsername === null ? null : [accountUsername, typedUsername].filter((name) => name !== "");
  const rules = assetLogin.get(organizationId) ?? [];
  if (!rules.some((rule) => holdsAccount(rule, names) && rule.isOn(occasion))) return null;
  const asked = coming !== undefined && coming.version === question.version ? coming.asked : null;
  const [user, asset] = await (asked ?? loadAskedFacts(services, question));
  if (user === null || asset === null) return null;
  const rule = firstFitting(rules, occasion, aboutConnection({ user, asset, names }));
  return rule && { ...told(rule), revision: rule.revision, allowsEmergency: rule.emergency_access };
}

/** The ways of connecting that rules take from somebody. */
export const methodsTaken = (rules: readonly MethodRule[], facts: UserFacts): ReadonlySet<string> =>
  new Set(rules.filter(aboutPerson(facts)).flatMap(({ connect_methods }) => connect_methods));

/**
 * The ways of connecting that rules take from somebody. Contract: docs/contract/acls.md.
 * @param version the access version, where it was read just before
 */
export async function hiddenConnectMethods(
  services: RuleServices,
  userId: string,
  version?: AccessVersion,
): Promise<ReadonlySet<string>> {
  const { methods } = await activeRules(services, version);
  if (methods.length === 0) return new Set();
  const facts = await loadUserFacts(services.db, userId, null);
  return facts === null ? new Set() : methodsTaken(methods, facts);
}
