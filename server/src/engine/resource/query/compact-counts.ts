import { sql } from "kysely";
import { defineJob } from "../../jobs/job.ts";

/** Folds the recorded differences of tracked tables into one row a key, so that summing them stays short. */
export const compactCounts = defineJob({
  name: "engine.compact-row-counts",
  schedule: { everySeconds: 60 },
  run: async ({ db }) => {
    await sql`
      with taken as (
        delete from row_counts
        where ctid in (select ctid from row_counts for update skip locked)
        returning table_name, org_id, partition_value, difference
      )
      insert into row_counts (table_name, org_id, partition_value, difference)
      select table_name, org_id, partition_value, sum(difference) from taken
      group by 1, 2, 3 having sum(difference) <> 0
    `.execute(db);
  },
});
