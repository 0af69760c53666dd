import "./tables.ts";
import type { Kysely } from "kysely";
import type { Database } from "../database/database.ts";
import type { FlashMessage } from "./flash-message.ts";

/** Seconds for which a message can be seen. */
const lifetimeSeconds = 60;

/** Address of the page that shows a kept message. */
export const flashMessagePath = "/core/common/flash-message/";

/**
 * Keeps a message for the message page and answers the address to redirect to. Anyone who holds the address can read
 * it for a minute, so it says nothing secret. Messages of the past are removed on the way.
 */
export async function saveFlashMessage(db: Kysely<Database>, message: FlashMessage): Promise<string> {
  await db.deleteFrom("flash_messages").where("date_expired", "<", new Date()).execute();
  const { code } = await db
    .insertInto("flash_messages")
    .values({
      message: JSON.stringify(message),
      date_expired: new Date(Date.now() + lifetimeSeconds * 1000),
    })
    .returning("code")
    .executeTakeFirstOrThrow();
  return `${flashMessagePath}?code=${code}`;
}

/** The message behind a code; null when there is none, or none any more. */
export async function readFlashMessage(db: Kysely<Database>, code: string): Promise<FlashMessage | null> {
  const row = await db
    .selectFrom("flash_messages")
    .select("message")
    .where("code", "=", code)
    .where("date_expired", ">", new Date())
    .executeTakeFirst();
  return row === undefined ? null : (row.message as FlashMessage);
}
