import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { FieldError } from "../../../engine/errors.ts";
import { type Message, withParameters } from "../../../engine/i18n/index.ts";
import { firstCharacters } from "../../../engine/json.ts";
import { normalizeName } from "../../../engine/names.ts";
import { storablePhone } from "../../../engine/resource/index.ts";
import { type RefusalCode, type SignInUser, signInColumns } from "../../credentials/index.ts";
import {
  firstUsername,
  keptUsername,
  mixedAlphabets,
  resembling,
  type SourceUserValues,
  userCredentialsTable,
  usersTable,
} from "../../users/index.ts";
import { addressOf } from "./attribute-map.ts";
import {
  compareGrants,
  type Grant,
  type GrantChanges,
  grantsOf,
  heldGrants,
  type SourceRule,
} from "./grants.ts";
import type { ArrivalPolicy, PersonField, SourcePerson } from "./source-person.ts";
import { text } from "./texts.ts";

/** Why a person of another system may not come in. */
export interface ArrivalRefusal {
  readonly code: RefusalCode;
  readonly message: Message;
}

/** A value of a user that an arrival changes. */
export interface ArrivalChange {
  readonly field: PersonField;
  readonly before: string | null;
  readonly after: string | null;
}

/** A user here, as far as arrivals look at one. */
interface KnownUser extends SourceUserValues {
  readonly id: string;
  readonly source: string;
  readonly is_service_account: boolean;
}

/** Somebody who is linked to a user, and what rules gave them. */
export interface LinkedUser {
  readonly user: KnownUser & SignInUser;
  readonly granted: readonly Grant[];
}

/** What an arrival would do: nobody is changed by planning it. */
export type ArrivalPlan =
  | { readonly action: "refuse"; readonly refusal: ArrivalRefusal; readonly user: KnownUser | null }
  | ({
      /** `enter`: known by a link. `link`: known here, and linked from now on. `create`: unknown. */
      readonly action: "enter" | "link" | "create";
      readonly user: KnownUser | null;
      /** What is written: everything of a new user, else what differs. */
      readonly values: Partial<SourceUserValues>;
      readonly changes: readonly ArrivalChange[];
    } & GrantChanges);

/** What an arrival is planned with. */
export interface ArrivalRules {
  readonly policy: ArrivalPolicy;
  readonly rules: readonly SourceRule[];
}

const columns = [
  "id",
  "source",
  "is_service_account",
  "name",
  "username",
  "email",
  "phone",
  "comment",
] as const;

/**
 * What the arrival of a person would do: which user it is, what changes, which roles and groups come and go, or why
 * they may not come in. What this installation says of its users, such as whether they are active, is looked at by
 * the steps of the sign-in. Contract: docs/contract/identity.md, "People of other systems".
 * @param known who the person is linked to, where that was read just before
 */
export async function planArrival(
  db: Kysely<Database>,
  person: SourcePerson,
  { policy, rules }: ArrivalRules,
  known?: LinkedUser,
): Promise<ArrivalPlan> {
  const username = usernameOf(person.username);
  if (username === null) return refuse("user_not_exist", text.noUsername);
  if (person.isActive === false) return refuse("user_inactive", text.disabledThere);
  const link = known ?? (await findLinked(db, person));
  const found = link ?? (await findUnlinked(db, person, username, policy));
  if ("refusal" in found) return { action: "refuse", refusal: found.refusal, user: found.user };
  const { user } = found;
  if (user?.is_service_account === true) {
    return refuse("backend_not_match", nameTaken(user), user);
  }
  if (user !== null) {
    const values = await changedValues(db, user, await said(person, username, policy), policy.updates);
    const wanted = grantsOf(rules, person);
    // What nobody is given here need not be compared with what they have.
    const held = wanted.length === 0 ? [] : await heldGrants(db, user.id);
    return {
      action: link === null ? "link" : "enter",
      user,
      values,
      changes: changesOf(user, values),
      ...compareGrants(wanted, held, link === null ? [] : link.granted),
    };
  }
  return await planNewUser(person, username, { policy, rules }, async (field, value) => {
    return (await resembling({ db }, field, value, null)) !== null;
  });
}

/** What the arrival of somebody does whom nobody here is; `isTaken`: whether a user has a name or address that reads so. */
export async function planNewUser(
  person: SourcePerson,
  username: string,
  { policy, rules }: ArrivalRules,
  isTaken: (field: "username" | "email", value: string) => Promise<boolean>,
): Promise<ArrivalPlan> {
  if (!policy.creates) return refuse("user_not_exist", text.unknownUser);
  const email = newAddress(person, username, policy);
  if (email === null) return refuse("user_not_exist", text.noAddress);
  if (mixedAlphabets(username, "en") !== null || (await isTaken("username", username))) {
    return refuse("user_not_exist", withParameters(text.looksAlike, { username }));
  }
  if (await isTaken("email", email)) {
    return refuse("backend_not_match", withParameters(text.addressTaken, { email }));
  }
  const values = {
    name: username,
    phone: null,
    comment: "",
    ...(await said(person, username, policy)),
    username,
    email,
  };
  return {
    action: "create",
    user: null,
    values,
    changes: changesOf(null, values),
    ...compareGrants(grantsOf(rules, person), [], []),
  };
}

