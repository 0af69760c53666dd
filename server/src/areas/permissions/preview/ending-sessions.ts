import { type Kysely, sql } from "kysely";
import type { CallerContext } from "../../../engine/access/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { activeAccountsOf } from "../../accounts/index.ts";
import { usersTable } from "../../users/index.ts";
import { type Grant, type GrantableAccount, permittedAccounts } from "../account-rules.ts";
import { actionBits } from "../actions.ts";
import { grantable, grantsOn } from "../effective-permissions.ts";
import { belongs, mayRunOn, namesUser } from "../valid-permissions.ts";
import { type Change, changedIds, coveredAssets, namedUsers } from "./classes.ts";

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

/** A session that a change lets end sooner. */
export interface EndingSession extends LiveSession {
  /** Until when it may go on; null: it ends at once. */
  readonly ends: Date | null;
}

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
  const { before, after } = runningOf(change);
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

/** What sessions may rest on before and after a change. */
const runningOf = ({ permissions }: Change) => ({
  before: permissions.map(({ running }) => running.before),
  after: permissions.map(({ running }) => running.after),
});

const connects = (
  grants: readonly Grant[],
  accounts: readonly GrantableAccount[],
  username: string,
  accountId: string,
): boolean =>
  permittedAccounts(grants, accounts, username).some(
    ({ id, actions }) => id === accountId && (actions & actionBits.connect) !== 0,
  );

/** A permission that a session may rest on. */
type Resting = Grant & { readonly sessionsEnd: Date };

/**
 * Until when permissions let a session go on, in milliseconds: endless while one that permits it is in force, and for as
 * long as one that has expired since it began lets it finish.
 */
function goesOnUntil(
  grants: readonly Resting[],
  began: Date,
  permits: (grants: readonly Grant[]) => boolean,
): number {
  const now = Date.now();
  const since = Math.min(now, began.getTime());
  const ends = grants
    .filter((grant) => grant.dateExpired.getTime() > since && permits([grant]))
    .map(({ dateExpired, sessionsEnd }) => (dateExpired.getTime() > now ? Infinity : sessionsEnd.getTime()));
  return Math.max(0, ...ends.filter((end) => end > now));
}

/** The running sessions that the change lets end sooner: at once, or once they had time to finish. */
export async function endingSessions(
  { db, services }: Pick<CallerContext, "db" | "services">,
  change: Change,
): Promise<EndingSession[]> {
  const { before, after } = runningOf(change);
  if (before.every((draft) => draft === null)) return [];
  const sources = services.extensions.of("liveSessionSources");
  const sessions = (await Promise.all(sources.map((tell) => tell(db, change.organizationId)))).flat();
  if (sessions.length === 0) return [];
  const ending: EndingSession[] = [];
  for (const { at, username, was, becomes } of await concerned(db, change, sessions)) {
    const session = sessions[at];
    if (session === undefined) continue;
    const { user_id, asset_id, account_id, date_start } = session;
    const other = sql<boolean>`(p.id <> all(${changedIds(change)}::uuid[]) and ${mayRunOn("p", date_start)}
      and ${namesUser("p", user_id)} and ${belongs(user_id, "p.org_id")})`;
    const grants: readonly Resting[] = await grantsOn(db, asset_id, other);
    const accounts = (await activeAccountsOf([asset_id], db)).map(grantable);
    const until = (drafts: readonly (Resting | null)[], indexes: readonly number[]): number =>
      goesOnUntil([...grants, ...indexes.flatMap((index) => drafts[index] ?? [])], date_start, (one) =>
        connects(one, accounts, username, account_id),
      );
    const later = until(after, becomes);
    if (later >= until(before, was)) continue;
    ending.push({ ...session, ends: later === 0 ? null : new Date(later) });
  }
  return ending;
}
