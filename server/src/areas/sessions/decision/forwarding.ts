import type { Services } from "../../../engine/services.ts";
import {
  type ConnectionGrant,
  type ForwardingKind,
  issueGrant,
} from "../../../transport/connections/connection-grant.ts";
import { forwardingAccounts } from "../../permissions/index.ts";
import { decisionText } from "./decision-texts.ts";
import { noteRefusedConnection } from "./note-refusal.ts";

/** Who forwards connections. */
export interface ForwardingUser {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly remoteAddress: string;
}

/** Whether a permission that lets a person use the account of a grant lets them forward connections by it, as of now. */
async function mayForward(
  { db }: Pick<Services, "db">,
  user: ForwardingUser,
  { asset, account }: ConnectionGrant,
  kind: ForwardingKind,
): Promise<boolean> {
  const accounts = await forwardingAccounts(db, user, asset.id, kind);
  return accounts.some((granted) => granted.id === account.id);
}

/** The grant for forwarding connections by the asset and the account of another one; null where nothing lets that. */
export async function decideForwarding(
  services: Pick<Services, "db" | "refusals">,
  user: ForwardingUser,
  grant: ConnectionGrant,
  kind: Exclude<ForwardingKind, "jump">,
): Promise<ConnectionGrant | null> {
  if (!(await mayForward(services, user, grant, kind))) {
    const { asset, account, protocol } = grant;
    const { remoteAddress } = user;
    noteRefusedConnection(
      services,
      {
        ...{ person: user, remoteAddress, channel: "ssh", named: asset.id, account: account.name, protocol },
        asset: { ...asset, org_id: asset.organization.id },
      },
      { code: "forwarding_refused", message: decisionText.forwardingRefused },
    );
    return null;
  }
  return issueGrant({ ...grant, connectOptions: {}, forwarding: kind });
}
