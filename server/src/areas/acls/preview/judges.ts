import { type AttributeFilter, filterMatches } from "../../../engine/attribute-filter/index.ts";
import { CommandDecider, type CommandRule, inOrder } from "../../../transport/command-rules/index.ts";
import { userFilterSubject } from "../../roles/index.ts";
import type { UserFacts } from "../../users/index.ts";
import {
  type AssetLoginRule,
  activeRules,
  type LoginRule,
  type MethodRule,
  type RuleServices,
} from "../active-rules.ts";
import { activeCommandRules, commandGroupsOf, isAboutCommandsOf, type StoredRule } from "../command-rules.ts";
import {
  aboutConnection,
  type ConnectionFacts,
  decidingLoginRule,
  methodsTaken,
  occasionOf,
} from "../evaluate.ts";
import { type CompiledRule, compileRules, firstFitting, type MatchedRule } from "../matcher.ts";
import { highestFirst } from "../rule-order.ts";
import { createMemory } from "./memory.ts";
import type { RuleDraft } from "./rule-draft.ts";

/** What rules make of what somebody does. */
export type RuleEffect = "refused" | "held" | "warned" | "allowed";

/** What becomes of something once a draft is saved, where that is not what becomes of it today; null: the same. */
type ChangedEffect = RuleEffect | null;

/** Where and when something was done. */
interface Done {
  readonly remoteAddress: string;
  readonly at: Date;
}

/** The objects a draft is about, as it is stored and as it would be: only they can see a difference. */
interface Concerned {
  readonly users: readonly AttributeFilter[];
  readonly assets: readonly AttributeFilter[];
}

/** What becomes of something; a function where that follows from what was done before it: it is called from the oldest on. */
export type Judgement = ChangedEffect | (() => ChangedEffect);

/** Judges what was done by the rules of today, and by those there would be. */
export type Judge<What, Said extends Judgement = ChangedEffect> = Concerned & {
  readonly judge: (what: What) => Said;
};

const effects = { accept: "allowed", reject: "refused", review: "held", warning: "warned" } as const;

const effectOf = (rule: { readonly action: keyof typeof effects } | null): RuleEffect =>
  rule === null ? "allowed" : effects[rule.action];

const changed = (before: RuleEffect, after: RuleEffect): ChangedEffect => (before === after ? null : after);

/** The draft as rules are kept, if it counts. */
const inForce = <Rule>({ id, organizationId, values }: RuleDraft): Rule | null =>
  values.is_active === false ? null : ({ ...values, id, org_id: organizationId } as Rule);

/** The rules there would be. */
const withDraft = <Rule extends { readonly id: string }>(
  rules: readonly Rule[],
  id: string,
  rule: Rule | null,
): readonly Rule[] => [...rules.filter((other) => other.id !== id), ...(rule === null ? [] : [rule])];

/** The versions of the draft among the rules of today and those there would be. */
function versionsOf<Rule extends { readonly id: string }>(
  { id }: RuleDraft,
  before: readonly Rule[],
  after: readonly Rule[],
): readonly Rule[] {
  return [...before, ...after].filter((rule) => rule.id === id);
}

/** Rules with conditions today, those there would be, and the versions of the draft among them. */
async function comparedRules<Rule extends MatchedRule>(
  services: RuleServices,
  draft: RuleDraft,
  before: readonly CompiledRule<Rule>[],
) {
  const order = { isHighestFirst: await highestFirst(services) };
  const rules: readonly Rule[] = withDraft<Rule>(before, draft.id, inForce<Rule>(draft));
  const after = compileRules(rules, order);
  return { after, versions: versionsOf(draft, before, after) };
}

/** Judges sign-ins; `user` as the root organization knows them. */
export async function signInJudge(
  services: RuleServices,
  draft: RuleDraft,
): Promise<Judge<Done & { readonly user: UserFacts }>> {
  const { login: before } = await activeRules(services);
  const { after, versions } = await comparedRules<LoginRule>(services, draft, before);
  return {
    users: versions.map(({ users }) => users),
    assets: [],
    judge: ({ user, ...done }) => {
      const occasion = occasionOf(done);
      if (decidingLoginRule(versions, occasion, user) === null) return null;
      const [today, then] = [before, after].map((rules) => decidingLoginRule(rules, occasion, user));
      return changed(effectOf(today ?? null), effectOf(then ?? null));
    },
  };
}

/** A connection that was made. */
interface Connection extends Done, ConnectionFacts {
  /** What its account is recognized by. */
  readonly account: string;
}

const remembers = (rule: AssetLoginRule | null): boolean =>
  rule?.action === "review" && rule.approval_valid_for > 0;

/** What becomes of connections under rules, where approvals are remembered. */
function createEffects() {
  const isRemembered = createMemory();
  return (rule: AssetLoginRule | null, { user, asset, account, at }: Connection): RuleEffect => {
    if (rule === null || !remembers(rule)) return effectOf(rule);
    const key = `${user.id} ${asset.id} ${account}`;
    const { id: ruleId, approval_valid_for: minutes } = rule;
    return isRemembered({ ruleId, minutes, key, at }) ? "allowed" : effectOf(rule);
  };
}

