import type { Config } from "../config/config.ts";

/**
 * The configuration with passwords hashed for next to nothing. `loadConfig` accepts no such cost: only a test, which has
 * the finished configuration in its hands, comes by it.
 */
export function withCheapHash(config: Config): Config {
  return Object.freeze({ ...config, passwordHash: { memoryCost: 256, timeCost: 1, parallelism: 1 } });
}
