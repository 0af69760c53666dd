import type { RouteEntry } from "../../engine/http/routes.ts";
import type { ResourceDeclaration } from "../../engine/resource/declaration.ts";
import { type Application, ask, type Caller } from "./callers.ts";
import type { Objects } from "./evaluate.ts";

/** What must not be seen: ids and names of one organization's objects. */
export interface Hidden {
  readonly values: readonly string[];
  /** A few of them, for parameters a list does not declare. */
  readonly telling: readonly string[];
  /** Objects for the segments of paths. */
  readonly objects: Objects;
}

/** Parameters every list has, and those that plain endpoints read. */
const common = [
  "search",
  "ids",
  "id",
  "spm",
  "label",
  "labels",
  "key",
  "node",
  "node_id",
  "nodes",
  "asset",
  "asset_id",
  "assets",
  "account",
  "user",
  "user_id",
  "group",
  "resource_id",
  "ips",
  "attr_rules",
  "resource",
  "oid",
  "exclude",
];

/** Ways of asking for the same rows. */
const forms = ["", "limit=50", "fields_size=mini", "format=csv", "format=csv&template=update", "all=1"];

/**
 * Asks every GET as somebody of another organization: plain, in every form, and with every filter set to every
 * value of what is hidden. Answers where something hidden was shown; one line each.
 */
export async function sweep(
  application: Application,
  routes: readonly RouteEntry[],
  resources: readonly ResourceDeclaration[],
  stranger: Caller,
  hidden: Hidden,
): Promise<string[]> {
  const problems: string[] = [];
  const filters = new Map(
    resources.map(({ path, filters: own }) => [`/api/v1/${path}/`, Object.keys(own ?? {})]),
  );
  const look = async (url: string): Promise<boolean> => {
    const { status, body } = await ask(application, stranger, "GET", url);
    if (status >= 500) problems.push(`${url} answers ${status}`);
    if (status !== 200) return status < 400;
    const text = told(body);
    const shown = hidden.values.find((value) => text.includes(value));
    if (shown !== undefined) problems.push(`${url} shows ${shown}`);
    return true;
  };
  for (const { method, path } of routes) {
    if (method !== "GET") continue;
    const urls = addresses(path, hidden);
    for (const url of urls) {
      for (const form of forms) await look(`${url}?${form}`);
      if (url !== path) continue;
      // Where nothing can be had at all, no parameter changes that.
      if (!(await look(path))) continue;
      const own = ["search", "ids", ...(filters.get(path) ?? [])];
      for (const name of new Set([...own, ...common])) {
        const values = own.includes(name) ? hidden.values : hidden.telling;
        for (const value of values) await look(`${path}?${name}=${encodeURIComponent(value)}`);
      }
    }
  }
  return problems;
}

/** The text of an answer without the addresses of other pages, which repeat what was asked. */
function told(body: unknown): string {
  if (typeof body === "object" && body !== null && "results" in body) return JSON.stringify(body.results);
  return typeof body === "string" ? body : JSON.stringify(body);
}

/** A path with its segments filled with hidden objects; itself when it has none. */
function addresses(path: string, hidden: Hidden): string[] {
  if (!path.includes(":")) return [path];
  const ids = [...new Set(Object.values(hidden.objects))].filter((id) => hidden.values.includes(id));
  const [segment] = /:\w+/.exec(path) ?? [];
  return ids
    .map((id) => path.replace(segment ?? "", id))
    .flatMap((pattern) => (pattern.includes(":") ? addresses(pattern, hidden) : [pattern]));
}
