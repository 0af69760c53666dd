import { ValidationError } from "../../../engine/errors.ts";
import { text as common, withParameters } from "../../../engine/i18n/index.ts";
import type { TrialSource } from "../trial/trial-source.ts";
import { createsPeople, readLdapRules, toSourcePerson } from "./ldap-arrival.ts";
import { findByName, openDirectory } from "./ldap-directory.ts";
import { LdapFailure } from "./ldap-failure.ts";
import { commonName } from "./ldap-person.ts";
import { issuerOf, readLdapSettings } from "./ldap-settings.ts";
import { failureMessage, text } from "./texts.ts";

/** What a sign-in of somebody of the directory would do, as the directory has them now. No password is needed. */
export const ldapTrial: TrialSource = {
  source: "ldap",
  async read(services, { username }) {
    if (username === "") throw new ValidationError({ username: [common.required] });
    const directory = await readLdapSettings(services);
    try {
      const connection = await openDirectory(directory, directory.server.timeout);
      try {
        const found = await findByName(connection, directory, username);
        if (found === null) {
          throw new ValidationError({ username: [withParameters(text.loginUnknown, { username })] });
        }
        return {
          person: toSourcePerson(issuerOf(directory), { ...found, groups: found.groups.map(commonName) }),
          rules: await readLdapRules(services.db, services.settings, await createsPeople(services.settings)),
        };
      } finally {
        connection.close();
      }
    } catch (error) {
      if (!(error instanceof LdapFailure)) throw error;
      throw new ValidationError({ username: [failureMessage(error)] });
    }
  },
};
