import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import { defineJob, type JobDeclaration, queueJob } from "../../engine/jobs/index.ts";
import type { Services } from "../../engine/services.ts";
import { publishTask } from "../../engine/tasks/index.ts";
import {
  assetsTable,
  type CreationListener,
  platformAutomationsTable,
  platformsTable,
} from "../assets/index.ts";
import type { AutomationTasks } from "./tasks.ts";

/** Seconds in which new assets gather, so that an import is one execution. */
const gatheringSeconds = 5;

/** Most assets of one execution. */
const mostAssets = 10_000;

/** Categories of what is looked at by itself. */
const categories = ["host", "device", "database", "web", "cloud"];

type Organization = { readonly organization: string };

/** Which of an organization's new assets are tested, and which tell their facts: by the switches of their platforms. */
async function takeNewAssets(db: Kysely<Database>, organization: string) {
  const { rows } = await sql<{ id: string; ping: boolean; facts: boolean }>`
    with taken as (
      delete from new_assets where asset_id in (
        select asset_id from new_assets where org_id = ${organization}::uuid limit ${mostAssets} for update skip locked
      ) returning asset_id
    )
    select a.id, m.ping_enabled as ping, m.gather_facts_enabled as facts
    from taken t join ${assetsTable} a on a.id = t.asset_id join ${platformsTable} p on p.id = a.platform_id
    join ${platformAutomationsTable} m on m.platform_id = p.id
    where a.is_active and m.ansible_enabled and a.category = any(${categories}::text[])
      and not (p.internal and p.name = 'Gateway')
    order by a.name, a.id
  `.execute(db);
  const idsOf = (which: (row: (typeof rows)[number]) => boolean) => rows.filter(which).map(({ id }) => id);
  return { tested: idsOf(({ ping }) => ping), described: idsOf(({ facts }) => facts) };
}

async function anyLeft(db: Kysely<Database>, organization: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from new_assets where org_id = ${organization}::uuid limit 1
  `.execute(db);
  return rows.length > 0;
}

/** Keeps new assets, and sees to it that they are looked at soon. */
async function gather(
  services: Pick<Services, "db" | "secrets">,
  job: JobDeclaration<Organization>,
  assetIds: readonly string[],
): Promise<void> {
  const { db, secrets } = services;
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ org_id: string }>`
      with kept as (
        insert into new_assets (asset_id, org_id)
        select id, org_id from ${assetsTable} where id = any(${[...assetIds]}::uuid[]) on conflict do nothing
        returning org_id
      ) select distinct org_id from kept
    `.execute(transaction);
    const runAt = new Date(Date.now() + gatheringSeconds * 1000);
    for (const { org_id: organization } of rows) {
      await queueJob(
        { db: transaction, secrets },
        job,
        { organization },
        {
          runAt,
          key: `${job.name}:${organization}`,
          preserveRunAt: true,
        },
      );
    }
  });
}

/**
 * Tests new assets and gathers their facts, where their platforms have that switched on. A demonstration's machines
 * are made up, so there nothing is looked at. Contract: docs/contract/jobs.md, "Automation".
 */
export function newAssetsJob(tasks: AutomationTasks): JobDeclaration<Organization> {
  return defineJob<Organization>({
    name: "automation.new-assets",
    run: async (services, { organization }) => {
      const { db, secrets } = services;
      do {
        await db.transaction().execute(async (transaction) => {
          const queue = { db: transaction, secrets };
          const { tested, described } = await takeNewAssets(transaction, organization);
          const about = (assets: string[]) => ({
            kwargs: { assets, nodes: [] },
            organizationId: organization,
            user: null,
          });
          if (tested.length > 0) await publishTask(queue, tasks.testAssets, about(tested));
          if (described.length > 0) await publishTask(queue, tasks.gatherFacts, about(described));
        });
      } while (await anyLeft(db, organization));
    },
  });
}

/** Queues the look at assets that were just made. */
export const queueNewAssetsJob =
  (job: JobDeclaration<Organization>): CreationListener =>
  async (services, assetIds) => {
    const { checkNewAssets, demo } = services.config;
    if (checkNewAssets && !demo) await gather(services, job, assetIds);
  };
