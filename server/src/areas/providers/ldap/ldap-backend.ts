import { randomBytes } from "node:crypto";
import { log } from "../../../engine/log.ts";
import type {
  BackendRefusal,
  BackendServices,
  Claim,
  RefusalCode,
  SignInBackend,
} from "../../credentials/index.ts";
import { underOwnName } from "../own-name.ts";
import { arrive } from "../people/arrival.ts";
import { type AdRefusal, readAdRefusal } from "./ad-refusals.ts";
import { createsPeople, readLdapRules, toSourcePerson } from "./ldap-arrival.ts";
import { findByName, openDirectory } from "./ldap-directory.ts";
import { LdapFailure } from "./ldap-failure.ts";
import { commonName, type LdapPerson } from "./ldap-person.ts";
import { issuerOf, type LdapSettings, readLdapSettings } from "./ldap-settings.ts";
import { text } from "./texts.ts";

/** What the directory said of a name and a password. */
type Answer =
  | { readonly kind: "proven"; readonly person: LdapPerson }
  /** The password is right, and the directory lets nobody in by it now. */
  | { readonly kind: "refused"; readonly refusal: AdRefusal }
  | { readonly kind: "unknown" }
  | { readonly kind: "wrong"; readonly person: LdapPerson };

/** What Active Directory says only to who knows the password. That an account is locked it tells anybody. */
const refusals: Readonly<Record<Exclude<AdRefusal, "accountLocked">, RefusalCode>> = {
  passwordExpired: "password_expired",
  passwordMustChange: "password_must_change",
  accountDisabled: "user_inactive",
  accountExpired: "user_expired",
};

/**
 * The password of the directory, of its users and of people nobody knows here yet. Users whose password is kept here are
 * never asked for at the directory: their names there may be somebody else's. For names that do not exist, and for
 * those users, as much is asked as for others, so that the clock tells nothing.
 * Contract: docs/contract/identity.md, "LDAP".
 */
export const ldapBackend: SignInBackend = {
  label: "LDAP",
  kind: "password",
  sources: ["ldap"],
  takesStrangers: true,
  isEnabled: ({ settings }) => settings.get<boolean>("AUTH_LDAP"),
  async prove(services, password, user, claim) {
    const isTheirs = user === null || user.source === "ldap";
    // A server says yes to a name without a password.
    const secret = isTheirs && password !== "" ? password : randomBytes(18).toString("base64");
    const directory = await readLdapSettings(services);
    try {
      const answer = await askDirectory(directory, claim.username, secret);
      return await judge(services, directory, claim, answer);
    } catch (error) {
      if (!(error instanceof LdapFailure)) throw error;
      log.warn(
        { problem: error.problem, said: error.said },
        "the directory could not be asked for a sign-in",
      );
      return { unavailable: text.away };
    }
  },
};

/** Asks once, within the time limit as a whole. */
async function askDirectory(directory: LdapSettings, username: string, password: string): Promise<Answer> {
  const connection = await openDirectory(directory, directory.server.timeout);
  try {
    const person = await findByName(connection, directory, username);
    try {
      // A name nobody has: whether it exists is not to be told by the time it takes.
      await connection.bind(person?.dn ?? `cn=nobody,${directory.bases[0] ?? "dc=invalid"}`, password);
    } catch (error) {
      if (!(error instanceof LdapFailure) || person === null) return { kind: "unknown" };
      if (error.problem !== "credentials") throw error;
      const refusal = readAdRefusal(error.said);
      return refusal === null || refusal === "accountLocked"
        ? { kind: "wrong", person }
        : { kind: "refused", refusal };
    }
    return person === null ? { kind: "unknown" } : { kind: "proven", person };
  } finally {
    connection.close();
  }
}

async function judge(
  services: BackendServices,
  directory: LdapSettings,
  claim: Claim,
  answer: Answer,
): ReturnType<SignInBackend["prove"]> {
  if (answer.kind === "unknown") return null;
  if (answer.kind === "refused") {
    const { refusal } = answer;
    return refusal === "accountLocked" ? null : { refused: refusals[refusal], message: text[refusal] };
  }
  const { person } = answer;
  return underOwnName(services, claim, person.username, async () => {
    if (answer.kind === "wrong") return null;
    const issuer = issuerOf(directory);
    const groups = person.groups.map(commonName);
    const { db, settings } = services;
    const rules = await readLdapRules(db, settings, await createsPeople(settings));
    const arrival = await arrive(
      services,
      toSourcePerson(issuer, { ...person, groups }),
      rules,
      claim.remoteAddress,
    );
    if (arrival.user !== null) return arrival.user;
    return { refused: arrival.refusal.code, message: arrival.refusal.message } satisfies BackendRefusal;
  });
}
