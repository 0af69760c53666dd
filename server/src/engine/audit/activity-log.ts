import "./tables.ts";
import { type RawBuilder, sql } from "kysely";
import type { CallerContext } from "../access/context.ts";

/** What an activity of its own tells: things that change nothing and yet belong to the story of an object. */
export type ActivityAction = "view_secret" | "export_secret";

/**
 * Writes down for each of many objects what the caller does with it. `objects` selects `org_id uuid` and
 * `resource_id text`. Contract: docs/contract/sessions.md, section 11.
 */
export async function recordActivities(
  { db, principal }: CallerContext,
  action: ActivityAction,
  objects: RawBuilder<unknown>,
): Promise<void> {
  const user = `${principal.name}(${principal.username})`;
  await sql`
    insert into activity_logs (org_id, resource_id, action, user_display)
    select o.org_id, o.resource_id, ${action}, ${user} from (${objects}) o
  `.execute(db);
}
