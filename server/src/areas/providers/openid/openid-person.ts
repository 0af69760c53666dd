import { type AttributeMap, mapPerson, readAttributes } from "../people/attribute-map.ts";
import type { SourcePerson } from "../people/source-person.ts";

/** Who somebody is of whom a provider says this. */
export function openIdPerson(
  issuer: string,
  map: AttributeMap,
  subject: string,
  claims: object,
): SourcePerson {
  const attributes = readAttributes(claims);
  return {
    ...mapPerson(attributes, map),
    source: "openid",
    issuer,
    subject,
    isEmailVerified: attributes.email_verified?.[0] === "true",
    attributes,
  };
}
