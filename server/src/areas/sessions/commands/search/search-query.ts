import type { RequestContext } from "../../../../engine/access/index.ts";
import type { JsonObject } from "../../../../engine/json.ts";
import { cleanText, isUuid, readSelection, searchTerms } from "../../../../engine/resource/index.ts";
import { periodOf } from "../period.ts";
import { riskLevels } from "../risk-levels.ts";
import { commandSources } from "../sources.ts";
import { gramLength } from "./search-index.ts";

/** Met by nothing. */
const nothing: JsonObject = { match_none: {} };

const term = (field: string, value: string | number): JsonObject => ({ term: { [field]: value } });

/** Commands that hold a text somewhere, in letters of either case. */
function holding(text: string): JsonObject {
  if ([...text].length >= gramLength) return { match_phrase: { command: text } };
  const pattern = `*${text.replaceAll(/[\\*?]/g, "\\$&")}*`;
  return { wildcard: { "command.whole": { value: pattern, case_insensitive: true } } };
}

type Read = (value: string) => JsonObject;

const oneOf =
  (field: string, known: readonly string[]): Read =>
  (value) =>
    known.includes(value) ? term(field, value) : nothing;

const bySession: Read = (value) => (isUuid(value) ? term("session", value.toLowerCase()) : nothing);

/** The filters of the list of commands (commands-resource.ts), in the language of a cluster. */
const filters: Readonly<Record<string, Read>> = {
  session: bySession,
  session_id: bySession,
  asset: (value) => term("asset", cleanText(value)),
  account: (value) => term("account", cleanText(value)),
  user: (value) => ({ prefix: { user: cleanText(value) } }),
  risk_level: oneOf(
    "risk_level",
    riskLevels.map(({ value }) => String(value)),
  ),
  input: (value) => holding(cleanText(value)),
  source: oneOf(
    "source",
    commandSources.map(({ value }) => value),
  ),
};

async function selected(context: RequestContext): Promise<JsonObject[]> {
  const { query } = context;
  const selection = query.get("spm");
  const ids = query.get("ids") ?? "";
  const chosen = [
    ...(selection === undefined ? [] : [await readSelection(selection, context)]),
    ...(ids === "" ? [] : [ids.split(",")]),
  ];
  return chosen.map((listed) => {
    const known = listed.map((id) => id.trim().toLowerCase()).filter(isUuid);
    return known.length === 0 ? nothing : { terms: { id: known } };
  });
}

/** What a request asks of the commands in a cluster: never those of another organization. */
export async function searchQuery(context: RequestContext): Promise<JsonObject> {
  const { query, organization } = context;
  const { from, to } = periodOf(context);
  const asked = Object.entries(filters).flatMap(([name, read]) => {
    const value = query.get(name) ?? "";
    return value === "" ? [] : [read(value)];
  });
  const period = {
    ...(from === null ? {} : { gte: from.toISOString() }),
    ...(to === null ? {} : { lte: to.toISOString() }),
  };
  return {
    bool: {
      filter: [
        ...(organization.isRoot ? [] : [term("org_id", organization.id)]),
        ...(from === null && to === null ? [] : [{ range: { "@timestamp": period } }]),
        ...asked,
        ...searchTerms(query.get("search") ?? "").map(holding),
        ...(await selected(context)),
      ],
    },
  };
}

/** The order a request asks for: as that of the list in the database, ended by the id. */
export function searchOrder({ query }: RequestContext): JsonObject[] {
  const fields: Readonly<Record<string, string>> = { timestamp: "@timestamp", risk_level: "risk_level" };
  const asked = (query.get("order") ?? "").split(",").flatMap((word) => {
    const name = word.trim();
    const field = fields[name.replace(/^-/, "")];
    return field === undefined ? [] : [{ [field]: { order: name.startsWith("-") ? "desc" : "asc" } }];
  });
  const terms = asked.length === 0 ? [{ "@timestamp": { order: "desc" } }] : asked.slice(0, 10);
  return [...terms, { id: { order: "asc" } }];
}
