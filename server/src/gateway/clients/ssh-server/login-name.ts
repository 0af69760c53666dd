/** What the user name of an SSH client says. Contract: docs/contract/ssh.md, "User names". */
export type LoginName =
  /** Somebody who chooses in the menu. */
  | { readonly kind: "menu"; readonly username: string }
  /** Somebody who goes straight to an account of an asset. */
  | {
      readonly kind: "direct";
      readonly username: string;
      /** Null where none was named. */
      readonly protocol: string | null;
      readonly account: string;
      /** Id, name or address. */
      readonly asset: string;
    }
  /** A connection token; its value is the password. */
  | { readonly kind: "token"; readonly tokenId: string };

const token = /^JMS-([0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12})$/i;

/** Longest user name that is looked at, in characters. */
const longest = 512;

/**
 * What no name has: control characters, line and paragraph ends, bytes that were no UTF-8, and marks that turn the
 * direction of writing, which would show another name in a list than the one that was used.
 */
const unreadable = /[\p{Cc}\p{Zl}\p{Zp}\ufffd\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/**
 * Reads a user name: `user`, `user@account@asset`, `user@protocol@account@asset`, the same with `#`, or
 * `JMS-<token id>`. `@` counts first; a user name that is itself an address of mail is told by the part behind it
 * being no protocol. Null: it is none of these.
 *
 * @param protocols names that count as protocols
 */
export function parseLoginName(name: string, protocols: readonly string[]): LoginName | null {
  if (name === "" || name.length > longest || unreadable.test(name)) return null;
  const found = token.exec(name);
  if (found?.[1] !== undefined) return { kind: "token", tokenId: dashed(found[1]) };
  return split(name, "@", protocols) ?? split(name, "#", protocols) ?? menu(name);
}

const menu = (username: string): LoginName => ({ kind: "menu", username });

function split(name: string, separator: string, protocols: readonly string[]): LoginName | null {
  const parts = partsOf(name, separator);
  if (parts.length < 3 || parts.length > 5) return null;
  const asset = parts.pop() ?? "";
  const account = parts.pop() ?? "";
  const last = parts.length > 1 ? (parts.at(-1)?.toLowerCase() ?? "") : "";
  const protocol = protocols.includes(last) ? last : null;
  if (protocol !== null) parts.pop();
  // What is left is the user name, which may be an address of mail.
  if (parts.length > 2 || [asset, account, ...parts].includes("")) return null;
  return { kind: "direct", username: parts.join(separator), protocol, account, asset };
}

/** An alias such as `@INPUT` begins with the separator that counts first. */
function partsOf(name: string, separator: string): string[] {
  const parts = name.split(separator);
  const alias = separator === "@" ? parts.findIndex((part) => part === "INPUT" || part === "USER") : -1;
  if (alias > 0 && parts[alias - 1] === "") parts.splice(alias - 1, 2, `@${parts[alias]}`);
  return parts;
}

/** Token ids are shown with and without dashes. */
function dashed(id: string): string {
  const plain = id.replaceAll("-", "").toLowerCase();
  return [
    plain.slice(0, 8),
    plain.slice(8, 12),
    plain.slice(12, 16),
    plain.slice(16, 20),
    plain.slice(20),
  ].join("-");
}
