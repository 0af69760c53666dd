import type { Kysely } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import type { SettingsPort } from "../../../engine/services.ts";
import type { ArrivalRules } from "../people/plan-arrival.ts";
import type { SourcePerson } from "../people/source-person.ts";
import { readSourceRules } from "../people/source-rules.ts";

/** What the directory says of a person, wherever it was read. */
interface DirectoryPerson {
  readonly subject: string;
  readonly dn: string;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly comment: string;
  readonly isActive: boolean | null;
  /** Names of groups, not of their entries. */
  readonly groups: readonly string[];
}

/** A person of the directory in the words of what all sources share. */
export const toSourcePerson = (issuer: string, person: DirectoryPerson): SourcePerson => ({
  source: "ldap",
  issuer,
  subject: person.subject,
  username: person.username,
  name: person.name,
  ...(person.email === "" ? {} : { email: person.email }),
  ...(person.phone === "" ? {} : { phone: person.phone }),
  ...(person.comment === "" ? {} : { comment: person.comment }),
  ...(person.isActive === null ? {} : { isActive: person.isActive }),
  attributes: { groups: person.groups, dn: [person.dn], username: [person.username] },
});

/** Whether a sign-in makes a user of somebody of the directory who is unknown here. */
export const createsPeople = async (settings: SettingsPort): Promise<boolean> =>
  !(await settings.get<boolean>("ONLY_ALLOW_EXIST_USER_AUTH")) &&
  !(await settings.get<boolean>("AUTH_LDAP_USER_LOGIN_ONLY_IN_USERS"));

/**
 * What becomes of people of the directory. They follow it in everything, and are nobody who is known here from elsewhere:
 * an administrator makes a user one of the directory by changing the source first.
 */
export async function readLdapRules(
  db: Kysely<Database>,
  settings: SettingsPort,
  creates: boolean,
): Promise<ArrivalRules> {
  return {
    policy: {
      creates,
      updates: ["name", "email", "phone", "comment"],
      trustedDomains: [],
      linksUsers: false,
      phoneCode: await settings.get<string>("PHONE_DEFAULT_COUNTRY_CODE"),
      emailSuffix: await settings.get<string>("EMAIL_SUFFIX"),
    },
    rules: await readSourceRules(db, "ldap"),
  };
}