/** Judges connections. */
export async function connectionJudge(
  services: RuleServices,
  draft: RuleDraft,
): Promise<Judge<Connection, Judgement>> {
  const before = (await activeRules(services)).assetLogin.get(draft.organizationId) ?? [];
  const { after, versions } = await comparedRules<AssetLoginRule>(services, draft, before);
  const remembersAny = [...before, ...after].some(remembers);
  const [effectToday, effectThen] = [createEffects(), createEffects()];
  return {
    users: versions.map(({ users }) => users),
    assets: versions.map(({ assets }) => assets),
    judge: (connection) => {
      const occasion = occasionOf(connection);
      const isAbout = aboutConnection(connection);
      const decides = (rules: readonly CompiledRule<AssetLoginRule>[]) =>
        firstFitting(rules, occasion, isAbout);
      // What is approved under another rule counts too: it may be this one that decides the next time.
      if (!remembersAny && decides(versions) === null) return null;
      const [today, then] = [decides(before), decides(after)];
      return remembers(today) || remembers(then)
        ? () => changed(effectToday(today, connection), effectThen(then, connection))
        : changed(effectOf(today), effectOf(then));
    },
  };
}

/** Judges connections by the way they were made; `user` as the root organization knows them. */
export async function methodJudge(
  services: RuleServices,
  draft: RuleDraft,
): Promise<Judge<{ readonly user: UserFacts; readonly method: string }>> {
  const { methods: before } = await activeRules(services);
  const after = withDraft(before, draft.id, inForce<MethodRule>(draft));
  const versions = versionsOf(draft, before, after);
  const effect = (rules: readonly MethodRule[], user: UserFacts, method: string): RuleEffect =>
    methodsTaken(rules, user).has(method) ? "refused" : "allowed";
  return {
    users: versions.map(({ users }) => users),
    assets: [],
    judge: ({ user, method }) =>
      versions.some(({ users }) => filterMatches(userFilterSubject, users, user))
        ? changed(effect(before, user, method), effect(after, user, method))
        : null,
  };
}

/** Who ran something, where, and what. */
interface RunCommand extends ConnectionFacts {
  /** Stands for the session: what is known of it is looked up once. */
  readonly session: string;
  readonly command: string;
}

/** Rules of sessions that are alike, ready to be asked. */
interface Deciders {
  readonly before: CommandDecider;
  readonly after: CommandDecider;
  /** Of commands that were looked at. */
  readonly known: Map<string, ChangedEffect>;
}

/** Most commands whose answer is kept for when they are run again. */
const mostKnown = 10_000;

/** Judges commands. */
export async function commandJudge(services: RuleServices, draft: RuleDraft): Promise<Judge<RunCommand>> {
  const ofOrganization = (rule: StoredRule) => rule.organizationId === draft.organizationId;
  const before = (await activeCommandRules(services)).filter(ofOrganization);
  const after = await commandRulesAfter(services, draft, before);
  const versions = versionsOf(draft, before, after);
  const bySession = new Map<string, Deciders | null>();
  const byRules = new Map<string, Deciders>();
  const decidersOf = (facts: ConnectionFacts): Deciders | null => {
    const about = (rule: StoredRule): boolean => isAboutCommandsOf(rule, facts);
    if (!versions.some(about)) return null;
    const [today, then] = [before.filter(about), after.filter(about)];
    const key = [today, then].map((rules) => rules.map(({ id }) => id).join()).join(";");
    const found = byRules.get(key) ?? {
      before: new CommandDecider(today),
      after: new CommandDecider(then),
      known: new Map(),
    };
    byRules.set(key, found);
    return found;
  };
  return {
    users: versions.map(({ users }) => users),
    assets: versions.map(({ assets }) => assets),
    judge: ({ session, command, ...facts }) => {
      const known = bySession.get(session);
      const deciders = known === undefined ? decidersOf(facts) : known;
      bySession.set(session, deciders);
      return deciders === null ? null : judgeCommand(deciders, command);
    },
  };
}

function judgeCommand({ before, after, known }: Deciders, command: string): ChangedEffect {
  const found = known.get(command);
  if (found !== undefined) return found;
  const readings = [{ text: command, isReadable: true }];
  const effect = changed(effectOf(before.decide(readings)), effectOf(after.decide(readings)));
  if (known.size < mostKnown) known.set(command, effect);
  return effect;
}

async function commandRulesAfter(
  services: RuleServices,
  draft: RuleDraft,
  before: readonly StoredRule[],
): Promise<readonly StoredRule[]> {
  const rule = inForce<Omit<CommandRule, "onlyReadable" | "groups"> & StoredRule>(draft);
  if (rule === null) return withDraft(before, draft.id, null);
  const { only_readable: onlyReadable, command_groups: groupIds } = draft.values;
  const added: StoredRule = {
    ...rule,
    organizationId: draft.organizationId,
    onlyReadable: onlyReadable === true,
    groups: await commandGroupsOf(services.db, (groupIds ?? []) as readonly string[]),
  };
  // Names decide between rules of one priority and action only, which come to the same.
  return inOrder(withDraft(before, draft.id, added), await highestFirst(services));
}
