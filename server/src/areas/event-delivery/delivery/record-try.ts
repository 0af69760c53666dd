import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { firstCharacters } from "../../../engine/json.ts";
import { withoutDisturbingInText } from "../../../engine/names.ts";
import { DeliveryError, deliveryProblemOf } from "../../../engine/outbound/index.ts";
import type { PlacedEvent } from "../catalogue/event.ts";
import type { ReceiverProblem } from "../receivers/progress-fields.ts";

/** Characters of an answer that are kept. */
const mostAnswer = 500;

/** What a try came to. */
export interface Outcome {
  /** What was wrong, in a word; "": nothing. */
  readonly problem: ReceiverProblem | "";
  /** What the receiver answered. */
  readonly answer: string;
  /** Of an answer over HTTP; 0: there was none. */
  readonly status: number;
  /** Seconds the receiver asks to be left alone for. */
  readonly retryAfter: number;
  readonly milliseconds: number;
}

/** What is shown of an answer: nothing that commands a terminal, turns text or is half of a character. */
const shown = (answer: string): string => withoutDisturbingInText(firstCharacters(answer, mostAnswer)).trim();

/** Tries something and answers what it came to; it does not throw. */
export async function tried(send: () => Promise<string>): Promise<Outcome> {
  const started = performance.now();
  const since = () => Math.round(performance.now() - started);
  try {
    const answer = shown(await send());
    return { problem: "", answer, status: 0, retryAfter: 0, milliseconds: since() };
  } catch (error) {
    const refusal = error instanceof DeliveryError ? error.refusal : null;
    return {
      problem: deliveryProblemOf(error),
      answer: refusal === null ? "" : shown(`${refusal.status} ${refusal.answer}`),
      status: refusal?.status ?? 0,
      retryAfter: refusal?.retryAfter ?? 0,
      milliseconds: since(),
    };
  }
}

/** Adds a try to the delivery log. */
export async function recordTry(
  db: Kysely<Database>,
  receiverId: string,
  purpose: "delivery" | "test" | "dead_letter",
  events: readonly PlacedEvent[],
  { problem, answer, milliseconds }: Outcome,
): Promise<void> {
  const first = events[0]?.seq || null;
  const last = events.at(-1)?.seq || null;
  // A receiver that was just deleted has no log any more.
  await sql`
    insert into event_deliveries
      (receiver_id, purpose, events, first_seq, last_seq, is_success, problem, answer, milliseconds)
    select t.id, ${purpose}, ${events.length}, ${first}, ${last}, ${problem === ""}, ${problem}, ${answer},
      ${milliseconds}
    from event_receivers t where t.id = ${receiverId}::uuid
  `.execute(db);
}
