import type { Config } from "../../../engine/config/index.ts";
import { createRateLimiter, isOwnAddress, type RateLimiter } from "../../../engine/http/index.ts";

interface SignInLimits {
  readonly addresses: RateLimiter;
  readonly names: RateLimiter;
}

/** One set for each installation this process serves. */
const installations = new WeakMap<Config, SignInLimits>();

function limitsOf(config: Config): SignInLimits {
  const known = installations.get(config);
  if (known !== undefined) return known;
  const perMinute = (count: number) => createRateLimiter({ burst: count, perSecond: count / 60 });
  const made = {
    addresses: perMinute(config.signInLimit),
    names: perMinute(Math.max(10, config.signInLimit / 5)),
  };
  installations.set(config, made);
  return made;
}

/** Where a proof comes from, and the limits that hold there. */
interface Caller {
  readonly services: { readonly config: Config };
  readonly remoteAddress: string;
}

/**
 * Counts one proof of identity, whatever comes of it: password hashes are meant to be expensive, and locks only
 * count failures. Nobody who types meets it.
 * @throws TooManyRequests
 */
export function limitSignIn({ services, remoteAddress }: Caller, username: string): void {
  const { config } = services;
  if (config.signInLimit === 0) return;
  const { addresses, names } = limitsOf(config);
  if (!isOwnAddress(remoteAddress)) addresses.take(remoteAddress);
  names.take(username.replaceAll("\0", "").slice(0, 128));
}
