import { type RawBuilder, sql } from "kysely";
import type { RequestContext } from "../../engine/access/index.ts";
import { FieldError } from "../../engine/errors.ts";
import { InvalidExpressionError } from "../../engine/expressions.ts";
import { isObject, plainText } from "../../engine/json.ts";
import {
  cleanText,
  custom,
  escapeLike,
  expressionCondition,
  type Filter,
  isUuid,
  nothing,
  readBoolean,
} from "../../engine/resource/index.ts";
import { text } from "./texts.ts";
import type { UserRoles } from "./user-roles.ts";

const columns: ReadonlyMap<string, string> = new Map([
  ["name", "t.name"],
  ["username", "t.username"],
  ["email", "t.email"],
  ["comment", "t.comment"],
  ["source", "t.source"],
]);

/** Longest encoded list of rules that is read, in characters. */
const longest = 20_000;

const asList = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).slice(0, 1000).map((item) => cleanText(plainText(item)));

async function textCondition(
  expression: string,
  match: string,
  value: unknown,
  context: RequestContext,
): Promise<RawBuilder<boolean>> {
  const column = sql.raw(expression);
  const word = cleanText(plainText(value));
  const like = escapeLike(word);
  switch (match) {
    case "not":
      return sql<boolean>`${column} <> ${word}`;
    case "in":
      return asList(value).includes("*")
        ? sql<boolean>`true`
        : sql<boolean>`${column} = any(${asList(value)})`;
    case "contains":
      return sql<boolean>`${column} like ${`%${like}%`}`;
    case "startswith":
      return sql<boolean>`${column} like ${`${like}%`}`;
    case "endswith":
      return sql<boolean>`${column} like ${`%${like}`}`;
    case "gte":
      return sql<boolean>`${column} >= ${word}`;
    case "lte":
      return sql<boolean>`${column} <= ${word}`;
    case "gt":
      return sql<boolean>`${column} > ${word}`;
    case "lt":
      return sql<boolean>`${column} < ${word}`;
    // None of these attributes is an address or a relation.
    case "ip_in":
    case "m2m":
      return nothing;
    case "regex":
      return found(expression, word, context);
    default:
      return sql<boolean>`${column} = ${word}`;
  }
}

/** Users in whose column an expression is found; one that cannot be used is found nowhere. */
async function found(
  expression: string,
  source: string,
  context: RequestContext,
): Promise<RawBuilder<boolean>> {
  const searched = { table: "users", column: expression.replace(/^t\./, ""), where: sql<boolean>`true` };
  try {
    return await expressionCondition(context, searched, source);
  } catch (error) {
    if (error instanceof InvalidExpressionError) return nothing;
    throw error;
  }
}

async function ruleCondition(
  roles: UserRoles,
  context: RequestContext,
  rule: Record<string, unknown>,
): Promise<RawBuilder<boolean>> {
  const name = plainText(rule.name);
  const match = plainText(rule.match ?? "exact");
  const { value } = rule;
  if (value === "*" || (Array.isArray(value) && value.includes("*"))) return sql<boolean>`true`;
  const ids = asList(value).filter(isUuid);
  if (name === "is_active") {
    const wanted = readBoolean(plainText(value));
    if (wanted === null) return nothing;
    return sql<boolean>`t.is_active = ${match === "not" ? !wanted : wanted}`;
  }
  if (name === "system_roles") return roles.holdsOneOf("t.id", ids, "system", context);
  if (name === "org_roles") return roles.holdsOneOf("t.id", ids, "org", context);
  if (name === "groups") {
    const { organization } = context;
    return sql<boolean>`exists (select 1 from user_group_members m join user_groups g on g.id = m.usergroup_id
      where m.user_id = t.id and g.id = any(${ids}::uuid[])
        and ${organization.isRoot ? sql`true` : sql`g.org_id = ${organization.id}`})`;
  }
  const expression = columns.get(name);
  return expression === undefined ? nothing : textCondition(expression, match, value, context);
}

/** The users a rule set selects, over `t`. Contract: docs/contract/identity.md, "Attribute rules". */
async function userRuleCondition(
  roles: UserRoles,
  context: RequestContext,
  rules: unknown,
): Promise<RawBuilder<boolean>> {
  if (!isObject(rules)) return nothing;
  if (rules.type === "all") return sql<boolean>`true`;
  if (rules.type === "ids")
    return sql<boolean>`t.id = any(${asList(rules.ids ?? []).filter(isUuid)}::uuid[])`;
  if (rules.type !== "attrs" || !Array.isArray(rules.attrs) || rules.attrs.length === 0) return nothing;
  const conditions = await Promise.all(
    rules.attrs
      .slice(0, 50)
      .map((rule) => (isObject(rule) ? ruleCondition(roles, context, rule) : Promise.resolve(nothing))),
  );
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** `attr_rules`: base64 of a JSON rule set. */
export function attributeRules(roles: UserRoles): Filter {
  return custom((value, context) => {
    if (value === "") return null;
    if (value.length > longest) throw new FieldError([text.badRules]);
    let rules: unknown;
    try {
      const decoded = value.includes("%") ? decodeURIComponent(value) : value;
      rules = JSON.parse(Buffer.from(decoded, "base64").toString("utf8"));
    } catch {
      throw new FieldError([text.badRules]);
    }
    if (!isObject(rules)) throw new FieldError([text.badRules]);
    return userRuleCondition(roles, context, rules);
  });
}
