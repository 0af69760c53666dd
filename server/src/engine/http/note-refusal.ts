import type { RequestContext } from "../access/context.ts";
import type { AccessRule } from "../access/rules.ts";
import type { RefusalChannel } from "../audit/refusal.ts";
import { markNoted, refusalOf } from "../audit/refusal-of-error.ts";
import type { ApiError } from "../errors.ts";
import { isUuid } from "../resource/query/filters.ts";

/** Who was refused, as far as the request had been looked at. */
export type RefusedCaller = Pick<
  RequestContext,
  "services" | "principal" | "credential" | "remoteAddress" | "organization"
>;

/** The access channel of a request: a browser with its cookie, a connector with a token, or a program. */
const channelOf = ({ credential }: Pick<RequestContext, "credential">): RefusalChannel => {
  if (credential === "connection-token") return "token";
  return credential === "session" ? "web" : "api";
};

/**
 * Method and path of a request as the log has them: of the parameters in the path only ids, because the others may be
 * something nobody should read.
 */
export function requestTarget(method: string, route: string, params: unknown): string {
  const given = (params ?? {}) as Readonly<Record<string, unknown>>;
  const path = route.replace(/:(\w+)(\([^)]*\))?/g, (parameter, name: string) => {
    const value = String(given[name] ?? "");
    return isUuid(value) ? value.toLowerCase() : parameter;
  });
  return `${method} ${path}`;
}

/** Takes down that a request was refused, unless the error refuses nobody or was taken down with more already. */
export function noteRefusal(caller: RefusedCaller, error: unknown, target: string, rule?: AccessRule): void {
  const kind = refusalOf(error);
  // Nobody in particular was refused: signing in has a log of its own.
  if (kind === null || caller.principal === null) return;
  const { code, detail } = error as ApiError;
  markNoted(error as ApiError);
  const { id, username, name } = caller.principal;
  caller.services.refusals.note({
    person: { id, username, name },
    remoteAddress: caller.remoteAddress,
    channel: channelOf(caller),
    organizationId: caller.organization.id,
    ...{ kind, code, reason: detail, target },
    ...(rule?.kind === "permission" || rule?.kind === "component" ? { rights: rule.codes } : {}),
  });
}
