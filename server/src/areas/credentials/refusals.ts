import { createRateLimiter, isOwnAddress } from "../../engine/http/index.ts";
import { log } from "../../engine/log.ts";
import type { CredentialRequest } from "../../engine/services.ts";
import type { CredentialRefusal } from "./credential-proof.ts";
import type { LoginLogServices } from "./login-log/login-log.ts";
import { recordLogin } from "./login-log/login-log.ts";
import { valuesOf } from "./signatures/signing-string.ts";

/** Counts refused credentials, and writes down what an owner should know of. */
export type RefusalCounter = (request: CredentialRequest, refusal: CredentialRefusal) => Promise<void>;

/** How the login log names what was presented. */
const backends = { bearer: "Bearer token", "private-token": "Private token", "access-key": "Access key" };

/**
 * Refusals are limited by address, as sign-ins are, and only they: who has a good credential never waits for somebody
 * who has not. One line a minute goes to the login log for an owner, an address and a reason; without an owner, to the
 * server's log. Contract: docs/contract/identity.md, "Refused credentials".
 */
export function createRefusalCounter(services: LoginLogServices): RefusalCounter {
  const { signInLimit } = services.config;
  const addresses = createRateLimiter({ burst: Math.max(1, signInLimit), perSecond: signInLimit / 60 });
  const notes = createRateLimiter({ burst: 1, perSecond: 1 / 60 });
  return async ({ remoteAddress, rawHeaders }, { credential, fault, username }) => {
    if (signInLimit > 0 && !isOwnAddress(remoteAddress)) addresses.take(remoteAddress);
    if (!notes.tryTake(`${remoteAddress} ${credential} ${fault} ${username ?? ""}`)) return;
    if (username === null) {
      log.warn({ remoteAddress, credential, fault }, "a credential that opens nothing was presented");
      return;
    }
    await recordLogin(services, {
      username,
      type: "U",
      remoteAddress,
      userAgent: valuesOf(rawHeaders, "user-agent").join(", "),
      succeeded: false,
      reason: fault,
      mfa: 2,
      backend: backends[credential],
    });
  };
}
