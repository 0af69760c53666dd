import type { Kysely } from "kysely";
import { createVersionedCache, type Principal } from "../../engine/access/index.ts";
import type { Database } from "../../engine/database/index.ts";
import type { AccessVersion } from "../../engine/services.ts";
import "./tables.ts";

/** Finds the valid user behind an id. */
export type PrincipalLoader = (userId: string, version: AccessVersion) => Promise<Principal | null>;

interface Known {
  readonly principal: Principal;
  readonly isActive: boolean;
  readonly expires: number;
}

/**
 * Loads callers, remembered by access version. Expiry comes with time, not with a change, so it is looked at
 * on every call.
 */
export function createPrincipalLoader(db: Kysely<Database>): PrincipalLoader {
  const cache = createVersionedCache<Known | null>();

  async function read(userId: string): Promise<Known | null> {
    const user = await db
      .selectFrom("users")
      .select(["id", "username", "name", "is_service_account", "is_first_login", "is_active", "date_expired"])
      .where("id", "=", userId)
      .executeTakeFirst();
    if (user === undefined) return null;
    return {
      principal: {
        id: user.id,
        username: user.username,
        name: user.name,
        isServiceAccount: user.is_service_account,
        mustAcceptTerms: user.is_first_login && !user.is_service_account,
      },
      isActive: user.is_active,
      expires: user.date_expired?.getTime() ?? Number.POSITIVE_INFINITY,
    };
  }

  return async (userId, version) => {
    const known = await cache.get(userId, version, () => read(userId));
    return known?.isActive === true && known.expires > Date.now() ? known.principal : null;
  };
}
