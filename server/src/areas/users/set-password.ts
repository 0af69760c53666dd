import type { Kysely } from "kysely";
import type { CallerContext } from "../../engine/access/index.ts";
import type { Config } from "../../engine/config/index.ts";
import type { Database } from "../../engine/database/index.ts";
import { ValidationError } from "../../engine/errors.ts";
import { type Message, withParameters } from "../../engine/i18n/index.ts";
import type { SettingsPort } from "../../engine/services.ts";
import { hashPassword, isOutdatedHash, verifyPassword } from "./password-hash.ts";
import { passwordProblems, readPasswordPolicy } from "./password-policy.ts";
import { text } from "./texts.ts";
import type { UserRoles } from "./user-roles.ts";

/** Whose password is set. */
export interface PasswordOwner {
  readonly id: string;
  readonly name: string;
  readonly username: string;
}

/** Who sets it, and from where; what the password change log tells. */
export interface PasswordAuthor {
  readonly display: string;
  readonly remoteAddress: string;
}

/** What setting a password takes: the transaction, and what hashing costs. */
interface PasswordStore {
  readonly db: Kysely<Database>;
  readonly config: Pick<Config, "passwordHash">;
}

/** Stores a password: hash, history, date and log entry. `mustChange` leaves the flag alone when omitted. */
export async function storePassword(
  { db, config }: PasswordStore,
  owner: PasswordOwner,
  password: string,
  author: PasswordAuthor,
  mustChange?: boolean,
): Promise<void> {
  const hash = await hashPassword(password, config.passwordHash);
  await db
    .updateTable("users")
    .set({
      password_hash: hash,
      date_password_last_updated: new Date(),
      ...(mustChange === undefined ? {} : { need_update_password: mustChange }),
    })
    .where("id", "=", owner.id)
    .execute();
  await db.insertInto("password_history").values({ user_id: owner.id, password_hash: hash }).execute();
  await db
    .insertInto("password_change_logs")
    .values({
      username: owner.username,
      user: `${owner.name}(${owner.username})`,
      change_by: author.display,
      remote_addr: author.remoteAddress,
    })
    .execute();
}

/** Hashes a password that was just proven anew, when its stored hash is older than what passwords are hashed with now. */
export async function renewPasswordHash(
  { db, config }: PasswordStore,
  userId: string,
  stored: string,
  password: string,
): Promise<void> {
  if (!isOutdatedHash(stored, config.passwordHash)) return;
  await db
    .updateTable("users")
    .set({ password_hash: await hashPassword(password, config.passwordHash) })
    .where("id", "=", userId)
    .where("password_hash", "=", stored)
    .execute();
}

/** Sets a password on behalf of the caller and ends the owner's other sessions. */
export async function setPassword(
  context: CallerContext,
  owner: PasswordOwner,
  password: string,
  mustChange?: boolean,
): Promise<void> {
  const { principal, remoteAddress, services, session } = context;
  const author = { display: `${principal.name}(${principal.username})`, remoteAddress };
  await storePassword({ ...services, db: context.db }, owner, password, author, mustChange);
  const keep = owner.id === principal.id && session !== null ? session : undefined;
  context.afterCommit(() => services.sessions.destroyOf(owner.id, keep));
}

/** What setting a password for somebody looks up. */
type PolicyServices = PasswordStore & { readonly settings: SettingsPort };

/** The owner of a password, and which policy holds for them. */
type HeldOwner = Pick<PasswordOwner, "id"> & { readonly isAdministrator: boolean };

/**
 * Refuses a password chosen for somebody that breaks the policy. Which ones the owner had is nobody else's business.
 * @throws ValidationError on `password`
 */
export async function requireGoodPasswordFor(
  { db, services }: CallerContext,
  roles: Pick<UserRoles, "isAdministrator">,
  id: string,
  password: string,
): Promise<void> {
  const owner = { id, isAdministrator: await roles.isAdministrator(db, id) };
  const problems = await policyProblems({ ...services, db }, owner, password);
  if (problems.length > 0) throw new ValidationError({ password: problems });
}

async function policyProblems(
  { db, settings }: PolicyServices,
  owner: HeldOwner,
  password: string,
): Promise<Message[]> {
  const policy = await readPasswordPolicy(settings, owner.isAdministrator);
  return passwordProblems(password, policy, await namesOf(db, owner.id));
}

/**
 * What is wrong with a password that somebody chooses for themselves: the policy, then the passwords before it.
 * Empty when it is good.
 */
export async function ownPasswordProblems(
  services: PolicyServices,
  owner: HeldOwner,
  password: string,
): Promise<Message[]> {
  const problems = await policyProblems(services, owner, password);
  if (problems.length > 0) return problems;
  const limit = await services.settings.get<number>("OLD_PASSWORD_HISTORY_LIMIT_COUNT");
  const isReused = await isRecentPassword(services, owner.id, password, limit);
  return isReused ? [withParameters(text.passwordReused, { limit })] : [];
}

/** What somebody is called, in whole and in parts. */
async function namesOf(db: Kysely<Database>, userId: string): Promise<string[]> {
  const owner = await db
    .selectFrom("users")
    .select(["username", "name", "email"])
    .where("id", "=", userId)
    .executeTakeFirst();
  const whole = [owner?.username, owner?.name, owner?.email].filter((name) => typeof name === "string");
  return [...new Set(whole.flatMap((name) => [name, ...name.split(/[\s@._-]+/)]))].filter(
    (name) => name.length > 2,
  );
}

/** Whether the password is one of the owner's last `limit` ones. */
async function isRecentPassword(
  { db, config }: PasswordStore,
  userId: string,
  password: string,
  limit: number,
): Promise<boolean> {
  if (limit <= 0) return false;
  const recent = await db
    .selectFrom("password_history")
    .select("password_hash")
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .limit(Math.min(limit, 50))
    .execute();
  for (const { password_hash } of recent) {
    if (await verifyPassword(password_hash, password, config.passwordHash)) return true;
  }
  return false;
}
