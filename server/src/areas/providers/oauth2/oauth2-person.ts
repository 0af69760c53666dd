import { mapPerson, readAttributes } from "../people/attribute-map.ts";
import type { SourcePerson } from "../people/source-person.ts";
import { ProviderError } from "../provider-error.ts";
import type { OAuth2Settings } from "./oauth2-settings.ts";

/** What providers call their lasting identifier, where nothing is set. */
const usualSubjects = ["sub", "id"];

/**
 * Who somebody is of whom the provider says this. An address counts as theirs only where the provider says that it was
 * verified.
 * @throws ProviderError where no identifier is in it
 */
export function oauth2Person(
  { userinfo, subjectAttribute, attributeMap }: OAuth2Settings,
  said: object,
): SourcePerson {
  const attributes = readAttributes(said);
  const names = subjectAttribute === "" ? usualSubjects : [subjectAttribute];
  const subject = names.map((name) => attributes[name]?.[0]).find((value) => value !== undefined);
  if (subject === undefined) throw new ProviderError("untrusted", `no identifier (${names.join(", ")})`);
  return {
    ...mapPerson(attributes, attributeMap),
    source: "oauth2",
    issuer: userinfo,
    subject,
    isEmailVerified: attributes.email_verified?.[0] === "true",
    attributes,
  };
}
