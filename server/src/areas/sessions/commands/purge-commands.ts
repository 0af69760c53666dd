import { timedRetention } from "../../../engine/audit/index.ts";
import { isHeld } from "../holds/held.ts";

/** Commands: forgets some that are older than so many days, unless their session is held. */
export const commandRetention = timedRetention({
  table: "commands",
  column: "date_executed",
  held: isHeld("t.session_id"),
});
