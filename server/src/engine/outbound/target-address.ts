import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { addressMatches } from "../access/index.ts";

/** The target is this machine or its link, and the configuration does not allow it. */
export class TargetRefused extends Error {
  override readonly name = "TargetRefused";
}

/** Unspecified, loopback, link-local and group addresses: nobody else's machine. */
const nearby = [
  "0.0.0.0/8",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "224.0.0.0/3",
  "::/127",
  "fe80::/10",
  "ff00::/8",
];

/** Whether an address leads to this machine or no further than its link. */
export function isOwnAddress(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((all) => all?.map((one) => one.address) ?? []);
  return addressMatches(address, [...nearby, ...own]);
}

/**
 * The address to connect to for a target that people entered. It is what was looked at that is connected to: a name
 * that means another machine a moment later leads nowhere else. Otherwise a setting would open what listens on this
 * machine alone, such as its database or what a cloud tells its machines.
 *
 * @param host a name or an address
 * @param allowed addresses and networks of this machine that may be targets (`SALLYPORT_LOCAL_TARGETS`)
 * @throws TargetRefused; the error of the lookup where the name is unknown
 */
export async function resolveTarget(host: string, allowed: readonly string[]): Promise<string> {
  const plain = host.replace(/^\[(.*)\]$/, "$1");
  const found = isIP(plain) === 0 ? await lookup(plain, { all: true }) : [{ address: plain }];
  const reachable = found.find(({ address }) => !isOwnAddress(address) || addressMatches(address, allowed));
  if (reachable === undefined) throw new TargetRefused("the target is this machine");
  return reachable.address;
}

/**
 * The same, given up once `signal` aborts: a name server that does not answer takes as long as it likes.
 * @throws TargetRefused; the reason of the signal; the error of the lookup
 */
export async function resolveInTime(
  host: string,
  allowed: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  signal.throwIfAborted();
  let onAbort = (): void => undefined;
  const over = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([resolveTarget(host, allowed), over]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
