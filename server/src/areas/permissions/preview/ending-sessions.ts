import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/database.ts";
import { activeAccountsOf } from "../../accounts/index.ts";
import { type Grant, type GrantableAccount, permittedAccounts } from "../account-rules.ts";
import { actionBits } from "../actions.ts";
import { grantable, grantsOn, heldBy } from "../effective-permissions.ts";
import { type Change, coveredAssets, namedUsers } from "./classes.ts";

/** A session that runs now, as the area that keeps sessions tells of it. */
export interface LiveSession {
  readonly id: string;
  readonly user_id: string;
  readonly asset_id: string;
  /** Id, or the special alias of an account that is not stored. */
  readonly account_id: string;
  /** Names, as the session shows them. */
  readonly user: string;
  readonly asset: string;
  readonly account: string;
  readonly date_start: Date;
}

/** Tells the sessions that run in an organization. */
type LiveSessions = (db: Kysely<Database>, organizationId: string) => Promise<readonly LiveSession[]>;

const source: { tell: LiveSessions } = { tell: async () => [] };

/** The area that keeps sessions tells how to find those that run. */
export function provideLiveSessions(tell: LiveSessions): void {
  source.tell = tell;
}

interface Concerned {
  readonly at: number;
  readonly username: string;
  readonly stays: boolean;
}

/** Which of the sessions the permission reaches as it is, and whether it still would. */
async function concerned(
  db: Kysely<Database>,
  { before, after, organizationId }: Change,
  sessions: readonly LiveSession[],
): Promise<Concerned[]> {
  const { rows } = await sql<Concerned>`
    with was_user as materialized (${namedUsers(before)}),
    was_asset as materialized (${coveredAssets(before, organizationId)}),
    user_after as materialized (${namedUsers(after)}),
    asset_after as materialized (${coveredAssets(after, organizationId)})
    select l.at::int - 1 as at, u.username,
      l.user_id in (select id from user_after) and l.asset_id in (select id from asset_after) as stays
    from unnest(
      ${sessions.map(({ user_id }) => user_id)}::uuid[], ${sessions.map(({ asset_id }) => asset_id)}::uuid[]
    ) with ordinality as l(user_id, asset_id, at)
    join users u on u.id = l.user_id
    where l.user_id in (select id from was_user) and l.asset_id in (select id from was_asset)
    order by l.at
  `.execute(db);
  return rows;
}

const connects = (
  grants: readonly Grant[],
  accounts: readonly GrantableAccount[],
  username: string,
  accountId: string,
): boolean =>
  permittedAccounts(grants, accounts, username).some(
    ({ id, actions }) => id === accountId && (actions & actionBits.connect) !== 0,
  );

/** The running sessions that nothing would permit any more after the change. */
export async function endingSessions(db: Kysely<Database>, change: Change): Promise<LiveSession[]> {
  const { before, after, organizationId, permissionId } = change;
  if (before === null) return [];
  const sessions = await source.tell(db, organizationId);
  if (sessions.length === 0) return [];
  const ending: LiveSession[] = [];
  for (const { at, username, stays } of await concerned(db, change, sessions)) {
    const session = sessions[at];
    if (session === undefined) continue;
    const { user_id, asset_id, account_id } = session;
    const other = sql<boolean>`(p.id <> ${permissionId}::uuid and ${heldBy({ id: user_id })})`;
    const grants = await grantsOn(db, asset_id, other);
    const accounts = (await activeAccountsOf([asset_id], db)).map(grantable);
    const later = stays && after !== null ? [...grants, after] : grants;
    if (!connects([...grants, before], accounts, username, account_id)) continue;
    if (!connects(later, accounts, username, account_id)) ending.push(session);
  }
  return ending;
}
