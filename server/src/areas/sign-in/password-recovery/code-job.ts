import { sql } from "kysely";
import { type Language, withParameters } from "../../../engine/i18n/index.ts";
import { defineJob } from "../../../engine/jobs/index.ts";
import { mailNotice, type Notice } from "../../notifications/index.ts";
import { usersTable } from "../../users/index.ts";
import { text } from "./mail-texts.ts";

/** A code that somebody asked for, for what may be the address of a user. */
type RecoveryCode = {
  readonly username: string;
  readonly email: string;
  readonly code: string;
  readonly language: Language;
  /** Milliseconds since the epoch. */
  readonly expires: number;
};

/**
 * Mails the code when the address is that of the user. Anyone who signs in by other means, or not at all, is
 * informed that instead: they asked, and it is their address.
 */
export const recoveryCodeJob = defineJob<RecoveryCode>({
  name: "authentication.recovery-code",
  attempts: 3,
  async run(services, { username, email, code, language, expires }) {
    const { rows } = await sql<{ name: string; email: string; source: string; may_sign_in: boolean }>`
      select name, email, source, is_active and (date_expired is null or date_expired > now()) as may_sign_in
      from ${usersTable} where username = ${username} and lower(email) = ${email} and not is_service_account
    `.execute(services.db);
    const user = rows[0];
    if (user === undefined) return;
    const minutes = Math.max(1, Math.round((expires - Date.now()) / 60_000));
    await mailNotice(
      services,
      { name: user.name, email: user.email, language },
      user.may_sign_in && user.source === "local"
        ? codeNotice(code, minutes)
        : elsewhereNotice(user.may_sign_in),
      new Date(expires),
    );
  },
});

const codeNotice = (code: string, minutes: number): Notice => ({
  subject: text.codeSubject,
  parts: [{ text: withParameters(text.codeBody, { minutes }) }, { code }, { text: text.codeHint }],
});

const elsewhereNotice = (maySignIn: boolean): Notice => ({
  subject: text.codeSubject,
  parts: [{ text: maySignIn ? text.passwordElsewhere : text.mayNotSignIn }],
});
