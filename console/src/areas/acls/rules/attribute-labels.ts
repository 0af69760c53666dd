import type { Catalogue } from "../../../i18n/catalogue.ts";

type AttributeText = keyof Catalogue["acls"]["attribute"];

/** The texts of attributes, by their names on the wire. */
const TEXTS: ReadonlyMap<string, AttributeText> = new Map([
  ["name", "name"],
  ["username", "username"],
  ["email", "email"],
  ["comment", "comment"],
  ["is_active", "isActive"],
  ["source", "source"],
  ["system_roles", "systemRoles"],
  ["org_roles", "organizationRoles"],
  ["groups", "groups"],
  ["address", "address"],
  ["nodes", "nodes"],
  ["platform", "platform"],
  ["category", "category"],
  ["type", "type"],
  ["protocols", "protocols"],
  ["labels", "labels"],
  ["domain", "domain"],
]);

/** The text of an attribute that rules can be about; undefined for one the console does not know. */
export function attributeText(name: string): AttributeText | undefined {
  return TEXTS.get(name);
}
