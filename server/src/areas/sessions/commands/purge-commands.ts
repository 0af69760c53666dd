import { sql } from "kysely";
import { timedRetention } from "../../../engine/audit/index.ts";
import { isHeld } from "../holds/held.ts";

/**
 * Commands: forgets some that are older than so many days, unless their session is held. Those that wait for their
 * storage are kept until it has them.
 */
export const commandRetention = timedRetention({
  table: "commands",
  column: "date_executed",
  only: sql<boolean>`not exists (select from command_deliveries d where d.command_id = t.id)`,
  held: isHeld("t.session_id"),
});
