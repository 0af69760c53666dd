import { sql } from "kysely";
import type { CallerContext } from "../access/context.ts";
import { stopChannel } from "./running-executions.ts";

/** Asks for an unfinished execution to be stopped; one that nobody works on yet ends as soon as it is taken. */
export async function stopExecution({ db, services }: CallerContext, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update task_executions set stop_requested = true where id = ${id}::uuid and date_finished is null
  `.execute(db);
  if (numAffectedRows > 0n) await services.events.publish(stopChannel, id, db);
  return numAffectedRows > 0n;
}
