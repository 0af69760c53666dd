import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import { roleBindingsTable, roleIds } from "../roles/index.ts";
import { type UserSource, userCredentialsTable } from "../users/index.ts";
import type { FactorOwner } from "./factor.ts";
import type { MfaServices, OwnerServices } from "./factor-services.ts";
import { relyingParty } from "./passkeys/relying-party.ts";

/** Where people come from whose password nobody here can have checked. */
const sourcesWithoutPassword: readonly string[] = [
  "openid",
  "cas",
  "saml2",
  "oauth2",
  "wecom",
  "dingtalk",
  "feishu",
] satisfies UserSource[];

/** How people confirm who they are without a second factor: where their password is elsewhere, they sign in again. */
export const confirmLevelOf = ({ source }: Pick<FactorOwner, "source">): "relogin" | "password" =>
  sourcesWithoutPassword.includes(source) ? "relogin" : "password";

/** A user as the owner of factors; null when there is no such user. */
export async function findFactorOwner(
  services: OwnerServices,
  userId: string,
  db: Kysely<Database> = services.db,
): Promise<FactorOwner | null> {
  const site = await relyingParty(services);
  const { rows } = await sql<FactorOwner>`
    select u.id, u.username, u.name, u.source, u.phone, u.mfa_level, u.otp_secret_sealed,
      (select count(*)::int from passkeys p where p.user_id = u.id and p.rp_id = ${site?.id ?? ""}) as passkeys,
      (select count(*)::int from recovery_codes c where c.user_id = u.id and c.date_used is null) as recovery_codes
    from ${userCredentialsTable} u where u.id = ${userId}
  `.execute(db);
  return rows[0] ?? null;
}

/** The caller, or whoever is signing in, as the owner of factors. @throws Error when the user is gone */
export async function factorOwner(services: OwnerServices, userId: string): Promise<FactorOwner> {
  const owner = await findFactorOwner(services, userId);
  if (owner === null) throw new Error("the owner of the factors is gone");
  return owner;
}

/**
 * Whether the installation demands a second factor of the user: of everybody, of this one, or because they
 * administer something, in whichever organization.
 */
export async function isMfaForced(
  { db, settings }: MfaServices,
  { id, mfa_level: level }: Pick<FactorOwner, "id" | "mfa_level">,
): Promise<boolean> {
  const mode = await settings.get<number>("SECURITY_MFA_AUTH");
  if (mode === 1 || level === 2) return true;
  if (mode !== 2) return false;
  const administrator = await db
    .selectFrom(roleBindingsTable.as("role_bindings"))
    .select("id")
    .where("user_id", "=", id)
    .where("role_id", "in", [roleIds.systemAdmin, roleIds.organizationAdmin])
    .limit(1)
    .executeTakeFirst();
  return administrator !== undefined;
}

/** Whether second factors are on for the user: by their own choice, or because the installation demands it. */
export async function isMfaEnabled(
  services: MfaServices,
  owner: Pick<FactorOwner, "id" | "mfa_level">,
): Promise<boolean> {
  return owner.mfa_level > 0 || (await isMfaForced(services, owner));
}

/** Whether the sign-in page itself asks for the second factor: only where it is demanded of everybody. */
export async function isInLoginPage({ settings }: Pick<MfaServices, "settings">): Promise<boolean> {
  const mode = await settings.get<number>("SECURITY_MFA_AUTH");
  return mode === 1 && (await settings.get<boolean>("SECURITY_MFA_IN_LOGIN_PAGE"));
}
