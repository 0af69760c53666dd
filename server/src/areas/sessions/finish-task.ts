import type { Kysely } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import type { SessionCommand } from "../../transport/sessions/index.ts";
import { recordSessionEvent } from "./history/session-events.ts";
import type { TaskName } from "./session-tasks.ts";

/** What a task has a gateway do. */
export const taskActions: Readonly<Record<TaskName, SessionCommand["action"]>> = {
  kill_session: "kill",
  lock_session: "lock",
  unlock_session: "unlock",
};

const events = { kill: "terminated", lock: "paused", unlock: "resumed" } as const;

/** A task that waits for its gateway. */
export interface PendingTask {
  readonly id: string;
  readonly session_id: string;
  readonly name: TaskName;
  readonly requested_by: string;
  /** The reason. */
  readonly comment: string;
}

/** A gateway took the task: the session's history tells, and whether it is locked. Doing it twice changes nothing. */
export async function finishTask(db: Kysely<Database>, task: PendingTask): Promise<void> {
  const action = taskActions[task.name];
  await inTransaction(db, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable("session_tasks")
      .set({ is_finished: true, date_finished: new Date() })
      .where("id", "=", task.id)
      .where("is_finished", "=", false)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await recordSessionEvent(transaction, {
      sessionId: task.session_id,
      event: events[action],
      actor: task.requested_by,
      reason: task.comment,
    });
    if (action === "kill") return;
    await transaction
      .updateTable("sessions")
      .set({ is_locked: action === "lock" })
      .where("id", "=", task.session_id)
      .where("is_finished", "=", false)
      .execute();
  });
}

/** Runs work in the transaction there is, or in one of its own. */
const inTransaction = (db: Kysely<Database>, work: (db: Kysely<Database>) => Promise<void>): Promise<void> =>
  db.isTransaction ? work(db) : db.transaction().execute(work);
