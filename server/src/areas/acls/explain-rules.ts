import { filterMatches } from "../../engine/attribute-filter/index.ts";
import { type AssetFacts, assetFilterSubject, loadAssetFacts } from "../assets/index.ts";
import type { ExplainedRule, RuleExplainer, RuleQuestion } from "../permissions/index.ts";
import { loadUserFacts, userFilterSubject } from "../roles/index.ts";
import type { UserFacts } from "../users/index.ts";
import { activeRules } from "./active-rules.ts";
import { activeCommandRules, isAboutCommandsOf } from "./command-rules.ts";
import { holdsAccount, isAnyAccount, occasionOf } from "./evaluate.ts";
import type { CompiledRule, MatchedRule } from "./matcher.ts";
import { ruleText } from "./rule-texts.ts";

type Kind = ExplainedRule["kind"];
type Told = Pick<MatchedRule, "id" | "name" | "priority"> & { readonly action: keyof typeof actions };

const actions = {
  reject: ruleText.reject,
  accept: ruleText.accept,
  review: ruleText.review,
  warning: ruleText.warning,
};

const seenWith: Readonly<Record<Kind, string>> = {
  login: "acls.view_loginacl",
  login_asset: "acls.view_loginassetacl",
  connect_method: "acls.view_connectmethodacl",
  command_filter: "acls.view_commandfilteracl",
};

const told = (kind: Kind, rule: Told, state: ExplainedRule["state"]): ExplainedRule => ({
  kind,
  id: rule.id,
  name: rule.name,
  priority: rule.priority,
  action: { value: rule.action, label: actions[rule.action] },
  state,
  seenWith: seenWith[kind],
});

/** Whether a rule fits; `maybe` where that depends on what the question leaves open. */
type Fit = "yes" | "maybe" | "no";

/** Whether a rule holds from there and then. Where no address is said, one that is about some addresses may. */
function occasionFit(rule: CompiledRule<MatchedRule>, { remoteAddress, at }: RuleQuestion): Fit {
  if (remoteAddress !== null) return rule.isOn(occasionOf({ remoteAddress, at })) ? "yes" : "no";
  if (!rule.isThen(occasionOf({ remoteAddress: "", at }).moment)) return "no";
  const { ip_group: addresses = [] } = rule.rules;
  return addresses.length === 0 || addresses.includes("*") ? "yes" : "maybe";
}

/** The rules that fit, in order: up to the first that fits whatever the question leaves open one may decide. */
function inTurn<Rule extends CompiledRule<MatchedRule>>(
  kind: Kind,
  rules: readonly Rule[],
  fit: (rule: Rule) => Fit,
): ExplainedRule[] {
  let isDecided = false;
  return rules.flatMap((rule) => {
    const fits = fit(rule);
    if (fits === "no") return [];
    const state = isDecided ? "later" : fits === "yes" ? "decides" : "depends";
    isDecided ||= fits === "yes";
    return told(kind, rule, state);
  });
}

/** What is known of whom and what is asked about. */
interface Facts {
  /** As the organization of the asset knows them, and as the root one does. */
  readonly user: UserFacts;
  readonly anywhere: UserFacts;
  readonly asset: AssetFacts;
}

async function factsOf(
  { db }: Parameters<RuleExplainer>[0],
  { userId, asset: { id, org_id } }: RuleQuestion,
): Promise<Facts | null> {
  const [user, anywhere, asset] = await Promise.all([
    loadUserFacts(db, userId, org_id),
    loadUserFacts(db, userId, null),
    loadAssetFacts(db, id),
  ]);
  return user === null || anywhere === null || asset === null ? null : { user, anywhere, asset };
}

/** Tells which rules fit a person, an asset and an account. Contract: docs/contract/permissions.md, section 11. */
export const explainRules: RuleExplainer = async (services, question) => {
  const facts = await factsOf(services, question);
  if (facts === null) return [];
  const { user, anywhere, asset } = facts;
  const organizationId = question.asset.org_id;
  const { names } = question;
  const { login, assetLogin, methods } = await activeRules(services);
  const commands = (await activeCommandRules(services)).filter(
    (rule) => rule.organizationId === organizationId,
  );
  return [
    ...inTurn("login", login, (rule) =>
      filterMatches(userFilterSubject, rule.users, anywhere) ? occasionFit(rule, question) : "no",
    ),
    ...inTurn("login_asset", assetLogin.get(organizationId) ?? [], (rule) => {
      const isAbout =
        filterMatches(userFilterSubject, rule.users, user) &&
        filterMatches(assetFilterSubject, rule.assets, asset) &&
        (names === null || holdsAccount(rule, names));
      if (!isAbout) return "no";
      const fits = occasionFit(rule, question);
      return fits === "yes" && names === null && !isAnyAccount(rule.accounts) ? "maybe" : fits;
    }),
    ...methods
      .filter(({ users }) => filterMatches(userFilterSubject, users, anywhere))
      .map((rule) => told("connect_method", { ...rule, action: "reject" }, "applies")),
    ...commands
      .filter((rule) =>
        isAboutCommandsOf(names === null ? { ...rule, accounts: ["*"] } : rule, { user, asset, names }),
      )
      .map((rule) =>
        told("command_filter", rule, names === null && !isAnyAccount(rule.accounts) ? "depends" : "applies"),
      ),
  ];
};
