import type { Principal } from "../../../engine/access/index.ts";
import type { SessionCertificate } from "../../../transport/connections/index.ts";
import type { AccountRow } from "../../accounts/index.ts";
import { certifyAccount } from "../../ssh-authority/index.ts";
import type { AccountServices } from "../decision/decision-services.ts";

/**
 * What makes the certificates a stored account signs in with; undefined where it signs in by its secret. Nothing is made
 * before a session signs in.
 */
export function sessionCertificate(
  services: AccountServices,
  principal: Pick<Principal, "username">,
  account: AccountRow | null,
): SessionCertificate | undefined {
  if (account?.by_certificate !== true) return undefined;
  const { id: accountId, username } = account;
  return ({ sessionId, extensions }) =>
    certifyAccount(services, {
      accountId,
      username,
      usedBy: { session: sessionId, user: principal.username },
      extensions,
    });
}
