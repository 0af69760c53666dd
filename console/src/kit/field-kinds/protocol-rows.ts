import type { Protocol } from "./protocols.tsx";

/** Whether an asset of the platform has to offer it. */
export function isMandatory(protocol: Protocol | undefined): boolean {
  return protocol?.required === true || protocol?.primary === true;
}

/**
 * The rows a new asset starts with: the platform's required, primary and default protocols, else its first
 * (docs/contract/assets.md).
 */
export function defaultProtocols(available: readonly Protocol[]): Protocol[] {
  const wanted = available.filter((protocol) => isMandatory(protocol) || protocol.default === true);
  return wanted.length > 0 ? wanted : available.slice(0, 1);
}

/** The rows of an existing asset, with those its platform has come to demand since. */
export function withMandatory(rows: readonly Protocol[], available: readonly Protocol[]): Protocol[] {
  const names = new Set(rows.map(({ name }) => name));
  return [...rows, ...available.filter((protocol) => isMandatory(protocol) && !names.has(protocol.name))];
}

/**
 * The port in an address: the one it names, else that of its scheme. An address without a scheme is served with TLS,
 * a website's without. Undefined when it is no address.
 *
 * @param protocol name of the protocol whose port follows the address
 */
export function portOfAddress(address: string, protocol: string): number | undefined {
  const match = /^(?:([a-z][a-z\d+.-]*):\/\/)?(?:\[[^\]]+\]|[^\s/:]+)(?::(\d{1,5}))?(?:[/?#]|$)/i.exec(
    address.trim(),
  );
  if (match === null) return undefined;
  if (match[2] !== undefined) return Number(match[2]) <= 65_535 ? Number(match[2]) : undefined;
  const scheme = match[1]?.toLowerCase();
  if (scheme === "https") return 443;
  return scheme === "http" || protocol === "http" ? 80 : 443;
}

/** What people call a protocol: the one of websites is offered with and without TLS. */
export function protocolLabel(name: string): string {
  return name === "http" ? "http(s)" : name;
}

/** The rows with one changed; the only primary one stands first. */
export function withProtocol(rows: readonly Protocol[], index: number, next: Protocol): Protocol[] {
  const changed = rows.map((row, at) => (at === index ? next : row));
  if (next.primary !== true) return changed;
  const others = changed
    .filter((row) => row !== next)
    .map(({ primary: _primary, ...row }): Protocol => row as Protocol);
  return [next, ...others];
}

/** The rows without one. Of a platform's protocols one is always primary: the first when the primary one goes. */
export function withoutProtocol(rows: readonly Protocol[], index: number, ofPlatform: boolean): Protocol[] {
  const left = rows.filter((_, at) => at !== index);
  const [first, ...others] = left;
  if (!ofPlatform || first === undefined || left.some((row) => row.primary === true)) return left;
  return [{ ...first, primary: true, default: true, public: true }, ...others];
}
