import { mapPerson } from "../people/attribute-map.ts";
import type { SourcePerson } from "../people/source-person.ts";
import { ProviderError } from "../provider-error.ts";
import type { SamlAssertion } from "./read-assertion.ts";
import type { Saml2Settings } from "./saml2-settings.ts";

const transient = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";

/**
 * Who somebody is of whom the provider says this.
 * @throws ProviderError where it says nothing lasting
 */
export function toSourcePerson(
  {
    provider,
    attributeMap,
    subjectAttribute,
  }: Pick<Saml2Settings, "provider" | "attributeMap" | "subjectAttribute">,
  { nameId, format, attributes }: Pick<SamlAssertion, "nameId" | "format" | "attributes">,
): SourcePerson {
  const subject = subjectAttribute === "" ? nameId : (attributes[subjectAttribute]?.[0] ?? "");
  if (subject === "") throw new ProviderError("untrusted", "the identifier attribute is missing");
  // Another one each time: nobody could be found again by it.
  if (subjectAttribute === "" && format === transient) {
    throw new ProviderError("not_set_up", "the name identifier is transient; choose an identifier attribute");
  }
  return {
    ...mapPerson(attributes, attributeMap),
    source: "saml2",
    issuer: provider.entityId,
    subject,
    // A provider of the organization knows its people; whether anybody has shown an address to be theirs it does not say.
    isEmailVerified: true,
    attributes,
  };
}
