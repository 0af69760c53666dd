import { JobAbandonedError, type JobDeclaration, type JobQueue } from "../../../engine/jobs/index.ts";
import type { SealedColumn } from "../../../engine/secrets/index.ts";
import type { Services } from "../../../engine/services.ts";
import "../tables.ts";

/** Characters that are kept of an answer, and of a subject. */
const mostOfAnswer = 1_000;
const mostOfSubject = 1_024;

const contextOf = (id: string): string => `message_deliveries.message:${id}`;

/** What is kept of messages that failed, as the rotation of the key goes through it. */
export const deliverySecrets: readonly SealedColumn[] = [
  {
    table: "message_deliveries",
    column: "message_sealed",
    key: ["id"],
    context: (id = "") => contextOf(id),
  },
];

/** A message as the log begins with it. */
export interface NewDelivery {
  /** Name of a backend. */
  readonly backend: string;
  /** What the receiver is called; "" where only the address is known. */
  readonly receiver: string;
  readonly address: string;
  readonly subject: string;
}

/** Notes that a message is queued, in the transaction of `db`; answers the number the job reports to. */
export async function noteQueued({ db }: Pick<JobQueue, "db">, delivery: NewDelivery): Promise<string> {
  const { subject, ...rest } = delivery;
  const { id } = await db
    .insertInto("message_deliveries")
    .values({ ...rest, subject: subject.slice(0, mostOfSubject) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** One try of a queued message. */
interface Try {
  /** Undefined for a message that was queued before there was a log. */
  readonly id: string | undefined;
  readonly attempt: Pick<Parameters<JobDeclaration["run"]>[2], "isLast">;
  /** What would be sent again; null: nobody needs it later. */
  readonly message: string | null;
}

/**
 * Makes a try and writes down what came of it. What failed for good is kept sealed, to be sent again from the log.
 * @param send answers what the other side said
 * @throws what `send` throws, for the queue
 */
export async function tried(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  { id, attempt, message }: Try,
  send: () => Promise<string>,
): Promise<void> {
  const note = async (state: "waiting" | "sent" | "failed", answer: string): Promise<void> => {
    if (id === undefined) return;
    const kept = state === "failed" && message !== null ? secrets.seal(message, contextOf(id)) : null;
    await db
      .updateTable("message_deliveries")
      .set((row) => ({
        state,
        attempts: row("attempts", "+", 1),
        answer: answer.replace(/\p{Cc}+/gu, " ").slice(0, mostOfAnswer),
        message_sealed: kept,
        date_tried: new Date(),
      }))
      .where("id", "=", id)
      .execute();
  };
  let answer: string;
  try {
    answer = await send();
  } catch (error) {
    const isOver = attempt.isLast || error instanceof JobAbandonedError;
    await note(isOver ? "failed" : "waiting", error instanceof Error ? error.message : String(error));
    throw error;
  }
  await note("sent", answer);
}

/**
 * Takes what was kept of a message that failed, and has its row wait again, in the transaction of `db`.
 * @returns null when it is not a failed one, or nothing was kept of it
 */
export async function takeFailed({ db, secrets }: JobQueue, id: string): Promise<string | null> {
  const row = await db
    .selectFrom("message_deliveries")
    .select("message_sealed")
    .where("id", "=", id)
    .where("state", "=", "failed")
    .forUpdate()
    .executeTakeFirst();
  const sealed = row?.message_sealed ?? null;
  if (sealed === null) return null;
  await db
    .updateTable("message_deliveries")
    .set({ state: "waiting", message_sealed: null })
    .where("id", "=", id)
    .execute();
  return secrets.open(sealed, contextOf(id));
}
