import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { addressMatches } from "../../../engine/access/index.ts";
import type { OperationOrigin } from "../../../engine/audit/index.ts";
import { NotAuthenticated } from "../../../engine/errors.ts";
import {
  createRateLimiter,
  isOwnAddress,
  type RouteContext,
  type RouteRequest,
} from "../../../engine/http/index.ts";
import type { ForeignSource } from "../people/source-person.ts";

/** A directory that is asking. */
export interface ScimSource {
  readonly id: string;
  readonly name: string;
  readonly organizationId: string;
  readonly userSource: ForeignSource;
  readonly linksExisting: boolean;
  readonly onDelete: "disable" | "remove";
}

const prefix = "scim_";

/** What is kept of a token. */
const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** A new token, and what is kept of it. */
export function makeToken(): { readonly token: string; readonly hash: Buffer } {
  const token = prefix + randomBytes(32).toString("base64url");
  return { token, hash: hashOf(token) };
}

/** A large directory writes its people one by one, some dozens a second. */
const requests = createRateLimiter({ burst: 400, perSecond: 100 });

/** Tokens that are none, by address. */
const guesses = createRateLimiter({ burst: 20, perSecond: 0.2 });

/**
 * The source whose token comes with a request.
 * @throws NotAuthenticated for a token that is none, has run out or comes from elsewhere; TooManyRequests
 */
export async function sourceOf(context: RouteContext, { headers }: RouteRequest): Promise<ScimSource> {
  const { services, remoteAddress } = context;
  const [scheme = "", token = ""] = (headers.authorization ?? "").trim().split(/\s+/);
  const isToken = scheme.toLowerCase() === "bearer" && token.startsWith(prefix) && token.length < 100;
  const { rows } = isToken
    ? await sql<{
        id: string;
        name: string;
        org_id: string;
        user_source: ForeignSource;
        links_existing: boolean;
        on_delete: "disable" | "remove";
        ip_group: readonly string[];
        stale: boolean;
      }>`
        select id, name, org_id, user_source, links_existing, on_delete, ip_group,
          coalesce(date_last_used < now() - interval '1 minute', true) as stale
        from scim_sources where token_hash = ${hashOf(token)} and is_active and coalesce(date_expired > now(), true)
      `.execute(services.db)
    : { rows: [] };
  const [found] = rows;
  if (found === undefined || !addressMatches(remoteAddress, found.ip_group)) {
    if (!isOwnAddress(remoteAddress)) guesses.take(remoteAddress);
    throw new NotAuthenticated("authentication_failed");
  }
  requests.take(found.id);
  if (found.stale) {
    await sql`
      update scim_sources set date_last_used = now()
      where id = ${found.id}::uuid and coalesce(date_last_used < now() - interval '1 minute', true)
    `.execute(services.db);
  }
  return {
    id: found.id,
    name: found.name,
    organizationId: found.org_id,
    userSource: found.user_source,
    linksExisting: found.links_existing,
    onDelete: found.on_delete,
  };
}

/** Who the operate log names. */
export const originOf = ({ name }: Pick<ScimSource, "name">, remoteAddress: string): OperationOrigin => ({
  name: `SCIM: ${name}`,
  remoteAddress,
});

/** The issuer of the links of a source. */
export const issuerOf = (sourceId: string): string => `scim:${sourceId}`;
