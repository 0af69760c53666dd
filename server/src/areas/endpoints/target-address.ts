import { lookup } from "node:dns/promises";
import { isIP } from "node:net";

/** How long the name of a target may take to be found, in milliseconds. */
const longestLookup = 2_000;

/** The IP address of a target; null where its name leads nowhere, or takes too long to. */
export async function targetAddress(target: string): Promise<string | null> {
  const plain = target.replace(/^\[(.*)\]$/, "$1");
  if (isIP(plain) !== 0) return plain;
  // What is no name of a host, such as a URL, is not asked for.
  if (!/^[\w.-]{1,253}$/.test(plain)) return null;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), longestLookup);
  });
  try {
    return await Promise.race([lookup(plain).then(({ address }) => address), late]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
