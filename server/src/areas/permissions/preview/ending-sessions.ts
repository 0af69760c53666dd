import { type Kysely, sql } from "kysely";
import type { CallerContext } from "../../../engine/access/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { activeAccountsOf } from "../../accounts/index.ts";
import { usersTable } from "../../users/index.ts";
import { type Grant, type GrantableAccount, permittedAccounts } from "../account-rules.ts";
import { actionBits } from "../actions.ts";
import { grantable, grantsOn, heldBy } from "../effective-permissions.ts";
import { type Change, changedIds, coveredAssets, draftsOf, namedUsers } from "./classes.ts";

/** A session that runs now, as the area that keeps sessions reports it. */
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
export type LiveSessionSource = (
  db: Kysely<Database>,
  organizationId: string,
) => Promise<readonly LiveSession[]>;

declare module "../../../engine/extensions.ts" {
  interface ExtensionPoints {
    /** The area that keeps sessions tells how to find those that run. */
    liveSessionSources: LiveSessionSource;
  }
}

interface Concerned {
  readonly at: number;
  readonly username: string;
  /** Indexes of the permissions that cover the session before and after the change. */
  readonly was: number[];
  readonly becomes: number[];
}

/** Which of the sessions the permissions reach as they are, and which of these still would. */
async function concerned(
  db: Kysely<Database>,
  change: Change,
  sessions: readonly LiveSession[],
): Promise<Concerned[]> {
  const { before, after } = draftsOf(change);
  const reaching = (users: string, assets: string) => sql`array(
    select u.at from ${sql.table(users)} u join ${sql.table(assets)} a on a.at = u.at
    where u.id = l.user_id and a.id = l.asset_id
  )`;
  const { rows } = await sql<Concerned>`
    with was_user as materialized (${namedUsers(before)}),
    was_asset as materialized (${coveredAssets(before, change.organizationId)}),
    user_after as materialized (${namedUsers(after)}),
    asset_after as materialized (${coveredAssets(after, change.organizationId)})
    select * from (
      select l.at::int - 1 as at, u.username, ${reaching("was_user", "was_asset")} as was,
        ${reaching("user_after", "asset_after")} as becomes
      from unnest(
        ${sessions.map(({ user_id }) => user_id)}::uuid[], ${sessions.map(({ asset_id }) => asset_id)}::uuid[]
      ) with ordinality as l(user_id, asset_id, at)
      join ${usersTable} u on u.id = l.user_id
    ) reached where was <> '{}' order by at
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
export async function endingSessions(
  { db, services }: Pick<CallerContext, "db" | "services">,
  change: Change,
): Promise<LiveSession[]> {
  const { before, after } = draftsOf(change);
  if (before.every((draft) => draft === null)) return [];
  const sources = services.extensions.of("liveSessionSources");
  const sessions = (await Promise.all(sources.map((tell) => tell(db, change.organizationId)))).flat();
  if (sessions.length === 0) return [];
  const ending: LiveSession[] = [];
  for (const { at, username, was, becomes } of await concerned(db, change, sessions)) {
    const session = sessions[at];
    if (session === undefined) continue;
    const { user_id, asset_id, account_id } = session;
    const other = sql<boolean>`(p.id <> all(${changedIds(change)}::uuid[]) and ${heldBy({ id: user_id })})`;
    const grants = await grantsOn(db, asset_id, other);
    const accounts = (await activeAccountsOf([asset_id], db)).map(grantable);
    const earlier = [...grants, ...was.flatMap((index) => before[index] ?? [])];
    const later = [...grants, ...becomes.flatMap((index) => after[index] ?? [])];
    if (!connects(earlier, accounts, username, account_id)) continue;
    if (!connects(later, accounts, username, account_id)) ending.push(session);
  }
  return ending;
}