/** The address of a new user; null when there is none. */
export const newAddress = (
  person: SourcePerson,
  username: string,
  { emailSuffix }: ArrivalPolicy,
): string | null => addressOf({ ...person, username }, emailSuffix);

const refuse = (code: RefusalCode, message: Message, user: KnownUser | null = null): ArrivalPlan => ({
  action: "refuse",
  refusal: { code, message },
  user,
});

/** A username as it is kept; null when it is none. */
export function usernameOf(given: string): string | null {
  const username = given.trim();
  if (username === "" || username.length > 128) return null;
  try {
    return keptUsername(username);
  } catch (error) {
    if (error instanceof FieldError) return null;
    throw error;
  }
}

/** What the source says of a person, as it is kept; what it does not say, or what cannot be kept, is left out. */
async function said(
  person: SourcePerson,
  username: string,
  { phoneCode }: ArrivalPolicy,
): Promise<Partial<SourceUserValues>> {
  const { name, comment } = person;
  const email = addressOf({ ...person, username }, "");
  const phone = person.phone === undefined ? null : await storablePhone(person.phone, phoneCode);
  return {
    username,
    ...(name === undefined || name === "" ? {} : { name: nameOf(name) ?? username }),
    ...(email === null || person.email === undefined ? {} : { email }),
    ...(phone === null ? {} : { phone }),
    ...(comment === undefined ? {} : { comment }),
  };
}

function nameOf(given: string): string | null {
  try {
    return firstCharacters(normalizeName(given), 128);
  } catch (error) {
    if (error instanceof FieldError) return null;
    throw error;
  }
}

/** Who a person is here by a link; null: nobody. */
export async function findLinked(
  db: Kysely<Database>,
  { source, issuer, subject }: Pick<SourcePerson, "source" | "issuer" | "subject">,
): Promise<LinkedUser | null> {
  const row = await db
    .selectFrom("user_source_links as l")
    .innerJoin(userCredentialsTable.as("u"), "u.id", "l.user_id")
    .select(["l.granted", "u.name", "u.email", "u.phone", "u.comment"])
    .select(signInColumns.map((column) => `u.${column}` as const))
    .where("l.source", "=", source)
    .where("l.issuer", "=", issuer)
    .where("l.subject", "=", subject)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { granted, ...user } = row;
  return { user, granted };
}

type Unlinked =
  | { readonly user: KnownUser | null }
  | { readonly user: KnownUser; readonly refusal: ArrivalRefusal };

/**
 * The user somebody without a link is taken for: by username, or by an address the source is trusted with. Never the
 * first administrator, who is how this installation is entered when everything else fails.
 */
async function findUnlinked(
  db: Kysely<Database>,
  person: SourcePerson,
  username: string,
  policy: ArrivalPolicy,
): Promise<Unlinked> {
  const { source, issuer, email = "" } = person;
  const named = await reading(db, "username", username);
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  const isTrusted = person.isEmailVerified !== false && policy.trustedDomains.includes(domain);
  const user = named ?? (isTrusted ? await reading(db, "email", email) : null);
  if (user === null) return { user };
  const refusal = (message: Message): Unlinked => ({ user, refusal: { code: "backend_not_match", message } });
  const mayBe = user === named ? user.source === source || policy.linksUsers : true;
  if (!mayBe || user.username === firstUsername) return refusal(nameTaken(user));
  const other = await db
    .selectFrom("user_source_links")
    .select("id")
    .where("user_id", "=", user.id)
    .where("source", "=", source)
    .where("issuer", "=", issuer)
    .executeTakeFirst();
  // A name that somebody else had before: the source gives names anew, a subject it does not.
  if (other !== undefined) return refusal(withParameters(text.linkedElsewhere, { username: user.username }));
  return { user };
}

const nameTaken = ({ username, source }: KnownUser): Message =>
  withParameters(text.nameTaken, { username, source });

async function reading(
  db: Kysely<Database>,
  column: "username" | "email",
  value: string,
): Promise<KnownUser | null> {
  const user = await db
    .selectFrom(usersTable.as("u"))
    .select(columns)
    .where(sql<boolean>`lower(normalize(${sql.ref(`u.${column}`)}, NFKC)) = lower(normalize(${value}, NFKC))`)
    .executeTakeFirst();
  return user ?? null;
}

/** What of a known user follows the source. A name or an address that is somebody else's here stays as it is. */
async function changedValues(
  db: Kysely<Database>,
  user: KnownUser,
  values: Partial<SourceUserValues>,
  updates: readonly PersonField[],
): Promise<Partial<SourceUserValues>> {
  const changed: Record<string, string | null> = {};
  for (const field of updates) {
    const value = values[field];
    if (value === undefined || value === user[field]) continue;
    if (
      field === "username" &&
      (user.username === firstUsername || mixedAlphabets(value ?? "", "en") !== null)
    ) {
      continue;
    }
    const isUnique = field === "username" || field === "email";
    if (isUnique && (await resembling({ db }, field, value ?? "", user.id)) !== null) continue;
    changed[field] = value;
  }
  return changed;
}

const changesOf = (user: KnownUser | null, values: Partial<SourceUserValues>): ArrivalChange[] =>
  (Object.keys(values) as PersonField[]).map((field) => ({
    field,
    before: user?.[field] ?? null,
    after: values[field] ?? null,
  }));
