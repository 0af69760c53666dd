import { sql } from "kysely";
import { consolePath } from "../../../engine/http/index.ts";
import { defineJob } from "../../../engine/jobs/index.ts";
import { knownTimeZone, writeInstant } from "../../../engine/resource/index.ts";
import { type Notice, notifyUsers, type Sending } from "../../notifications/index.ts";
import { previewingPath } from "../../pages/index.ts";
import { userCredentialsTable } from "../../users/index.ts";
import { text } from "./mail-texts.ts";

/** Days before the end in which people are reminded, once a day. */
const daysBefore = 5;

/** Somebody whose password or account ends soon. */
interface Ending {
  readonly id: string;
  readonly ends: Date;
}

/** All or nothing: a day that is repeated after a failure reminds nobody twice. */
async function remind(
  services: Sending,
  endings: readonly Ending[],
  noticeOf: (ends: string) => Notice,
): Promise<void> {
  await services.db.transaction().execute(async (db) => {
    for (const { id, ends } of endings) {
      const notice = noticeOf(writeInstant(ends, knownTimeZone(undefined)));
      await notifyUsers({ ...services, db }, [id], notice);
    }
  });
}

const mayComeIn = sql`
  u.source = 'local' and u.is_active and not u.is_service_account
  and (u.date_expired is null or u.date_expired > now())`;

/** Reminds of passwords that expire. Contract: docs/contract/notifications.md, "Notices to people". */
export const passwordReminderJob = defineJob<null>({
  name: "authentication.password-reminder",
  schedule: { cron: "0 10 * * *" },
  async run(services) {
    const days = await services.settings.get<number>("SECURITY_PASSWORD_EXPIRATION_TIME");
    const { rows } = await sql<Ending>`
      select id, ends from (
        select u.id, u.date_password_last_updated + make_interval(days => ${days}) as ends
        from ${userCredentialsTable} u where u.password_hash is not null and ${mayComeIn}
      ) passwords where ends > now() and ends <= now() + make_interval(days => ${daysBefore})
    `.execute(services.db);
    await remind(services, rows, (ends) => ({
      subject: text.passwordEndsSubject,
      parts: [
        { text: text.passwordEndsBody },
        { facts: [[text.expires, ends]] },
        {
          button: {
            label: text.changePassword,
            path: consolePath("/profile/setting?activeTab=PasswordUpdate"),
          },
        },
        { link: { label: text.setPassword, path: previewingPath } },
      ],
    }));
  },
});

/** Reminds of accounts that expire. */
export const accountReminderJob = defineJob<null>({
  name: "authentication.account-reminder",
  schedule: { cron: "0 14 * * *" },
  async run(services) {
    const { rows } = await sql<Ending>`
      select u.id, u.date_expired as ends from ${userCredentialsTable} u
      where ${mayComeIn} and u.date_expired <= now() + make_interval(days => ${daysBefore})
    `.execute(services.db);
    await remind(services, rows, (ends) => ({
      subject: text.accountEndsSubject,
      parts: [{ text: text.accountEndsBody }, { facts: [[text.expires, ends]] }],
    }));
  },
});
