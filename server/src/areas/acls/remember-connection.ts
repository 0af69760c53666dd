import { sql } from "kysely";
import { rememberApproval, type TicketEffect } from "../tickets/index.ts";
import { ruleRevision } from "./active-rules.ts";

/**
 * An approval is remembered for as long as the rule that asked says, where it is still as it was when it asked. Whoever
 * changes it meanwhile waits here, and then ends what was approved (migration 0245).
 */
export const rememberConnection: TicketEffect = {
  type: "login_asset_confirm",
  apply: async ({ db }, { id, isEmergency, rule }) => {
    if (rule === null || isEmergency) return;
    const { rows } = await sql<{ minutes: number }>`
      select r.approval_valid_for as minutes from login_asset_acls r
      where r.id = ${rule.id}::uuid and r.is_active and ${ruleRevision} = ${rule.revision} for share
    `.execute(db);
    const minutes = rows[0]?.minutes ?? 0;
    if (minutes > 0) await rememberApproval(db, id, minutes);
  },
};
