import { sql } from "kysely";
import { type Language, withParameters } from "../../../engine/i18n/index.ts";
import { defineJob } from "../../../engine/jobs/index.ts";
import { log } from "../../../engine/log.ts";
import { mailNotice, type Notice } from "../../notifications/index.ts";
import {
  type CodeToSend,
  SmsError,
  SmsLimitReached,
  type SmsServices,
  sendSmsCode,
} from "../../sms/index.ts";
import { usersTable } from "../../users/index.ts";
import { text } from "./mail-texts.ts";
import { isOf } from "./recovery-target.ts";

/** A code that somebody asked for, for what may be the address or the number of a user. */
type RecoveryCode = {
  readonly username: string;
  readonly column: "email" | "phone";
  readonly value: string;
  readonly code: string;
  readonly language: Language;
  readonly remoteAddress: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
};

interface Asked {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly source: string;
  readonly may_sign_in: boolean;
}

/**
 * Sends the code when the address or number is that of the user. Anyone who signs in by other means, or not at all, is
 * mailed that instead: they asked, and it is their address. A text message is not spent on that.
 */
export const recoveryCodeJob = defineJob<RecoveryCode>({
  name: "authentication.recovery-code",
  attempts: 3,
  async run(services, { username, column, value, code, language, remoteAddress, expires }) {
    // Queued before there were text messages, or too late to be of use.
    if (column === undefined || Date.now() > expires) return;
    const { rows } = await sql<Asked>`
      select id, name, email, phone, source, is_active and (date_expired is null or date_expired > now()) as may_sign_in
      from ${usersTable} where username = ${username} and ${isOf({ column, value })} and not is_service_account
    `.execute(services.db);
    const user = rows[0];
    if (user === undefined) return;
    const mayRecover = user.may_sign_in && user.source === "local";
    if (column === "phone") {
      if (mayRecover && user.phone !== null) {
        await sendText(services, {
          phone: user.phone,
          code,
          userId: user.id,
          remoteAddress,
          isProven: false,
        });
      }
      return;
    }
    const minutes = Math.max(1, Math.round((expires - Date.now()) / 60_000));
    await mailNotice(
      services,
      { name: user.name, email: user.email, language },
      mayRecover ? codeNotice(code, minutes) : elsewhereNotice(user.may_sign_in),
      new Date(expires),
    );
  },
});

/** Sends it once: each attempt may have to be paid for, and whoever waits can ask again. */
async function sendText(services: SmsServices, toSend: CodeToSend): Promise<void> {
  try {
    await sendSmsCode(services, toSend);
  } catch (error) {
    const user = toSend.userId;
    if (error instanceof SmsLimitReached) log.warn({ user }, "a limit of text messages holds a code back");
    else if (error instanceof SmsError)
      log.error({ problem: error.problem, said: error.said, user }, "a code could not be sent");
    else throw error;
  }
}

const codeNotice = (code: string, minutes: number): Notice => ({
  subject: text.codeSubject,
  parts: [{ text: withParameters(text.codeBody, { minutes }) }, { code }, { text: text.codeHint }],
});

const elsewhereNotice = (maySignIn: boolean): Notice => ({
  subject: text.codeSubject,
  parts: [{ text: maySignIn ? text.passwordElsewhere : text.mayNotSignIn }],
});
