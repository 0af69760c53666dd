import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import type { ForwardingKind, PermittedTime } from "../../transport/connections/index.ts";
import { activeAccountsOf } from "../accounts/index.ts";
import { permittedAccounts } from "./account-rules.ts";
import { type Action, actionBits } from "./actions.ts";
import { grantable, grantsOn, type HeldGrant, type PermissionUser } from "./effective-permissions.ts";
import { belongs, mayRunOn, namesUser } from "./valid-permissions.ts";

/** A session that runs, as far as permissions care. */
export interface RunningSession {
  readonly assetId: string;
  /** Id, or the special alias of an account that is not stored. */
  readonly accountId: string;
  /** What it lives by: all of these have to be granted. */
  readonly actions: readonly Action[];
  /** What the connection is forwarded by, which has to be granted too; absent for what is not forwarded. */
  readonly forwarding?: ForwardingKind | undefined;
  /** When it began. */
  readonly since: Date;
}

/**
 * For how long permissions let a person's session run, as things stand now; null when they do not. Each action is
 * granted until the last permission that grants it ends, and the session lives until the first action is gone. A
 * permission that ran out while the session ran still counts, so the end may be over; one that was withdrawn does not.
 * Contract: docs/contract/sessions.md, section 8.
 */
export async function permittedTime(
  db: Kysely<Database>,
  user: PermissionUser,
  session: RunningSession,
): Promise<PermittedTime | null> {
  const held = sql<boolean>`(
    ${mayRunOn("p", session.since)} and ${namesUser("p", user.id)} and ${belongs(user.id, "p.org_id")}
  )`;
  const grants = await grantsOn(db, session.assetId, held);
  if (grants.length === 0) return null;
  const accounts = (await activeAccountsOf([session.assetId], db)).map(grantable);
  const giving = grants.filter((grant) =>
    permittedAccounts([grant], accounts, user.username).some(({ id }) => id === session.accountId),
  );
  const granting = (action: Action) => giving.filter((grant) => (grant.actions & actionBits[action]) !== 0);
  const needed = session.actions.map(granting);
  const { forwarding } = session;
  if (forwarding !== undefined) {
    needed.push(granting("connect").filter((grant) => grant.forwarding.includes(forwarding)));
  }
  return firstToEnd(needed);
}

/** Until when all of several things are granted, each by any of the permissions that grant it; null when one is not. */
function firstToEnd(needed: readonly (readonly HeldGrant[])[]): PermittedTime | null {
  if (needed.length === 0 || needed.some((grants) => grants.length === 0)) return null;
  const end = (timeOf: (grant: HeldGrant) => Date) =>
    new Date(
      Math.min(...needed.map((grants) => Math.max(...grants.map((grant) => timeOf(grant).getTime())))),
    );
  return { expires: end(({ dateExpired }) => dateExpired), ends: end(({ sessionsEnd }) => sessionsEnd) };
}
