import { literal, type Message, translate, withParameters } from "../../../engine/i18n/index.ts";
import { defineJob } from "../../../engine/jobs/index.ts";
import { knownTimeZone, writeInstant } from "../../../engine/resource/index.ts";
import { notifyUsers, type Sending } from "../notices/deliver.ts";
import type { Notice } from "../notices/notice.ts";
import { notifyRooms } from "../rooms/room-job.ts";
import { readSubscription, systemMessageTypes } from "../subscriptions/system-messages.ts";
import { text } from "../texts.ts";
import { digestRule, inEveryLanguage, readDue, takeDue, type Waiting } from "./gather.ts";

/** Lines of a digest; of further ones it tells how many they were. */
const mostListed = 50;

function digestOf(
  kind: Message,
  waiting: readonly { readonly date: Date; readonly summary: Message }[],
): Notice {
  const listed = waiting.slice(0, mostListed);
  const count = waiting.length - listed.length;
  return {
    subject: inEveryLanguage((language) =>
      translate(
        withParameters(text.digestSubject, { kind: translate(kind, language), count: waiting.length }),
        language,
      ),
    ),
    parts: [
      { text: withParameters(text.digestBody, { most: digestRule.most, minutes: digestRule.minutes }) },
      {
        facts: listed.map(
          ({ date, summary }) => [literal(writeInstant(date, knownTimeZone(undefined))), summary] as const,
        ),
      },
      ...(count === 0 ? [] : [{ text: withParameters(text.digestRest, { count }) }]),
    ],
  };
}

async function sendDigest(sending: Sending, due: Waiting, now: Date): Promise<void> {
  const declared = systemMessageTypes.find(({ type }) => type === due.message_type);
  const waiting = await takeDue(sending, due, now);
  if (declared === undefined || waiting.length === 0) return;
  const notice = digestOf(declared.label, waiting);
  const [kind, receiver = ""] = due.receiver.split(":");
  if (kind === "room") return notifyRooms(sending, [receiver], notice);
  const { backends } = await readSubscription(sending.db, declared);
  await notifyUsers(sending, [receiver], notice, { backends });
}

/**
 * Tells what was gathered and is due, each digest in a transaction of its own: what could not be sent stays for the next
 * run. Contract: docs/contract/notifications.md, section 11.
 * @param now the clock
 * @throws the first error, after all were tried
 */
export async function sendDigests(services: Sending, now: Date = new Date()): Promise<void> {
  const failures: unknown[] = [];
  for (const due of await readDue(services.db, now)) {
    await services.db
      .transaction()
      .execute((db) => sendDigest({ ...services, db }, due, now))
      .catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** Looks every minute for windows that have ended. */
export const digestsJob = defineJob<null>({
  name: "notifications.digests",
  schedule: { everySeconds: 60 },
  run: (services) => sendDigests(services),
});
