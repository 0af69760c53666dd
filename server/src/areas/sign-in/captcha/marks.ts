import { sql } from "kysely";
import { firstCharacters } from "../../../engine/json.ts";
import type { Services } from "../../../engine/services.ts";
import { counterAddress } from "../../users/index.ts";
import type { PolicyServices } from "../sign-in-services.ts";

/** Whose sign-ins from where: others behind the same address have nothing to do with it. */
export interface CaptchaPair {
  readonly username: string;
  readonly remoteAddress: string;
}

/** Minutes of puzzles after the first failure; each further one doubles them, up to the longest. */
const firstMinutes = 5;
const longestMinutes = 60;

const columnsOf = ({ username, remoteAddress }: CaptchaPair) => ({
  remote_addr: counterAddress(remoteAddress),
  username: firstCharacters(username.replaceAll("\0", "").trim().toLowerCase(), 128),
});

/** Whether a sign-in of this name from this address has to answer a puzzle. */
export async function isCaptchaDue({ db, settings }: PolicyServices, pair: CaptchaPair): Promise<boolean> {
  if (!(await settings.get<boolean>("SECURITY_LOGIN_CAPTCHA_ENABLED"))) return false;
  const { remote_addr, username } = columnsOf(pair);
  const mark = await db
    .selectFrom("captcha_marks")
    .select("remote_addr")
    .where("remote_addr", "=", remote_addr)
    .where("username", "=", username)
    .where("date_expired", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return mark !== undefined;
}

/** Has the name answer puzzles from the address for a while, after a failed sign-in; what has run out counts no more. */
export async function askForCaptcha({ db }: Pick<Services, "db">, pair: CaptchaPair): Promise<void> {
  const { remote_addr, username } = columnsOf(pair);
  await sql`
    insert into captcha_marks as m (remote_addr, username, failures, date_expired)
    values (${remote_addr}, ${username}, 1, now() + ${firstMinutes} * interval '1 minute')
    on conflict (remote_addr, username) do update set
      failures = case when m.date_expired > now() then least(m.failures + 1, 10) else 1 end,
      date_expired = now() + interval '1 minute' * case
        when m.date_expired > now() then least(${firstMinutes} * (2 ^ least(m.failures, 10)), ${longestMinutes})
        else ${firstMinutes}
      end
  `.execute(db);
}

/** Asks the name for no more puzzles from the address, after a sign-in that worked. */
export async function forgetCaptcha({ db }: Pick<Services, "db">, pair: CaptchaPair): Promise<void> {
  const { remote_addr, username } = columnsOf(pair);
  await db
    .deleteFrom("captcha_marks")
    .where("remote_addr", "=", remote_addr)
    .where("username", "=", username)
    .execute();
}

/** Removes what has run out. */
export async function pruneCaptcha({ db }: Pick<Services, "db">): Promise<void> {
  await sql`delete from captcha_uses where date_expired < now()`.execute(db);
  await sql`delete from captcha_marks where date_expired < now()`.execute(db);
}
