import type { Kysely } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import type { SettingsPort } from "../../../engine/services.ts";
import { usernameKey } from "../own-name.ts";
import type { ArrivalRules } from "../people/plan-arrival.ts";
import type { SourcePerson } from "../people/source-person.ts";
import { readSourceRules } from "../people/source-rules.ts";

/** RADIUS knows people by name alone, whichever of its servers answers. */
const issuer = "radius";

/** A person of a RADIUS server, in the words of what all sources share. */
export const toSourcePerson = (
  username: string,
  attributes: Readonly<Record<string, readonly string[]>>,
): SourcePerson => ({
  source: "radius",
  issuer,
  subject: usernameKey(username),
  username,
  attributes: { ...attributes, username: [username] },
});

/**
 * What becomes of people of a RADIUS server, of whom it says nothing but their name: they are nobody who is known here
 * from elsewhere, until an administrator changes the source.
 */
export async function readRadiusRules(db: Kysely<Database>, settings: SettingsPort): Promise<ArrivalRules> {
  return {
    policy: {
      creates: !(await settings.get<boolean>("ONLY_ALLOW_EXIST_USER_AUTH")),
      updates: [],
      trustedDomains: [],
      linksUsers: false,
      phoneCode: await settings.get<string>("PHONE_DEFAULT_COUNTRY_CODE"),
      emailSuffix: await settings.get<string>("EMAIL_SUFFIX"),
    },
    rules: await readSourceRules(db, "radius"),
  };
}
