import { isObject, type Json } from "../../../engine/json.ts";
import type { ServiceProvider } from "./saml2-settings.ts";

const escaped = (text: string): string =>
  text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`).replace(/\p{Cc}/gu, " ");

/** The metadata of this installation, for the identity provider. */
export function describeServiceProvider({
  entityId,
  callback,
  logout,
  key,
  wants,
  organization,
}: ServiceProvider) {
  const body = key?.certificate.replace(/-----[^-]+-----|\s+/g, "") ?? "";
  const keyOf = (use: string): string =>
    `<md:KeyDescriptor use="${use}"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${escaped(body)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${escaped(entityId)}">
<md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" AuthnRequestsSigned="${wants.signedRequests}" WantAssertionsSigned="${wants.signedAssertions}">
${key === null ? "" : `${keyOf("signing")}\n${keyOf("encryption")}\n`}<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${escaped(logout)}"/>
<md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escaped(callback)}" index="1" isDefault="true"/>
</md:SPSSODescriptor>
${describeOrganization(organization)}</md:EntityDescriptor>
`;
}

function describeOrganization(organization: Readonly<Record<string, Json>>): string {
  const languages = Object.entries(organization).flatMap(([language, facts]) =>
    isObject(facts) && typeof facts.name === "string" && typeof facts.url === "string"
      ? [{ language, name: facts.name, display: String(facts.displayname ?? facts.name), url: facts.url }]
      : [],
  );
  if (languages.length === 0) return "";
  const all = (element: string, read: (one: (typeof languages)[number]) => string): string =>
    languages
      .map(
        (one) => `<md:${element} xml:lang="${escaped(one.language)}">${escaped(read(one))}</md:${element}>`,
      )
      .join("");
  const [names, displays, urls] = [
    all("OrganizationName", ({ name }) => name),
    all("OrganizationDisplayName", ({ display }) => display),
    all("OrganizationURL", ({ url }) => url),
  ];
  return `<md:Organization>${names}${displays}${urls}</md:Organization>\n`;
}
