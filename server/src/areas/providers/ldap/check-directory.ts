import { type Message, withParameters } from "../../../engine/i18n/index.ts";
import { filterForAll, findByName, openDirectory, searchFor } from "./ldap-directory.ts";
import { LdapFailure } from "./ldap-failure.ts";
import type { LdapSettings } from "./ldap-settings.ts";
import { failureMessage, text } from "./texts.ts";

/** What a test came to, and whether all is well. */
export interface CheckResult {
  readonly works: boolean;
  readonly message: Message;
}

const fails = (message: Message): CheckResult => ({ works: false, message });

/** Does some work with a directory; what goes wrong with it is the result. */
async function explained(work: () => Promise<CheckResult>): Promise<CheckResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof LdapFailure)) throw error;
    return fails(failureMessage(error));
  }
}

/**
 * Goes through all that people of a directory need: its address and certificate, the name we look as, every base and
 * the filter. Contract: docs/contract/settings.md, "LDAP".
 */
export function checkDirectory(settings: LdapSettings, isEnabled: boolean): Promise<CheckResult> {
  return explained(async () => {
    if (settings.bases.length === 0) return fails(text.noBase);
    const connection = await openDirectory(settings);
    try {
      let users = 0;
      for (const base of settings.bases) {
        const before = users;
        const search = searchFor(settings, base, filterForAll(settings.filter));
        for await (const page of connection.pages(search, settings.pageSize)) users += page.length;
        if (users === before) return fails(withParameters(text.baseEmpty, { base }));
      }
      const message = isEnabled ? text.matched : text.matchedOff;
      return { works: true, message: withParameters(message, { users }) };
    } finally {
      connection.close();
    }
  });
}

/** Finds out whether somebody could sign in, with the words of the directory where not. Nobody is signed in by it. */
export function checkLogin(settings: LdapSettings, username: string, password: string): Promise<CheckResult> {
  return explained(async () => {
    if (settings.bases.length === 0) return fails(text.noBase);
    if (password === "") return fails(text.passwordEmpty);
    const connection = await openDirectory(settings, settings.server.timeout);
    try {
      const person = await findByName(connection, settings, username);
      if (person === null) return fails(withParameters(text.loginUnknown, { username }));
      const { dn } = person;
      try {
        await connection.bind(dn, password);
      } catch (error) {
        if (!(error instanceof LdapFailure) || error.problem !== "credentials") throw error;
        return fails(withParameters(text.loginWrong, { dn, said: error.said }));
      }
      if (person.isActive === false) return fails(withParameters(text.loginDisabled, { username }));
      return { works: true, message: withParameters(text.loginWorks, { username: person.username, dn }) };
    } finally {
      connection.close();
    }
  });
}
