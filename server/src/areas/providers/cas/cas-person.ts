import { mapPerson } from "../people/attribute-map.ts";
import type { SourcePerson } from "../people/source-person.ts";
import type { CasSettings } from "./cas-settings.ts";
import type { CasPerson } from "./read-answer.ts";

/** Who somebody is of whom the server says this. */
export function toSourcePerson(
  { server, usernameAttribute, attributeMap }: CasSettings,
  { user, attributes }: CasPerson,
): SourcePerson {
  return {
    ...mapPerson(attributes, attributeMap),
    username: attributes[usernameAttribute]?.[0] ?? user,
    source: "cas",
    issuer: server,
    subject: user,
    // A server of the organization knows its people; whether anybody has shown an address to be theirs it does not say.
    isEmailVerified: true,
    attributes,
  };
}
