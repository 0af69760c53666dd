import type { Kysely } from "kysely";
import type { Database } from "../../engine/database/database.ts";
import { NotAuthenticated } from "../../engine/errors.ts";
import type { SecretBox } from "../../engine/secrets/secret-box.ts";
import type { PrincipalPort } from "../../engine/services.ts";
import { createPrincipalLoader, filePasswordOf } from "../users/index.ts";
import { findBearerToken } from "./bearer-tokens.ts";

/** What the principal port works with. */
export interface PrincipalPortOptions {
  readonly db: Kysely<Database>;
  readonly secrets: SecretBox;
  /** The owner of a connection token that can still be used; absent where nothing issues such tokens. */
  readonly connectionTokenOwner?: (tokenId: string) => Promise<string | null>;
}

/**
 * Who a credential belongs to. Of the `Authorization` schemes `Bearer` is known; any other one proves nobody.
 * Contract: docs/contract/identity.md, "Credentials".
 */
export function createPrincipalPort({
  db,
  secrets,
  connectionTokenOwner,
}: PrincipalPortOptions): PrincipalPort {
  const load = createPrincipalLoader(db);
  return {
    load,
    async authenticate({ authorization }) {
      const [scheme = "", token = "", ...rest] = (authorization ?? "").trim().split(/\s+/);
      if (scheme.toLowerCase() !== "bearer" || rest.length > 0)
        throw new NotAuthenticated("authentication_failed");
      const found = await findBearerToken({ db }, token);
      const principal = found === null ? null : await load(found.userId, found.version);
      if (found === null || principal === null) throw new NotAuthenticated("authentication_failed");
      const { hash: credentialKey, signedInAt, version } = found;
      return { principal, credentialKey, signedInAt, version };
    },
    filePassword: (userId) => filePasswordOf(db, secrets, userId),
    async ofConnectionToken(tokenId, version) {
      const userId = (await connectionTokenOwner?.(tokenId)) ?? null;
      return userId === null ? null : load(userId, version);
    },
  };
}
