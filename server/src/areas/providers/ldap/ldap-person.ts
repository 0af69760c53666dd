import type { LdapEntry } from "./ldap-connection.ts";
import type { AttributeMap } from "./ldap-settings.ts";

/** What the directory says of one person. */
export interface LdapPerson {
  readonly dn: string;
  /** Never given to somebody else, where the server has such ids; else the name of the entry. */
  readonly subject: string;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly comment: string;
  /** Null: the directory does not say. */
  readonly isActive: boolean | null;
  /** Names of the groups' entries. */
  readonly groups: readonly string[];
}

/** Bit of `userAccountControl` that Active Directory sets for accounts that are disabled. */
const accountDisabled = 0x2;

/** Attributes that are asked for. */
export const wantedAttributes = (map: AttributeMap): string[] => [
  ...new Set(Object.values(map).filter((name) => name !== "")),
];

/** Reads a person of an entry; null where it has no username. */
export function readPerson({ dn, attributes, id }: LdapEntry, map: AttributeMap): LdapPerson | null {
  const all = (fact: string): readonly string[] => {
    const attribute = map[fact];
    return attribute === undefined ? [] : (attributes.get(attribute.toLowerCase()) ?? []);
  };
  const first = (fact: string): string => all(fact)[0]?.trim() ?? "";
  const username = first("username");
  if (username === "") return null;
  return {
    dn,
    subject: id ?? dn.toLowerCase(),
    username,
    name: first("name") || username,
    email: first("email"),
    phone: first("phone"),
    comment: first("comment"),
    isActive: readActive(map.is_active ?? "", first("is_active")),
    groups: all("groups"),
  };
}

function readActive(attribute: string, value: string): boolean | null {
  if (value === "") return null;
  if (attribute.toLowerCase() === "useraccountcontrol") {
    const flags = Number(value);
    return Number.isInteger(flags) ? (flags & accountDisabled) === 0 : null;
  }
  return !/^(false|0|no|off)$/i.test(value);
}

/** The name of a group as people know it: the first part of its entry's name, `cn=Ops\, EU,ou=g` -> `Ops, EU`. */
export function commonName(dn: string): string {
  const [, value = dn] = /^[^=,]+=((?:\\.|[^\\,+])*)/su.exec(dn) ?? [];
  const bytes: number[] = [];
  for (const [part] of value.matchAll(/\\[0-9a-f]{2}|\\.|[^\\]/gisu)) {
    if (/^\\[0-9a-f]{2}$/i.test(part)) bytes.push(Number.parseInt(part.slice(1), 16));
    else bytes.push(...Buffer.from(part.startsWith("\\") ? part.slice(1) : part));
  }
  return Buffer.from(bytes).toString("utf8").trim();
}
