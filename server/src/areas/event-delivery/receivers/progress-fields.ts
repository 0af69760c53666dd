import { type RawBuilder, sql } from "kysely";
import type { RequestContext } from "../../../engine/access/index.ts";
import { type Message, translate } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import { deliveryProblems } from "../../../engine/outbound/index.ts";
import { computed, writeInstant } from "../../../engine/resource/index.ts";
import { isMeant, mostCounted } from "../outbox/meant-for.ts";
import { text } from "../texts.ts";

/** Of the row of a receiver's state. */
const ofState = (expression: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select ${expression} from event_receiver_states s where s.receiver_id = t.id)`;

/** Events that were put in order and wait for the receiver. */
const waiting = sql`
  from events e where ${isMeant}
    and e.seq > coalesce((select s.seq from event_receiver_states s where s.receiver_id = t.id), 0)
`;

const amount = (label: Message, name: string, select: RawBuilder<unknown>) =>
  computed({ label, type: "integer", select: () => select, present: (row) => Number(row[name] ?? 0) });

const moment = (label: Message, name: string, select: RawBuilder<unknown>) =>
  computed({
    label,
    type: "datetime",
    select: () => select,
    present: (row, { timeZone }) =>
      row[name] instanceof Date ? writeInstant(row[name] as Date, timeZone) : null,
  });

/** What can be wrong with a receiver. */
const problems = { ...deliveryProblems, unreadable: text.secretUnreadable } as const;

/** A stable word for what is wrong; rows keep it. */
export type ReceiverProblem = keyof typeof problems;

/** What was wrong, in the language of the caller; "": nothing. */
export const problemText = (problem: unknown, { language }: Pick<RequestContext, "language">): string =>
  typeof problem === "string" && Object.hasOwn(problems, problem)
    ? translate(problems[problem as ReceiverProblem], language)
    : "";

const states = {
  off: text.stateOff,
  fine: text.stateFine,
  behind: text.stateBehind,
  failing: text.stateFailing,
} as const;

/** How far a receiver is, and what was last wrong. */
export const progressFields = {
  state: computed({
    label: text.state,
    type: "labeled_choice",
    columns: ["is_active"],
    select: () => sql`case
      when not t.is_active then 'off'
      when ${ofState(sql`s.problem <> ''`)} then 'failing'
      when exists (select ${waiting}) then 'behind'
      else 'fine' end`,
    present: ({ state }, { language }): Json => {
      const value = state as keyof typeof states;
      return { value, label: translate(states[value], language) };
    },
    describe: ({ language }) => ({
      choices: Object.entries(states).map(([value, label]) => ({ value, label: translate(label, language) })),
    }),
  }),
  delivered: amount(text.delivered, "delivered", ofState(sql`s.delivered`)),
  waiting: amount(
    text.waiting,
    "waiting",
    sql`(select count(*) from (select ${waiting} limit ${sql.lit(mostCounted)}) w)`,
  ),
  oldest_waiting: moment(
    text.oldestWaiting,
    "oldest_waiting",
    sql`(select e.date ${waiting} order by e.seq limit 1)`,
  ),
  dead: amount(
    text.dead,
    "dead",
    sql`(select count(*) from event_dead_letters d where d.receiver_id = t.id)`,
  ),
  skipped: amount(text.skipped, "skipped", ofState(sql`s.skipped`)),
  problem: computed({
    label: text.problem,
    type: "string",
    select: () => ofState(sql`s.problem`),
    present: ({ problem }, context) => problemText(problem, context),
  }),
  answer: computed({
    label: text.answer,
    type: "string",
    select: () => ofState(sql`s.answer`),
    present: ({ answer }) => String(answer ?? ""),
  }),
  date_delivered: moment(text.dateDelivered, "date_delivered", ofState(sql`s.date_delivered`)),
  date_failed: moment(text.dateFailed, "date_failed", ofState(sql`s.date_failed`)),
  date_next: moment(text.dateNext, "date_next", ofState(sql`case when s.problem <> '' then s.date_next end`)),
};
