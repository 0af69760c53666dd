/** What is wrong with the address of an asset. */
export type AddressProblem = "emoji" | "spaces" | "host" | "page";

/** Pictures among letters: fonts, terminals and file names show them as something else, or not at all. */
const pictograph = /\p{Extended_Pictographic}/u;
/** White space, and characters that cannot be seen. */
const unseen = /[\s\p{C}]/u;

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
/** A domain name of any script; an underscore is in names of services and of machines at home. */
const domainName = /^[\p{L}\p{M}\p{N}_](?:[\p{L}\p{M}\p{N}_-]|\.(?=[\p{L}\p{M}\p{N}_]))*\.?$/u;
/** One of the eight groups of an IPv6 address. */
const group = /^[\da-f]{1,4}$/i;

const areGroups = (groups: readonly string[]): boolean => groups.every((one) => group.test(one));
const groupsOf = (text: string): readonly string[] => (text === "" ? [] : text.split(":"));

/** Whether a text is an IPv6 address, with or without a zone (`fe80::1%eth0`). */
function isIpv6(text: string): boolean {
  const [whole = "", zone, ...more] = text.split("%");
  if (more.length > 0 || (zone !== undefined && !/^[\w.-]+$/.test(zone))) return false;
  // The last two groups may be written as an IPv4 address.
  const last = whole.slice(whole.lastIndexOf(":") + 1);
  const address = whole.includes(":") && ipv4.test(last) ? `${whole.slice(0, -last.length)}0:0` : whole;
  const [left = "", right, ...others] = address.split("::");
  if (others.length > 0) return false;
  const groups = [...groupsOf(left), ...groupsOf(right ?? "")];
  return areGroups(groups) && (right === undefined ? groups.length === 8 : groups.length <= 7);
}

/** Whether a text is an IP address or a domain name. Digits and dots alone are an IPv4 address, or a mistake. */
function isHost(text: string): boolean {
  if (/^[\d.]+$/.test(text)) return ipv4.test(text);
  return text.length <= 253 ? domainName.test(text) || isIpv6(text) : false;
}

const pageParts = /^(?:https?:\/\/)?(\[[^\]]*\]|[^/?#:@\\]+)(?::(\d{1,5}))?(?:[/?#].*)?$/i;

/** Whether a text is the address of a page: with or without `http://` or `https://`, never with credentials. */
function isPage(text: string): boolean {
  const [, host = "", port] = pageParts.exec(text) ?? [];
  if (Number(port ?? 0) > 65_535) return false;
  return host.startsWith("[") ? isIpv6(host.slice(1, -1)) : isHost(host);
}

/** Categories whose assets are connected to, by an IP address or a domain name. */
const reachedByHost: ReadonlySet<string> = new Set(["host", "device", "database"]);
/** Categories whose assets are pages or services behind a URL. */
const reachedByPage: ReadonlySet<string> = new Set(["web", "cloud", "gpt"]);

/**
 * What is wrong with the address of an asset of a category; undefined when nothing is. Custom assets may have any
 * address that is one word. Contract: docs/contract/assets.md, "Addresses".
 */
export function addressProblem(address: string, category: string): AddressProblem | undefined {
  if (pictograph.test(address)) return "emoji";
  if (unseen.test(address)) return "spaces";
  if (reachedByHost.has(category) && !isHost(address)) return "host";
  if (reachedByPage.has(category) && !isPage(address)) return "page";
  return undefined;
}

/** What is wrong with the name of a label. */
export type LabelNameProblem = "emoji" | "colon";

/**
 * What is wrong with the name of a label; undefined when nothing is. A colon would make it another label in
 * `name:value`, as labels are read and searched for. Contract: docs/contract/assets.md, "Labels".
 */
export function labelNameProblem(name: string): LabelNameProblem | undefined {
  if (pictograph.test(name)) return "emoji";
  return name.includes(":") ? "colon" : undefined;
}
