import { createHmac, randomInt } from "node:crypto";
import { sql } from "kysely";
import { BadRequest } from "../../engine/errors.ts";
import { withParameters } from "../../engine/i18n/index.ts";
import type { Services } from "../../engine/services.ts";
import type { CodeServices } from "./factor-services.ts";
import { factorText } from "./texts.ts";

/** Wrong tries after which a code is good for nothing: it is short. */
const mostTries = 3;

/** A code as it leaves. */
interface SentCode {
  readonly code: string;
  /** How long it is good for. */
  readonly seconds: number;
}

const hashOf = (
  { secrets }: Pick<Services, "secrets">,
  userId: string,
  factor: string,
  code: string,
): Buffer =>
  createHmac("sha256", secrets.deriveKey("sent codes")).update(`${factor}:${userId}:${code}`).digest();

/**
 * Makes a code for a user, good for `VERIFY_CODE_TTL` seconds and for one time.
 *
 * @throws BadRequest `code_send_too_frequently` while the one before is still good
 */
export async function saveSentCode(
  services: CodeServices,
  userId: string,
  factor: string,
  digits: number,
): Promise<SentCode> {
  const seconds = await services.settings.get<number>("VERIFY_CODE_TTL");
  const code = String(randomInt(10 ** digits)).padStart(digits, "0");
  const { rows } = await sql`
    insert into sent_codes as c (user_id, factor, hash, date_expired)
    values (${userId}, ${factor}, ${hashOf(services, userId, factor, code)}, now() + ${seconds} * interval '1 second')
    on conflict (user_id, factor) do update
      set hash = excluded.hash, date_expired = excluded.date_expired, tries = 0
      where c.date_expired < now()
    returning 1
  `.execute(services.db);
  if (rows.length > 0) return { code, seconds };
  throw new BadRequest("code_send_too_frequently", withParameters(factorText.tooFrequent, { seconds }));
}

/** Takes back a code that did not arrive. */
export async function forgetSentCode(
  { db }: Pick<Services, "db">,
  userId: string,
  factor: string,
): Promise<void> {
  await db.deleteFrom("sent_codes").where("user_id", "=", userId).where("factor", "=", factor).execute();
}

/** Uses up the code that was sent; a wrong one counts against it, on whichever node. */
export async function takeSentCode(
  services: Pick<CodeServices, "db" | "secrets">,
  userId: string,
  factor: string,
  code: string,
): Promise<boolean> {
  // A used code stays until it runs out, so that the next one is not sent at once.
  const { rows } = await sql<{ right: boolean }>`
    with held as (
      select hash = ${hashOf(services, userId, factor, code)} as right from sent_codes
      where user_id = ${userId} and factor = ${factor} and date_expired > now() and tries < ${mostTries}
      for update
    )
    update sent_codes c set tries = case when h.right then ${mostTries} else c.tries + 1 end
    from held h
    where c.user_id = ${userId} and c.factor = ${factor}
    returning h.right
  `.execute(services.db);
  return rows[0]?.right === true;
}
