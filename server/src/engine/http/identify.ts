import { sql } from "kysely";
import type { Credential, Principal } from "../access/context.ts";
import { accessVersionTable } from "../access/readable-tables.ts";
import { ApiError, NotAuthenticated } from "../errors.ts";
import { withParameters } from "../i18n/messages.ts";
import { text } from "../i18n/texts.ts";
import { sameText } from "../secrets/same-text.ts";
import type { AccessVersion, BodyCheck, Services } from "../services.ts";
import { cookieNames } from "./cookies.ts";
import type { Session } from "./http-sessions.ts";

/** The parts of a request that tell who is calling. */
export interface Presented {
  readonly method: string;
  readonly url: string;
  /** The address before anything of it was rewritten: what a signature covers. */
  readonly target: string;
  readonly rawHeaders: readonly string[];
  readonly authorization: string | undefined;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly remoteAddress: string;
  /** Whether the route takes `?token=<connection token>` in place of a sign-in. */
  readonly connectionToken: boolean;
}

/** Who is calling, as far as they showed it. */
export interface Identity {
  readonly principal: Principal | null;
  readonly credential: Credential | null;
  readonly session: Session | null;
  readonly credentialKey: Buffer | null;
  readonly signedInAt: Date | null;
  readonly version: AccessVersion;
  readonly stillHolds?: () => Promise<boolean>;
  readonly checkBody?: BodyCheck;
}

const nobody: Omit<Identity, "version"> = {
  principal: null,
  credential: null,
  session: null,
  credentialKey: null,
  signedInAt: null,
};

/** What callers are found by. */
export type CallerServices = Pick<Services, "db" | "principals" | "sessions">;

/** The current access version, for callers that present no session. */
export async function readAccessVersion(services: Pick<Services, "db">): Promise<AccessVersion> {
  const { rows } = await sql<{ version: number }>`select version from ${accessVersionTable}`.execute(
    services.db,
  );
  return Number(rows[0]?.version ?? 0);
}

/**
 * Finds the caller: an `Authorization` header first, then a connection token where the route takes one, then the
 * session cookie. A header that proves nobody is an error, never a silent fall-back to the cookie.
 */
export async function identify(services: CallerServices, presented: Presented): Promise<Identity> {
  const { authorization, cookies } = presented;
  if (authorization !== undefined && authorization !== "") {
    const found = await services.principals.authenticate({ ...presented, authorization });
    if (found === null) throw new NotAuthenticated("authentication_failed");
    return { ...found, session: null };
  }
  const token = presented.connectionToken
    ? new URLSearchParams(presented.url.split("?")[1] ?? "").get("token")
    : null;
  if (token !== null) {
    const version = await readAccessVersion(services);
    const principal = await services.principals.ofConnectionToken(token, version);
    if (principal !== null) return { ...nobody, principal, credential: "connection-token", version };
  }
  const cookie = cookies[cookieNames.session];
  const session = cookie === undefined ? null : await services.sessions.load(cookie);
  if (session === null) {
    return { ...nobody, version: await readAccessVersion(services) };
  }
  const principal =
    session.userId === null ? null : await services.principals.load(session.userId, session.version);
  return {
    principal,
    credential: principal === null ? null : "session",
    session,
    credentialKey: session.key,
    signedInAt: session.dateCreated,
    version: session.version,
  };
}

/** 403 as the contract words it. */
function csrfFailure(reason: string): ApiError {
  return new ApiError(403, "permission_denied", withParameters(text.csrfFailed, { reason }));
}

/**
 * Cookie callers prove on unsafe methods that the request comes from our own pages: the header repeats the
 * session's token, and a browser's `Origin` is ours.
 */
export function checkCsrf(
  session: Session,
  header: string | undefined,
  origin: string | undefined,
  own: string[],
): void {
  if (origin !== undefined && !own.includes(origin)) throw csrfFailure("Origin checking failed");
  if (!sameText(header ?? "", session.csrfToken)) {
    throw csrfFailure(header === undefined ? "CSRF token missing." : "CSRF token incorrect.");
  }
}
