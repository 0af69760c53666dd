import { sql } from "kysely";
import { type Condition, type Filter, validInstant } from "../../engine/resource/index.ts";

/** What sessions are told apart by: an id, or the text where there is none. */
const subjects = {
  user: { id: "user_id", name: "user" },
  asset: { id: "asset_id", name: "asset" },
} as const;

/**
 * The latest session of each person, or of each asset, up to `date_to`: with `date_from` a list has as many rows as
 * people or assets were told apart in that time, those deleted since among them.
 */
export const latestOf: Filter = {
  condition: (value, { query, organization }) => {
    if (value !== "user" && value !== "asset") return null;
    const { id, name } = subjects[value];
    const until = query.get("date_to") ?? "";
    const end = until.length > 64 ? null : validInstant(until);
    const noneLater = (isSame: Condition): Condition => sql<boolean>`not exists (
      select from sessions o where ${isSame} and (o.date_start, o.id) > (t.date_start, t.id)
        and ${organization.isRoot ? sql`true` : sql`o.org_id = ${organization.id}::uuid`}
        and ${end === null ? sql`true` : sql`o.date_start <= ${end}`}
    )`;
    const byId = noneLater(sql<boolean>`o.${sql.ref(id)} = t.${sql.ref(id)}`);
    const byName = noneLater(
      sql<boolean>`o.${sql.ref(id)} is null and o.${sql.ref(name)} = t.${sql.ref(name)}`,
    );
    // Apart from each other: each is found by an index.
    return sql<boolean>`(case when t.${sql.ref(id)} is null then ${byName} else ${byId} end)`;
  },
  announced: false,
};
