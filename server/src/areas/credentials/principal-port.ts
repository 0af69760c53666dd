import type { Kysely } from "kysely";
import type { Principal } from "../../engine/access/index.ts";
import type { Config } from "../../engine/config/index.ts";
import type { Database } from "../../engine/database/index.ts";
import { NotAuthenticated } from "../../engine/errors.ts";
import type { SecretBox } from "../../engine/secrets/index.ts";
import type { CredentialRequest, PrincipalPort, SettingsPort } from "../../engine/services.ts";
import { loginRuleFor } from "../acls/index.ts";
import { createPrincipalLoader, filePasswordOf } from "../users/index.ts";
import { type CredentialProof, type CredentialRefusal, isRefused } from "./credential-proof.ts";
import { createRefusalCounter } from "./refusals.ts";
import { checkSignature } from "./signatures/check-signature.ts";
import { text } from "./texts.ts";
import { findBearerToken } from "./tokens/bearer-tokens.ts";
import { findPrivateToken } from "./tokens/private-tokens.ts";

/** What the principal port works with. */
export interface PrincipalPortOptions {
  readonly config: Config;
  readonly db: Kysely<Database>;
  readonly secrets: SecretBox;
  /** The owner of a connection token that can still be used; absent where nothing issues such tokens. */
  readonly connectionTokenOwner?: (tokenId: string) => Promise<string | null>;
  /** What says how the rules about sign-ins are gone through. */
  readonly settings: SettingsPort;
}

/**
 * Who a credential belongs to, by the scheme of the `Authorization` header: `Bearer`, `Token` or `Signature`. Any
 * other one proves nobody. Contract: docs/contract/identity.md, "Credentials".
 */
export function createPrincipalPort(options: PrincipalPortOptions): PrincipalPort {
  const { config, db, secrets, connectionTokenOwner, settings } = options;
  const load = createPrincipalLoader(db);
  const countRefusal = createRefusalCounter({ config, db });

  async function prove(request: CredentialRequest): Promise<CredentialProof | CredentialRefusal> {
    const [scheme = "", token = "", ...rest] = request.authorization.trim().split(/\s+/);
    switch (scheme.toLowerCase()) {
      case "signature":
        return checkSignature({ config, db, secrets }, request, (refusal) => countRefusal(request, refusal));
      case "token":
        return (rest.length === 0 ? await findPrivateToken({ db }, token) : null) ?? invalid("private-token");
      case "bearer":
        return (rest.length === 0 ? await findBearerToken({ db }, token) : null) ?? invalid("bearer");
      default:
        return invalid("bearer");
    }
  }

  /**
   * A person's key needs no sign-in, so that the rules that refuse one refuse it; who consents to sign-ins consented to
   * the one in which it was made. Components cannot sign in at all.
   */
  async function isRefusedByRule(
    { credential, userId, version }: CredentialProof,
    { isServiceAccount }: Principal,
    remoteAddress: string,
  ): Promise<boolean> {
    if (credential === "bearer" || isServiceAccount) return false;
    const rule = await loginRuleFor({ db, settings }, { userId, remoteAddress, at: new Date(), version });
    return rule?.action === "reject";
  }

  return {
    load,
    async authenticate(request) {
      const proof = await prove(request);
      const principal = isRefused(proof) ? null : await load(proof.userId, proof.version);
      if (isRefused(proof) || principal === null) {
        const refusal = isRefused(proof) ? proof : ownerless(proof);
        await countRefusal(request, refusal);
        throw new NotAuthenticated("authentication_failed", refusal.detail);
      }
      if (await isRefusedByRule(proof, principal, request.remoteAddress)) {
        const { credential } = proof;
        const { username } = principal;
        await countRefusal(request, { credential, fault: "acl_not_allow", username });
        throw new NotAuthenticated("authentication_failed", text.notAllowedHere);
      }
      return { ...proof, principal };
    },
    filePassword: (userId) => filePasswordOf(db, secrets, userId),
    async ofConnectionToken(tokenId, version) {
      const userId = (await connectionTokenOwner?.(tokenId)) ?? null;
      return userId === null ? null : load(userId, version);
    },
  };
}

const invalid = (credential: CredentialRefusal["credential"]): CredentialRefusal => ({
  credential,
  fault: "token_invalid",
  username: null,
});

/** A good credential of somebody who is disabled, expired or gone. */
const ownerless = ({ credential, username }: CredentialProof): CredentialRefusal => ({
  credential,
  fault: "user_invalid",
  username: username ?? null,
});
