import { sql } from "kysely";
import type { Permissions, RequestContext } from "../access/context.ts";
import { type AccessRule, allows, isClosedByTerms } from "../access/rules.ts";
import { outdatedPlan } from "../database/kept-plans.ts";
import { NotAuthenticated, PermissionDenied, TermsNotAccepted } from "../errors.ts";
import { negotiateLanguage } from "../i18n/negotiate.ts";
import { log } from "../log.ts";
import { knownTimeZone } from "../resource/instants.ts";
import { readQuery } from "../resource/query/parameters.ts";
import type { BodyCheck, Services } from "../services.ts";
import { chosenLanguages, cookieNames } from "./cookies.ts";
import { identify, type Presented } from "./identify.ts";
import { noteRefusal } from "./note-refusal.ts";

/** What nobody in particular may do. */
const none: Permissions = {
  isSuperuser: false,
  isOrganizationAdmin: false,
  has: () => false,
  list: () => [],
};

/** A request before its context is known. */
export interface Incoming extends Omit<Presented, "authorization"> {
  /** Method and path, as a refusal is taken down with. */
  readonly asked: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

/** RFC 9110 has a date that cannot be read treated like one that was not sent. */
function readPrecondition(header: string | undefined): Pick<RequestContext, "unmodifiedSince"> {
  const instant = header === undefined ? Number.NaN : Date.parse(header);
  return Number.isNaN(instant) ? {} : { unmodifiedSince: new Date(instant) };
}

/**
 * Walks cookie or token -> principal -> organization -> permissions, and applies the access rule. Nothing of the
 * body has been read yet.
 */
export async function buildContext(
  services: Services,
  incoming: Incoming,
  rule: AccessRule,
): Promise<PendingContext> {
  const { headers, cookies, url } = incoming;
  const query = readQuery(url);
  const authorization = rule.kind === "anonymous" ? undefined : single(headers.authorization);
  const identity = await identify(services, { ...incoming, authorization });
  const { principal, session, version, checkBody } = identity;
  if (rule.kind !== "anonymous" && principal === null) throw new NotAuthenticated();
  await services.settings.catchUp(version);
  const remembered = session?.data.oid;
  const organization = await services.organizations.resolve(
    query.get("oid") ||
      single(headers["x-jms-org"]) ||
      cookies[cookieNames.organization] ||
      (typeof remembered === "string" ? remembered : undefined),
    version,
  );
  const permissions =
    principal === null ? none : await services.permissions.permissions(principal, organization, version);
  if (isClosedByTerms(rule, principal)) throw new TermsNotAccepted();
  if (!allows(rule, permissions, principal)) {
    const denied = new PermissionDenied();
    const { credential } = identity;
    const { remoteAddress, asked } = incoming;
    noteRefusal({ services, principal, credential, remoteAddress, organization }, denied, asked, rule);
    throw denied;
  }
  const tasks: (() => Promise<void> | void)[] = [];
  const context: RequestContext = {
    principal,
    credential: identity.credential,
    session,
    credentialKey: identity.credentialKey,
    signedInAt: identity.signedInAt,
    ...(identity.stillHolds === undefined ? {} : { stillHolds: identity.stillHolds }),
    organization,
    permissions,
    language: negotiateLanguage(chosenLanguages(cookies), single(headers["accept-language"])),
    timeZone: knownTimeZone(single(headers["x-tz"])),
    remoteAddress: incoming.remoteAddress,
    query,
    ...readPrecondition(single(headers["if-unmodified-since"])),
    format: "json",
    db: services.db,
    services,
    accessVersion: version,
    afterCommit: (task) => {
      tasks.push(task);
    },
  };
  return { context, tasks, ...(checkBody === undefined ? {} : { checkBody }) };
}

/** A context, what its body has yet to pass, and what is to run after its transaction. */
export interface PendingContext {
  readonly context: RequestContext;
  readonly checkBody?: BodyCheck;
  readonly tasks: readonly (() => Promise<void> | void)[];
}

/** What succeeds when run again: conflicts between transactions, and a kept plan whose table was migrated meanwhile. */
const transient = new Set(["40001", "40P01", outdatedPlan]);

/** Runs `work` in one transaction, again (twice at most) when it lost a conflict, then the tasks left for after it. */
export async function inTransaction<T>(
  { context, tasks }: PendingContext,
  work: (context: RequestContext) => Promise<T>,
): Promise<T> {
  const left = tasks as (() => Promise<void> | void)[];
  for (let attempt = 1; ; attempt++) {
    left.length = 0;
    try {
      const result = await context.services.db.transaction().execute(async (db) => {
        await sql`set local lock_timeout = '10s'`.execute(db);
        return work({ ...context, db });
      });
      await runTasks(left);
      return result;
    } catch (error) {
      if (attempt === 3 || !transient.has((error as { code?: string }).code ?? "")) throw error;
    }
  }
}

/** Runs what was left for after the request's work; one failure does not stop the others. */
export async function runTasks(tasks: readonly (() => Promise<void> | void)[]): Promise<void> {
  for (const task of tasks) {
    try {
      await task();
    } catch (error) {
      log.error({ err: error }, "a task after commit failed");
    }
  }
}
