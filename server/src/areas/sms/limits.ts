import "./tables.ts";
import { createHmac } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import { BadRequest } from "../../engine/errors.ts";
import type { Services } from "../../engine/services.ts";
import { text } from "./texts.ts";

/** What limits are counted with. */
export type LimitServices = Pick<Services, "db" | "secrets" | "settings">;

/** Who has a message sent, and to whom. */
export interface SmsOccasion {
  /** The number with its calling code, digits alone after the plus. */
  readonly number: string;
  /** Whose number it is; null for a test. */
  readonly userId: string | null;
  readonly remoteAddress: string;
  /**
   * Whether the one who asks has proved something: a password, or a session. Others get half of what a number or person
   * has in a day, so that a stranger cannot use up somebody's codes.
   */
  readonly isProven: boolean;
}

/** More messages than a limit of the settings allows. */
export class SmsLimitReached extends BadRequest {
  constructor() {
    super("sms_limit_reached", text.limitReached);
  }
}

const hashOf = ({ secrets }: LimitServices, number: string): Buffer =>
  createHmac("sha256", secrets.deriveKey("sms numbers")).update(number).digest();

/**
 * Counts one message against the limits of a day: of the number, the person, the client address and the installation.
 * It is counted before it is sent, one after the other, so that messages at the same time do not slip past.
 * @returns what takes it back, for a message that was surely not sent
 * @throws SmsLimitReached
 */
export async function countSend(
  services: LimitServices,
  occasion: SmsOccasion,
): Promise<() => Promise<void>> {
  const { db, settings } = services;
  const [perNumber, perUser, perAddress, inTotal] = await Promise.all(
    ["SMS_LIMIT_NUMBER", "SMS_LIMIT_USER", "SMS_LIMIT_ADDRESS", "SMS_LIMIT_TOTAL"].map((key) =>
      settings.get<number>(key),
    ),
  );
  const share = (limit = 0): number => (occasion.isProven ? limit : Math.ceil(limit / 2));
  const hash = hashOf(services, occasion.number);
  return db.transaction().execute(async (transaction) => {
    const sent = await countSent(transaction, hash, occasion);
    const isTooMuch =
      sent.number >= share(perNumber) ||
      sent.person >= share(perUser) ||
      sent.address >= (perAddress ?? 0) ||
      sent.total >= (inTotal ?? 0);
    if (isTooMuch) throw new SmsLimitReached();
    const { id } = await transaction
      .insertInto("sms_sends")
      .values({ number_hash: hash, user_id: occasion.userId, remote_address: occasion.remoteAddress })
      .returning("id")
      .executeTakeFirstOrThrow();
    return async () => {
      await db.deleteFrom("sms_sends").where("id", "=", id).execute();
    };
  });
}

interface Sent {
  readonly number: number;
  readonly person: number;
  readonly address: number;
  readonly total: number;
}

async function countSent(
  db: Kysely<Database>,
  hash: Buffer,
  { userId, remoteAddress }: SmsOccasion,
): Promise<Sent> {
  await sql`select pg_advisory_xact_lock(hashtextextended('sms_sends', 0))`.execute(db);
  const { rows } = await sql<Sent>`
    select
      (count(*) filter (where number_hash = ${hash}))::int as number,
      (count(*) filter (where user_id = ${userId}::uuid))::int as person,
      (count(*) filter (where remote_address = ${remoteAddress}))::int as address,
      count(*)::int as total
    from sms_sends where date_sent > now() - interval '1 day'
  `.execute(db);
  return rows[0] ?? { number: 0, person: 0, address: 0, total: 0 };
}

/** Removes messages that count no more. */
export async function pruneSends({ db }: Pick<Services, "db">): Promise<void> {
  await sql`delete from sms_sends where date_sent < now() - interval '1 day'`.execute(db);
}
