import { readAccessVersion } from "../../../engine/http/index.ts";
import { type ConnectionGrant, issueGrant } from "../../../transport/connections/connection-grant.ts";
import { findUsableAssets, forwardingAccounts } from "../../permissions/index.ts";
import { checkConnection } from "../connection-tokens/checks.ts";
import type { Requester } from "./decide.ts";
import type { DecisionServices } from "./decision-services.ts";
import { decisionText } from "./decision-texts.ts";
import { noteRefusedConnection } from "./note-refusal.ts";
import { openAccess } from "./open-access.ts";

/** Most assets of one name or address that are looked at. */
const mostCandidates = 20;

/**
 * Whether somebody may be carried through the gateway to the SSH port of an asset, to sign in there themselves: on
 * their permissions to connect, with forwarding of this kind. Null: no; what does not exist is not distinguished. No
 * secret of an account is in the answer: whoever jumps brings their own.
 */
export async function decideJump(
  services: DecisionServices,
  { userId, remoteAddress }: Requester,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<ConnectionGrant | null> {
  const { db } = services;
  const version = await readAccessVersion(services);
  const principal = await services.principals.load(userId, version);
  if (principal === null || principal.mustAcceptTerms) return null;
  const { rows } = await findUsableAssets(db, principal.id, {
    named: host,
    answersOn: { protocol: "ssh", port },
    limit: mostCandidates,
  });
  let isRefused = false;
  for (const { id } of rows) {
    const [account] = await forwardingAccounts(db, principal, id, "jump");
    if (account === undefined) continue;
    const granted = await checkConnection(
      { services, db, principal, version, remoteAddress, channel: "ssh", status: 403 },
      {
        assetId: id,
        account: account.alias,
        protocol: "ssh",
        connectMethod: "ssh_client",
        typedUsername: "",
        isOwnAccount: true,
      },
    ).catch(() => null);
    isRefused ||= granted === null;
    if (granted === null || granted.port !== port) continue;
    const given = { username: "", secret: () => "" };
    const access = await openAccess(services, principal, granted, {
      tokenId: null,
      protocol: "ssh",
      connectOptions: {},
      given,
    });
    return issueGrant({
      ...access,
      forwarding: "jump",
      account: { ...access.account, secret: "", certificate: undefined, switchFrom: null },
      accountDisplay: "-",
    });
  }
  if (!isRefused) {
    const named = `${host}:${port}`;
    noteRefusedConnection(
      services,
      { person: principal, remoteAddress, channel: "ssh", named, protocol: "ssh" },
      { code: "forwarding_refused", message: decisionText.jumpRefused },
    );
  }
  return null;
}
