import { sql } from "kysely";
import type { RequestContext } from "../../../engine/access/index.ts";
import { FieldError } from "../../../engine/errors.ts";
import { InvalidExpressionError } from "../../../engine/expressions.ts";
import { isObject, plainText } from "../../../engine/json.ts";
import {
  type Condition,
  cleanText,
  escapeLike,
  expressionCondition,
  isUuid,
  nothing,
} from "../../../engine/resource/index.ts";
import { assetsUnderNodes } from "../nodes/closure.ts";
import { text } from "../texts.ts";

const textColumns: ReadonlyMap<string, string> = new Map([
  ["name", "t.name"],
  ["address", "t.address"],
  ["comment", "t.comment"],
  ["category", "t.category"],
  ["type", "t.type"],
]);

/** Most rules and most values of a rule that are looked at. */
const mostRules = 50;
const mostValues = 1000;

function refuse(): never {
  throw new FieldError([text.attributeRules]);
}

const words = (value: unknown): string[] =>
  (Array.isArray(value) ? value : plainText(value).split(","))
    .slice(0, mostValues)
    .map((item) => cleanText(plainText(isObject(item) ? (item.id ?? item.value) : item).trim()))
    .filter((item) => item !== "");

const any = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? nothing : sql<boolean>`(${sql.join([...conditions], sql` or `)})`;

const like = (column: string, pattern: string): Condition =>
  sql<boolean>`${sql.raw(column)} ilike ${pattern}`;

/** Columns whose text is in `search_text` too. */
const searched = new Set(["t.name", "t.address", "t.comment"]);

/** `like` for a text with `before` and `after` around it, helped by the index over everything that is searched. */
function within(column: string, text: string, before: "" | "%", after: "" | "%"): Condition {
  const escaped = escapeLike(text);
  const condition = like(column, `${before}${escaped}${after}`);
  if (!searched.has(column)) return condition;
  return sql<boolean>`(t.search_text like lower(${`%${escaped}%`}) and ${condition})`;
}

/** What an IPv4 network's addresses all begin with, as far as whole numbers go; empty where that is nothing. */
function startOfNetwork(entry: string): string {
  const match = /^(\d{1,3}(?:\.\d{1,3}){3})\/(\d{1,2})$/.exec(entry);
  const [, address = "", bits = "0"] = match ?? [];
  return address
    .split(".")
    .slice(0, Math.floor(Number(bits) / 8))
    .map((number) => `${Number(number)}.`)
    .join("")
    .replace(/^((?:\d+\.){3}\d+)\.$/, "$1");
}

/** Whether an address is in one entry: `*`, an address, a network, a range `a-b`, or the start of an address. */
function inAddressEntry(column: string, entry: string): Condition {
  if (entry === "*") return sql<boolean>`true`;
  const address = sql.raw(column);
  const isAddress = sql`pg_input_is_valid(${address}, 'inet')`;
  const [from, to] = entry.split("-", 2).map((part) => part.trim());
  if (entry.includes("/")) {
    return sql<boolean>`(${address} like ${`${startOfNetwork(entry)}%`} and case
      when ${isAddress} and pg_input_is_valid(${entry}, 'inet') then ${address}::inet <<= ${entry}::inet
      else false end)`;
  }
  if (from !== undefined && to !== undefined && to !== "") {
    return sql<boolean>`(case when ${isAddress} and pg_input_is_valid(${from}, 'inet') and pg_input_is_valid(${to}, 'inet')
      then ${address}::inet between ${from}::inet and ${to}::inet else false end)`;
  }
  return sql<boolean>`(${address} = ${entry} or ${like(column, `${escapeLike(entry)}%`)})`;
}

/** Assets in whose column an expression is found. */
async function found(column: string, source: string, context: RequestContext): Promise<Condition> {
  const { isRoot, id } = context.organization;
  const where = isRoot ? sql<boolean>`true` : sql<boolean>`t.org_id = ${id}`;
  const searched = { table: "assets", column: column.replace(/^t\./, ""), where };
  try {
    return await expressionCondition(context, searched, source);
  } catch (error) {
    if (error instanceof InvalidExpressionError) throw new FieldError([error.problem]);
    throw error;
  }
}

