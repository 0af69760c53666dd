import { sql } from "kysely";
import type { Services } from "../../../engine/services.ts";
import { counterAddress } from "../../users/index.ts";
import type { PolicyServices } from "../sign-in-services.ts";

/** Whether a sign-in from this address has to answer a puzzle. */
export async function isCaptchaDue(
  { db, settings }: PolicyServices,
  remoteAddress: string,
): Promise<boolean> {
  if (!(await settings.get<boolean>("SECURITY_LOGIN_CAPTCHA_ENABLED"))) return false;
  const mark = await db
    .selectFrom("captcha_marks")
    .select("remote_addr")
    .where("remote_addr", "=", counterAddress(remoteAddress))
    .where("date_expired", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return mark !== undefined;
}

/** Has the address answer puzzles for an hour, after a failed sign-in. */
export async function askForCaptcha({ db }: Pick<Services, "db">, remoteAddress: string): Promise<void> {
  const expires = sql<Date>`now() + interval '1 hour'`;
  await db
    .insertInto("captcha_marks")
    .values({ remote_addr: counterAddress(remoteAddress), date_expired: expires })
    .onConflict((conflict) => conflict.column("remote_addr").doUpdateSet({ date_expired: expires }))
    .execute();
}

/** Removes what has run out. */
export async function pruneCaptcha({ db }: Pick<Services, "db">): Promise<void> {
  await sql`delete from captcha_uses where date_expired < now()`.execute(db);
  await sql`delete from captcha_marks where date_expired < now()`.execute(db);
}
