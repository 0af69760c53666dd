import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { type Language, type Message, translate } from "../../../engine/i18n/index.ts";
import { firstCharacters } from "../../../engine/json.ts";
import type { SealedColumn } from "../../../engine/secrets/index.ts";
import type { Services } from "../../../engine/services.ts";
import type { Notice } from "../notices/notice.ts";
import "../tables.ts";

/**
 * So many system messages of a kind a receiver gets one by one within a window of so many minutes; the further ones are
 * gathered until it ends. Five are read; of a program that is refused a thousand commands, the thousandth message hides
 * what else arrived. Ten minutes are no long wait for somebody who was told five times already.
 */
export const digestRule = { most: 5, minutes: 10 } as const;

/** Characters of a summary: fifty lines of them, each escaped as HTML, are what a site message holds. */
const longestSummary = 200;

const contextOf = (id: string): string => `system_message_gathered.summary:${id}`;

/** Summaries that wait, as the rotation of the key goes through them. */
export const gatheredSecrets: readonly SealedColumn[] = [
  {
    table: "system_message_gathered",
    column: "summary_sealed",
    key: ["id"],
    context: (id = "") => contextOf(id),
  },
];

/** A text that is put together in each language. */
export const inEveryLanguage = (say: (language: Language) => string): Message => ({
  key: "literal",
  en: say("en"),
  zh: say("zh"),
  ja: say("ja"),
});

/** What a reader acts upon is good for a short time, or for one reader: it never waits. */
const isActedUpon = ({ parts }: Notice): boolean =>
  parts.some((part) => "code" in part || "button" in part || ("link" in part && part.link.isSecret === true));

/** A notice in a line. */
function summaryOf({ subject, parts }: Notice): Message {
  return inEveryLanguage((language) => {
    const say = (message: string | Message) =>
      typeof message === "string" ? message : translate(message, language);
    const facts = parts.flatMap((part) => ("facts" in part ? part.facts : []));
    const told = facts.map(([label, value]) => `${say(label)}: ${say(value)}`).join(", ");
    const line = [say(subject), told].filter((piece) => piece !== "").join(" – ");
    return firstCharacters(line.replace(/\s+/g, " "), longestSummary);
  });
}

const windowStart = (now: Date): Date => new Date(now.getTime() - digestRule.minutes * 60_000);

/**
 * Counts a message for its receivers, and gathers it for those who had enough of its kind, in the transaction of `db`.
 * @param receivers `user:` with an id, `room:` with a name
 * @returns those who get it at once
 */
export async function gather(
  { db, secrets }: { readonly db: Kysely<Database> } & Pick<Services, "secrets">,
  { type, receivers, notice, now }: GatheredMessage,
): Promise<ReadonlySet<string>> {
  if (receivers.length === 0 || isActedUpon(notice)) return new Set(receivers);
  const before = windowStart(now);
  // In one order, so that two messages that count for the same receivers do not wait for each other.
  const { rows } = await sql<{ receiver: string; sent: number; began: Date }>`
    insert into system_message_windows as w (message_type, receiver, began, sent)
    select ${type}, r, ${now}::timestamptz, 1 from unnest(${[...receivers]}::text[]) r order by r
    on conflict (message_type, receiver) do update set
      began = case when w.began <= ${before} then excluded.began else w.began end,
      sent = case when w.began <= ${before} then 1 else w.sent + 1 end
    returning receiver, sent, began
  `.execute(db);
  const summary = JSON.stringify(summaryOf(notice));
  const waiting = rows.filter(({ sent }) => sent > digestRule.most);
  if (waiting.length > 0) {
    const values = waiting.map(({ receiver, began }) => {
      const id = randomUUID();
      const due = new Date(began.getTime() + digestRule.minutes * 60_000);
      const summary_sealed = secrets.seal(summary, contextOf(id));
      return { id, message_type: type, receiver, summary_sealed, date_created: now, due };
    });
    await db.insertInto("system_message_gathered").values(values).execute();
  }
  return new Set(rows.filter(({ sent }) => sent <= digestRule.most).map(({ receiver }) => receiver));
}

interface GatheredMessage {
  readonly type: string;
  readonly receivers: readonly string[];
  readonly notice: Notice;
  readonly now: Date;
}

/** Messages of a kind that wait for a receiver. */
export interface Waiting {
  readonly message_type: string;
  readonly receiver: string;
}

/** For whom messages wait whose window has ended; windows without any are forgotten. */
export async function readDue(db: Kysely<Database>, now: Date): Promise<readonly Waiting[]> {
  await db.deleteFrom("system_message_windows").where("began", "<=", windowStart(now)).execute();
  return db
    .selectFrom("system_message_gathered")
    .select(["message_type", "receiver"])
    .distinct()
    .where("due", "<=", now)
    .execute();
}

/** Takes the messages that are due, in the transaction of `db`, in the order in which they came. */
export async function takeDue(
  { db, secrets }: { readonly db: Kysely<Database> } & Pick<Services, "secrets">,
  { message_type, receiver }: Waiting,
  now: Date,
): Promise<readonly { readonly date: Date; readonly summary: Message }[]> {
  const rows = await db
    .deleteFrom("system_message_gathered")
    .where("message_type", "=", message_type)
    .where("receiver", "=", receiver)
    .where("due", "<=", now)
    .returning(["id", "place", "summary_sealed", "date_created"])
    .execute();
  return rows
    .toSorted((one, other) => Number(one.place) - Number(other.place))
    .map(({ id, summary_sealed, date_created }) => ({
      date: date_created,
      summary: JSON.parse(secrets.open(summary_sealed, contextOf(id))) as Message,
    }));
}