async function matchText(
  column: string,
  match: string,
  value: unknown,
  context: RequestContext,
): Promise<Condition> {
  const plain = cleanText(plainText(value));
  const reference = sql.raw(column);
  switch (match) {
    case "exact":
      return sql<boolean>`${reference} = ${plain}`;
    case "not":
      return sql<boolean>`${reference} <> ${plain}`;
    case "in":
      return sql<boolean>`${reference} = any(${words(value)}::text[])`;
    case "contains":
      return within(column, plain, "%", "%");
    case "startswith":
      return within(column, plain, "", "%");
    case "endswith":
      return within(column, plain, "%", "");
    case "regex":
      return found(column, plain, context);
    case "gte":
      return sql<boolean>`${reference} >= ${plain}`;
    case "lte":
      return sql<boolean>`${reference} <= ${plain}`;
    case "gt":
      return sql<boolean>`${reference} > ${plain}`;
    case "lt":
      return sql<boolean>`${reference} < ${plain}`;
    case "ip_in":
      return any(words(value).map((entry) => inAddressEntry(column, entry)));
    default:
      return refuse();
  }
}

function matchRelation(name: string, value: unknown): Condition {
  const items = words(value);
  const ids = items.filter(isUuid);
  switch (name) {
    case "nodes":
      return sql<boolean>`t.id in ${assetsUnderNodes(sql`${ids}::uuid[]`)}`;
    case "labels":
      return sql<boolean>`t.id in (select asset_id from asset_labels where label_id = any(${ids}::uuid[]))`;
    case "domain":
      return sql<boolean>`t.domain_id = any(${ids}::uuid[])`;
    case "platform":
      return sql<boolean>`t.platform_id = any(${items.filter((id) => /^\d{1,9}$/.test(id)).map(Number)}::integer[])`;
    case "protocols":
      return any(
        items.map((item) => sql<boolean>`t.protocols @> ${JSON.stringify([{ name: item }])}::jsonb`),
      );
    default:
      return refuse();
  }
}

async function matchAttribute(rule: unknown, context: RequestContext): Promise<Condition> {
  if (!isObject(rule)) return refuse();
  const name = plainText(rule.name);
  if (name === "is_active")
    return sql<boolean>`t.is_active = ${rule.value === true || rule.value === "true"}`;
  const column = textColumns.get(name);
  if (column === undefined) return matchRelation(name, rule.value);
  return matchText(column, plainText(rule.match ?? "exact"), rule.value, context);
}

/**
 * The assets (table `t`) a selection names: `{type: "all"}`, `{type: "ids", ids}` or `{type: "attrs", attrs: [{name,
 * match, value}]}`, every one of which must hold. Contract: docs/contract/assets.md, "Attribute rules".
 * @throws FieldError when it is none of these.
 */
export async function assetSelectionCondition(
  selection: unknown,
  context: RequestContext,
): Promise<Condition> {
  if (!isObject(selection)) return refuse();
  switch (selection.type) {
    case "all":
      return sql<boolean>`true`;
    case "ids":
      return sql<boolean>`t.id = any(${words(selection.ids).filter(isUuid)}::uuid[])`;
    case "attrs": {
      if (!Array.isArray(selection.attrs) || selection.attrs.length > mostRules) return refuse();
      if (selection.attrs.length === 0) return nothing;
      const conditions = await Promise.all(selection.attrs.map((rule) => matchAttribute(rule, context)));
      return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
    }
    default:
      return refuse();
  }
}

/** The `attr_rules` parameter: base64 of a selection's JSON. */
export async function attributeRulesCondition(
  value: string,
  context: RequestContext,
): Promise<Condition | null> {
  if (value === "") return null;
  let selection: unknown;
  try {
    selection = JSON.parse(Buffer.from(decodeURIComponent(value), "base64").toString("utf8"));
  } catch {
    return refuse();
  }
  return assetSelectionCondition(selection, context);
}
