/** Why Active Directory did not take a password, beyond its being wrong. */
export type AdRefusal =
  | "passwordExpired"
  | "passwordMustChange"
  | "accountDisabled"
  | "accountExpired"
  | "accountLocked";

/** Its numbers, in the hexadecimal of its messages. */
const numbers: Readonly<Record<string, AdRefusal>> = {
  "532": "passwordExpired",
  "773": "passwordMustChange",
  "533": "accountDisabled",
  "701": "accountExpired",
  "775": "accountLocked",
};

/**
 * What the words of a refused sign-in say: `80090308: LdapErr: DSID-0C090447, comment: AcceptSecurityContext error, data
 * 532, v4563`. Null: nothing but that name or password are wrong.
 */
export function readAdRefusal(said: string): AdRefusal | null {
  const [, number = ""] = /AcceptSecurityContext error, data ([0-9a-f]+)/i.exec(said) ?? [];
  return numbers[number.toLowerCase()] ?? null;
}
