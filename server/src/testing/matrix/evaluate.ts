import type { RouteEntry } from "../../engine/http/routes.ts";
import { type Audience, audiences } from "./audiences.ts";
import { type Application, ask, type Caller } from "./callers.ts";
import { particular, policy } from "./policy.ts";

/** Objects to put into the segments of paths, by the list they are in. */
export type Objects = Readonly<Record<string, string>>;

const nowhere = "ffffffff-ffff-4fff-8fff-ffffffffffff";

/**
 * Asks every route as every caller, and answers what contradicts the policy: one line each. Reads are of real
 * objects; writes name objects that do not exist, since the rule is applied before anything is looked up.
 */
export async function evaluate(
  application: Application,
  routes: readonly RouteEntry[],
  callers: readonly Caller[],
  objects: Objects,
): Promise<string[]> {
  const problems: string[] = [];
  for (const { method, path } of routes) {
    const audience = audienceOf(method, path);
    if (audience === undefined) {
      problems.push(`${method} ${path} is not in the policy: write down who may call it`);
      continue;
    }
    for (const caller of callers) {
      if (exclusions.some(({ covers }) => covers(method, path, caller))) continue;
      const { status } = await ask(
        application,
        caller,
        method,
        addressOf(method, path, objects),
        hasBody(method) ? {} : undefined,
      );
      const wanted = expectation(method, path, audience, caller);
      if (!fits(status, wanted))
        problems.push(`${method} ${path} as ${caller.name}: ${status}, not ${wanted}`);
    }
  }
  return problems;
}

/** What is not asked, and why. */
export const exclusions: readonly {
  readonly why: string;
  covers(method: string, path: string, caller: Caller): boolean;
}[] = [
  {
    why: "a real sign-out would end the very session it is asked with",
    covers: (_method, path, caller) => path === "/core/auth/logout/" && caller.headers.cookie !== undefined,
  },
  {
    why: "connection tokens are for the GETs of connectors; other methods may refuse them",
    covers: (method, _path, caller) => method === "HEAD" && caller.role === "tokenHolder",
  },
  {
    why: "the contract answers 401 where somebody else may not watch; its own test asks with a good body",
    covers: (method, path, caller) =>
      method === "POST" &&
      path === "/api/v1/terminal/sessions/join/validate/" &&
      holds("auditors", caller.role),
  },
  {
    why: "the DELETE would take the private token that others of this walk ask with",
    covers: (method, path, caller) =>
      method === "DELETE" &&
      path === "/api/v1/sallyport/private-token/" &&
      (caller.role === "member" || caller.role === "administrator"),
  },
];

/** Entries of the policy that no route answers any more, or that say nothing. */
export function outdated(routes: readonly RouteEntry[]): string[] {
  const live = new Set(routes.map(({ method, path }) => `${method} ${path}`));
  const gone = [...policy.keys()].filter((key) => !live.has(key));
  const idle = Object.entries(particular).flatMap(([role, { also, not }]) => [
    ...[...also].filter((key) => !live.has(key) || holds(policy.get(key), role)),
    ...[...not].filter((key) => !live.has(key) || !holds(policy.get(key), role)),
  ]);
  return [...gone, ...idle];
}

const holds = (audience: Audience | undefined, role: string): boolean =>
  audience !== undefined && (audiences[audience] as readonly string[]).includes(role);

function audienceOf(method: string, path: string): Audience | undefined {
  if (method === "HEAD") return policy.get(`GET ${path}`);
  if (method !== "OPTIONS") return policy.get(`${method} ${path}`);
  // Metadata holds no data and is for anyone who is signed in, where there is anything.
  const list = path.replace(/:id\/$/, "");
  const known = [...policy.keys()].some((key) => key.endsWith(` ${path}`) || key.endsWith(` ${list}`));
  return known ? "signedIn" : undefined;
}

const hasBody = (method: string): boolean => ["POST", "PUT", "PATCH"].includes(method);

function expectation(
  method: string,
  path: string,
  audience: Audience,
  { role }: Caller,
): "allowed" | "401" | "403" {
  const key = `${method === "HEAD" ? "GET" : method} ${path}`;
  const own = particular[role];
  if (own?.also.has(key)) return "allowed";
  if (holds(audience, role) && !own?.not.has(key)) return "allowed";
  if (audience === "directories") return "401";
  return role === "anonymous" || role === "disabled" || role === "tokenHolder" ? "401" : "403";
}

function fits(status: number, wanted: "allowed" | "401" | "403"): boolean {
  if (wanted === "allowed") return status !== 401 && status !== 403 && status < 500;
  return String(status) === wanted;
}

function addressOf(method: string, path: string, objects: Objects): string {
  const isRead = method === "GET" || method === "HEAD" || method === "OPTIONS";
  const list = path.slice(0, path.indexOf(":"));
  // A GET of the contract that ends the credentials of whom it is about, the callers of the matrix among them.
  const isHarmless = isRead && !path.endsWith("/mfa/reset/");
  const id = isHarmless ? objects[list] : undefined;
  const integer = /relations\/|\/platforms\//.test(path);
  // Whatever a list would be emptied of is not there.
  const narrowing =
    method === "DELETE" && !path.includes(":") ? `?ids=${integer ? "2000000000" : nowhere}` : "";
  return `${path}${narrowing}`
    .replace(":id", id ?? (integer ? "2000000000" : nowhere))
    .replace(":user", objects["/api/v1/users/users/"] ?? nowhere)
    .replace(":group", objects["/api/v1/users/groups/"] ?? nowhere)
    .replace(":asset", objects["/api/v1/assets/hosts/"] ?? nowhere)
    .replace(":node", objects["/api/v1/assets/nodes/"] ?? nowhere)
    .replace(":code", "en")
    .replace(":day", "2026-01-01")
    .replace(":file", `${nowhere}.cast`);
}
