import { type Kysely, sql } from "kysely";
import type { RequestContext } from "../../../engine/access/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import type { Session } from "../../../engine/http/index.ts";
import { isObject } from "../../../engine/json.ts";
import { openUnder, sealUnder } from "../../../engine/secrets/index.ts";
import type { Services } from "../../../engine/services.ts";
import { roleBindingsTable, roleIds } from "../../roles/index.ts";

/**
 * The password somebody signed in with, for the dynamic user of organizations that want it so. It lies with the
 * session alone, sealed under a key that takes both the cookie of the browser and the key of the installation: the
 * database holds neither. It ends with the session. Contract: docs/contract/accounts.md, "Virtual accounts".
 */

/** What sessions remember it under. */
const dataKey = "login_secret";

const contextOf = (userId: string): string => `http_sessions.login_secret:${userId}`;

const keyOf = ({ secrets }: Pick<Services, "secrets">, session: Session): Buffer =>
  session.deriveKey(secrets.deriveKey("login secrets"));

/** Whether the installation allows it at all. */
const isAllowed = ({ settings }: Pick<Services, "settings">): Promise<boolean> =>
  settings.get<boolean>("CACHE_LOGIN_PASSWORD_ENABLED");

/** Keeps the password of a sign-in that has just begun, if an organization of the user's wants it. */
export async function saveLoginSecret(
  services: Pick<Services, "db" | "secrets" | "sessions" | "settings">,
  session: Session,
  { userId, password }: { readonly userId: string; readonly password: string },
): Promise<void> {
  if (!(await isAllowed(services)) || !(await isWantedFor(services.db, userId))) return;
  const sealed = sealUnder(keyOf(services, session), password, contextOf(userId));
  await services.sessions.save(session, { ...session.data, [dataKey]: { sealed, at: Date.now() } });
}

/** Hands it from the session that carried the steps of a sign-in to the one that is signed in. */
export async function moveLoginSecret(
  services: Pick<Services, "secrets" | "sessions" | "settings">,
  from: Session,
  to: Session,
  userId: string,
): Promise<void> {
  const password = await openLoginSecret(services, from, userId);
  if (password === null) return;
  const sealed = sealUnder(keyOf(services, to), password, contextOf(userId));
  await services.sessions.save(to, { ...to.data, [dataKey]: { sealed, at: Date.now() } });
}

async function openLoginSecret(
  services: Pick<Services, "secrets" | "settings">,
  session: Session,
  userId: string,
): Promise<string | null> {
  const kept = session.data[dataKey];
  if (!isObject(kept) || typeof kept.sealed !== "string" || typeof kept.at !== "number") return null;
  const seconds = await services.settings.get<number>("CACHE_LOGIN_PASSWORD_TTL");
  if (Date.now() - kept.at > seconds * 1000) return null;
  try {
    return openUnder(keyOf(services, session), kept.sealed, contextOf(userId));
  } catch {
    // The key of the installation has changed since: they type it, or sign in again.
    return null;
  }
}

/**
 * What the dynamic user of an organization signs in with for this caller, or null: they have signed in otherwise, or
 * the organization does not want it. The caller is responsible for its use.
 */
export async function loginSecretOf(
  { services, session, principal }: RequestContext,
  organizationId: string,
): Promise<string | null> {
  if (session === null || session.userId === null || session.userId !== principal?.id) return null;
  if (session.data[dataKey] === undefined) return null;
  if (!(await isAllowed(services)) || !(await isWantedIn(services.db, organizationId))) return null;
  return await openLoginSecret(services, session, session.userId);
}

/** Forgets all that are kept, once no organization wants them any more. */
export async function clearLoginSecrets({
  db,
  services,
}: Pick<RequestContext, "db" | "services">): Promise<void> {
  const { rows } = await sql`select 1 from virtual_accounts where secret_from_login limit 1`.execute(db);
  if (rows.length === 0) await services.sessions.forget(dataKey);
}

async function isWantedIn(db: Kysely<Database>, organizationId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from virtual_accounts where org_id = ${organizationId}::uuid and secret_from_login
  `.execute(db);
  return rows.length > 0;
}

async function isWantedFor(db: Kysely<Database>, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from virtual_accounts v join ${roleBindingsTable} b
      on b.user_id = ${userId}::uuid and (b.org_id = v.org_id or b.role_id = ${roleIds.systemAdmin}::uuid)
    where v.secret_from_login limit 1
  `.execute(db);
  return rows.length > 0;
}
