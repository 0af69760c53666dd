import { isIP } from "node:net";
import { sql } from "kysely";
import { type CallerContext, permission } from "../../../engine/access/index.ts";
import { NotFound, ValidationError } from "../../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import { text as common, translate, withParameters } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import { cleanText, isUuid, validInstant, writeInstant } from "../../../engine/resource/index.ts";
import { assetsTable } from "../../assets/index.ts";
import { presentActions } from "../actions.ts";
import { virtualAccountName } from "../granted-objects.ts";
import { text as area } from "../texts.ts";
import { visibleUser } from "../user-routes.ts";
import {
  accountsOfAsset,
  type ChainedGrant,
  chainedGrants,
  permissionsElsewhere,
  type UserFacts,
  userFacts,
} from "./facts.ts";
import type { ExplainedRule, RuleQuestion } from "./rule-explainers.ts";
import { text } from "./texts.ts";
import { type AccountVerdict, judge } from "./verdict.ts";

interface Asset {
  readonly id: string;
  readonly org_id: string;
  readonly name: string;
  readonly address: string;
  readonly category: string;
  readonly is_active: boolean;
}

function asked(context: CallerContext, name: "user" | "asset"): string {
  const value = (context.query.get(name) ?? "").toLowerCase();
  if (value === "") throw new ValidationError({ [name]: [common.required] });
  if (!isUuid(value)) throw new ValidationError({ [name]: [common.notUuid] });
  return value;
}

async function visibleAsset({ db, organization }: CallerContext, id: string): Promise<Asset> {
  const { rows } = await sql<Asset>`
    select id, org_id, name, address, category, is_active from ${assetsTable} where id = ${id}::uuid
      and ${organization.isRoot ? sql`true` : sql`org_id = ${organization.id}::uuid`}
  `.execute(db);
  const [asset] = rows;
  if (asset === undefined) throw new NotFound(area.asset);
  return asset;
}

/** Whether a role of the user's lets them open connections in the organization. */
async function mayConnect(context: CallerContext, userId: string, organizationId: string): Promise<boolean> {
  const { services, accessVersion: version } = context;
  const principal = await services.principals.load(userId, version);
  if (principal === null) return false;
  const organization = await services.organizations.resolve(organizationId, version);
  const held = await services.permissions.permissions(principal, organization, version);
  return held.has("authentication.add_connectiontoken");
}

/** Words for what is in the way. */
function speak(context: CallerContext, code: keyof typeof text, parameters: Record<string, string>): Json {
  return { value: code, label: translate(withParameters(text[code], parameters), context.language) };
}

const instant = (context: CallerContext, date: Date | null): string =>
  date === null ? "" : writeInstant(date, context.timeZone);

function presentGrant(context: CallerContext, grant: ChainedGrant): Json {
  const { id, name, state, accounts, actions, dateStart, dateExpired, users, assets } = grant;
  const date = instant(context, state === "not_started" ? dateStart : dateExpired);
  return {
    id,
    name,
    state: speak(context, state, { date }),
    date_start: instant(context, dateStart),
    date_expired: instant(context, dateExpired),
    accounts: [...accounts],
    actions: presentActions(actions, context),
    users: users.map((link): Json => ({ ...link })),
    assets: assets.map((link): Json => ({ ...link })),
  };
}

function presentAccount(
  context: CallerContext,
  account: AccountVerdict,
  words: Record<string, string>,
): Json {
  const { id, alias, name, username, isVirtual, actions, dateExpired, sources, obstacle } = account;
  return {
    id,
    alias,
    name: isVirtual ? virtualAccountName(id, name, context.language) : name,
    username,
    allowed: obstacle === null,
    obstacle: obstacle === null ? null : speak(context, obstacle, { ...words, account: name }),
    actions: presentActions(actions, context),
    date_expired: dateExpired === null ? null : instant(context, dateExpired),
    sources: sources.map(
      ({ permission: from, entries }): Json => ({ permission: from, entries: [...entries] }),
    ),
  };
}

function wordsOf(context: CallerContext, facts: UserFacts, names: Record<string, string>) {
  return { ...names, date: instant(context, facts.dateExpired) };
}

