import { TooManyRequests } from "../errors.ts";

/** How fast a key may be used. */
export interface Rate {
  /** Uses at once, after a pause. */
  readonly burst: number;
  /** Uses a second in the long run. */
  readonly perSecond: number;
}

/** Counts the uses of keys in this process. */
export interface RateLimiter {
  /**
   * Uses a key once.
   * @throws TooManyRequests when it was used too often.
   */
  take(key: string): void;
  /** Uses a key once, or answers false when it was used too often. */
  tryTake(key: string): boolean;
}

/** Most keys that are remembered; beyond, those that are idle the longest are forgotten first. */
const mostKeys = 50_000;

/**
 * A token bucket for each key: it holds `burst` uses and refills steadily. `now` is the clock in milliseconds.
 * Memory is bounded whatever keys arrive.
 */
export function createRateLimiter(
  { burst, perSecond }: Rate,
  now: () => number = () => performance.now(),
): RateLimiter {
  const buckets = new Map<string, { level: number; at: number }>();
  /** Uses a key, and answers how much it held before; less than 1: too little. */
  const use = (key: string): number => {
    const at = now();
    const known = buckets.get(key);
    const level =
      known === undefined ? burst : Math.min(burst, known.level + ((at - known.at) / 1000) * perSecond);
    // Setting a key anew moves it to the end, so that the map begins with those idle the longest.
    buckets.delete(key);
    if (buckets.size >= mostKeys) {
      const [oldest] = buckets.keys();
      if (oldest !== undefined) buckets.delete(oldest);
    }
    buckets.set(key, { level: level < 1 ? level : level - 1, at });
    return level;
  };
  return {
    take(key) {
      const level = use(key);
      if (level < 1) throw new TooManyRequests(Math.max(1, Math.ceil((1 - level) / perSecond)));
    },
    tryTake: (key) => use(key) >= 1,
  };
}

/**
 * Addresses that stand for many callers at once: this machine itself, where a reverse proxy runs that the
 * configuration does not name.
 */
export function isOwnAddress(address: string): boolean {
  return /^(127\.|::1$|::ffff:127\.)/.test(address);
}
