import type { AccessVersion } from "./access-version.ts";

/** Answers computed from users, roles, bindings and organizations, kept while none of them changes. */
export interface VersionedCache<V> {
  /** The value of `key` as of `version` or later; `compute` runs at most once a key and version. */
  get(key: string, version: AccessVersion, compute: () => Promise<V>): Promise<V>;
}

/**
 * A cache that empties itself when the access version moves on. A request that still carries an older version
 * takes what is newer when it is there, and else computes without storing, so that what it read never outlives
 * the change. At most `limit` entries are kept.
 */
export function createVersionedCache<V>(limit = 10_000): VersionedCache<V> {
  const entries = new Map<string, Promise<V>>();
  let current: AccessVersion = -1;
  return {
    get(key, version, compute) {
      if (version < current) return entries.get(key) ?? compute();
      if (version > current) {
        entries.clear();
        current = version;
      }
      const known = entries.get(key);
      if (known !== undefined) return known;
      const made = compute();
      if (entries.size >= limit) entries.clear();
      entries.set(key, made);
      made.catch(() => {
        if (entries.get(key) === made) entries.delete(key);
      });
      return made;
    },
  };
}