/** Where and when the rules are asked; from anywhere and now unless said. */
function askedOccasion({ query }: CallerContext): Pick<RuleQuestion, "remoteAddress" | "at"> {
  const [address, time] = ["remote_addr", "at"].map((name) => (query.get(name) ?? "").trim());
  if (address !== undefined && address !== "" && isIP(address) === 0) {
    throw new ValidationError({ remote_addr: [text.address_invalid] });
  }
  const at = time === undefined || time === "" ? new Date() : time.length > 64 ? null : validInstant(time);
  if (at === null) throw new ValidationError({ at: [text.time_invalid] });
  return { remoteAddress: address === undefined || address === "" ? null : address, at };
}

/** The names that rules know an account by; what is typed with manual input nobody knows yet. */
function namesOf(asked: string, [account]: readonly AccountVerdict[]): readonly string[] | null {
  if (asked === "") return null;
  if (account === undefined) return [asked];
  const { alias, username, isVirtual } = account;
  return isVirtual && alias !== "@USER" ? [alias] : [username];
}

/** Rules as the reader may see them: of those they may not, only what they do. */
function presentRule({ permissions, language }: CallerContext, rule: ExplainedRule): Json {
  const { kind, id, name, priority, action, state } = rule;
  const shown = permissions.has(rule.seenWith)
    ? { id, name, priority }
    : { id: null, name: null, priority: null };
  return { kind, ...shown, action: { value: action.value, label: translate(action.label, language) }, state };
}

/** Whether a rule about signing in or connecting refuses, whatever the question leaves open. */
const isRefused = (rules: readonly ExplainedRule[]): boolean =>
  rules.some(({ state, action }) => state === "decides" && action.value === "reject");

/**
 * `GET sallyport/permissions/explain/?user=&asset=&account=&remote_addr=&at=`: why a user can, or cannot, reach an asset
 * with an account, and which rules fit. Contract: docs/contract/permissions.md, section 11.
 */
export const explainRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/api/v1/sallyport/permissions/explain/",
  access: permission("perms.view_assetpermission", "perms.view_userassets"),
  title: "Permission Explanation",
  handle: async (routeContext) => {
    const context = caller(routeContext);
    const { db, permissions, services, accessVersion } = context;
    const user = await visibleUser(context, asked(context, "user"));
    const asset = await visibleAsset(context, asked(context, "asset"));
    const account = cleanText(context.query.get("account") ?? "").trim();
    const [facts, { count, grants }, elsewhere, known, connects, organization] = await Promise.all([
      userFacts(db, user.id, asset.org_id),
      chainedGrants(db, user.id, asset),
      permissionsElsewhere(db, user.id, asset),
      accountsOfAsset(db, asset.id),
      mayConnect(context, user.id, asset.org_id),
      services.organizations.name(asset.org_id, accessVersion),
    ]);
    const verdict = judge(
      {
        username: user.username,
        user: facts,
        mayConnect: connects,
        asset: { isActive: asset.is_active, category: asset.category },
        grants,
        accounts: known,
        now: new Date(),
      },
      account === "" ? null : account,
    );
    const question = {
      ...askedOccasion(context),
      userId: user.id,
      asset,
      names: namesOf(account, verdict.accounts),
    };
    const explainers = services.extensions.of("ruleExplainers");
    const rules = (await Promise.all(explainers.map((explain) => explain(services, question)))).flat();
    const refused = isRefused(rules);
    // Which accounts an asset has beside the granted ones is known to those alone who may see accounts.
    const seesAccounts = permissions.has("accounts.view_account");
    const shown = seesAccounts
      ? verdict.accounts
      : verdict.accounts.flatMap((one) => (one.sources.length > 0 ? [one] : []));
    const words = wordsOf(context, facts, { user: user.name, asset: asset.name, organization });
    return {
      body: {
        user: { id: user.id, name: user.name, username: user.username },
        asset: { id: asset.id, name: asset.name, address: asset.address },
        organization: { id: asset.org_id, name: organization },
        account: account === "" ? null : account,
        allowed: verdict.allowed && !refused,
        obstacles: [...verdict.obstacles, ...(refused ? (["rule_refuses"] as const) : [])].map((code) =>
          speak(context, code, words),
        ),
        accounts: shown.map((one) => presentAccount(context, one, words)),
        permissions: grants.map((grant) => presentGrant(context, grant)),
        permissions_amount: count,
        rules: rules.map((rule) => presentRule(context, rule)),
        elsewhere: { ...elsewhere },
      },
    };
  },
};
