import { type Kysely, sql } from "kysely";
import { type CallerContext, permission } from "../../engine/access/index.ts";
import { operateLogsTable } from "../../engine/audit/index.ts";
import type { Database } from "../../engine/database/index.ts";
import { caller, type RouteDeclaration } from "../../engine/http/index.ts";
import { accountsTable } from "../accounts/index.ts";
import { assetsTable } from "../assets/index.ts";
import { findUsableAssets, hasGrant } from "../permissions/index.ts";
import { sessionsTable } from "../sessions/index.ts";

/** Recordings that are looked through for one that somebody watched; an organization with more has begun long ago. */
const recordingsLookedAt = 100;

/** An asset with an account, by which a session could begin. */
interface ReadyAsset {
  readonly id: string;
  readonly name: string;
}

/** A session that has begun, and what became of its recording. */
interface RecordedSession {
  readonly id: string;
  readonly is_recorded: boolean;
  readonly is_watched: boolean;
}

/** The asset that was worked on last, of those with an account. */
async function readyAsset(
  db: Kysely<Database>,
  organizationId: string,
  since: Date,
): Promise<ReadyAsset | null> {
  // What was made after `since` was also changed after it, and only changes have an index.
  const { rows } = await sql<ReadyAsset>`
    select a.id, a.name from ${assetsTable} a
    where a.org_id = ${organizationId}::uuid and a.date_updated > ${since} and a.date_created > ${since}
      and exists (select 1 from ${accountsTable} c where c.asset_id = a.id and c.is_active)
    order by a.date_updated desc nulls last, a.id limit 1
  `.execute(db);
  return rows[0] ?? null;
}

/** The sessions since then, those that can be replayed first. */
async function latestSessions(
  db: Kysely<Database>,
  organizationId: string,
  since: Date,
): Promise<RecordedSession[]> {
  // In the order of the index, for the planner may take the operations on one session for most of a long log.
  const { rows } = await sql<RecordedSession>`
    select s.id, s.is_finished and s.has_replay as is_recorded, coalesce((
      select true from ${operateLogsTable} l where l.resource_id = s.id::text and l.action in ('view', 'download')
      order by l.datetime desc nulls last limit 1
    ), false) as is_watched
    from (
      select id, is_finished, has_replay from ${sessionsTable} latest
      where org_id = ${organizationId}::uuid and date_start > ${since}
      order by date_start desc nulls last, id limit ${recordingsLookedAt}
    ) s
  `.execute(db);
  return rows;
}

/** What is known of an organization's first steps; without a row nothing was there before and all is to be done. */
async function progressOf(db: Kysely<Database>, organizationId: string) {
  const row = await db
    .selectFrom("getting_started")
    .select(["counts_from", "date_completed"])
    .where("org_id", "=", organizationId)
    .executeTakeFirst();
  return { countsFrom: row?.counts_from ?? null, isCompleted: row?.date_completed != null };
}

/** Remembers that all is done: what is deleted or runs out later begins nothing anew. */
async function complete(db: Kysely<Database>, organizationId: string): Promise<void> {
  await sql`
    insert into getting_started (org_id, date_completed) values (${organizationId}, now())
    on conflict (org_id) do update set date_completed = coalesce(getting_started.date_completed, now())
  `.execute(db);
}

/** Has what is there already count for nothing: the steps begin now, unless they have begun before. */
export async function countStepsFromNow(
  db: Kysely<Database>,
  organizationIds: readonly string[],
): Promise<void> {
  await sql`
    insert into getting_started (org_id, counts_from)
    select id, clock_timestamp() from unnest(${organizationIds}::uuid[]) as made (id) on conflict do nothing
  `.execute(db);
}

async function mayUse({ db, principal }: CallerContext, assetId: string): Promise<boolean> {
  return (await findUsableAssets(db, principal.id, { named: assetId, limit: 1 })).rows.length > 0;
}

/**
 * How far the organization is on the way from nothing to a recorded session that was watched. It is read from what is
 * there: assets with accounts, permissions, sessions, and the record of who watched a recording.
 * An extension. Contract: docs/contract/console.md, "Get started".
 */
export const gettingStartedRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/api/v1/sallyport/getting-started/",
  access: permission("assets.add_asset", "accounts.add_account", "perms.add_assetpermission"),
  title: "Getting Started",
  handle: async (routeContext) => {
    const context = caller(routeContext);
    const { db, organization, permissions } = context;
    const { countsFrom, isCompleted } = await progressOf(db, organization.id);
    const since = countsFrom ?? new Date(0);
    const [asset, isGranted, sessions] = await Promise.all([
      readyAsset(db, organization.id, since),
      hasGrant(db, organization.id, since),
      latestSessions(db, organization.id, since),
    ]);
    const steps = {
      asset: asset !== null,
      permission: isGranted,
      session: sessions.length > 0,
      replay: sessions.some((session) => session.is_watched),
    };
    const isDone = Object.values(steps).every(Boolean);
    if (isDone && !isCompleted) await complete(db, organization.id);
    const recorded = permissions.has("terminal.view_session")
      ? sessions.find((session) => session.is_recorded)
      : undefined;
    return {
      body: {
        steps,
        is_completed: isCompleted || isDone,
        has_sample: countsFrom !== null,
        asset:
          asset !== null && permissions.has("assets.view_asset")
            ? { id: asset.id, name: asset.name, may_connect: await mayUse(context, asset.id) }
            : null,
        session: recorded === undefined ? null : { id: recorded.id },
      },
    };
  },
};
