import { sql } from "kysely";
import type { Language } from "../../../engine/i18n/index.ts";
import { translate } from "../../../engine/i18n/index.ts";
import { defineJob, queueJob } from "../../../engine/jobs/index.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { log } from "../../../engine/log.ts";
import type { Services } from "../../../engine/services.ts";
import type { SourceSessionServices } from "../source-sessions.ts";
import { checkDirectory } from "./check-directory.ts";
import { type LdapValues, toLdapSettings } from "./ldap-settings.ts";
import { text } from "./texts.ts";

/** A test of settings, as its asker finds it. Contract: docs/contract/settings.md, "LDAP". */
export type CheckState =
  | { readonly state: "running"; readonly startedAt: Date; readonly number: string }
  | { readonly state: "done"; readonly works: boolean; readonly answer: string }
  | { readonly state: "lost" };

/** Seconds an answer is kept. */
const keptSeconds = 600;

/** Seconds after which a test that has not ended never will: longer than one may take in all. */
const lostSeconds = 900;

/** Test asked for by somebody: settings as they were sent, with the secret. */
interface CheckJob extends JsonObject {
  readonly user: string;
  readonly number: string;
  readonly language: Language;
  readonly values: JsonObject;
  readonly isEnabled: boolean;
}

interface CheckRow {
  readonly number: string;
  readonly date_started: Date;
  readonly status: number | null;
  readonly answer: string;
  readonly is_lost: boolean;
}

/** The test of a user, where there is one whose answer still counts. */
export async function findCheck({ db }: Pick<Services, "db">, userId: string): Promise<CheckState | null> {
  const { rows } = await sql<CheckRow>`
    select number, date_started, status, answer,
      date_finished is null and date_started < now() - ${lostSeconds} * interval '1 second' as is_lost
    from ldap_checks
    where user_id = ${userId}::uuid
      and (date_finished is null or date_finished > now() - ${keptSeconds} * interval '1 second')
  `.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const { number, date_started: startedAt, status, answer, is_lost: isLost } = row;
  if (isLost) return { state: "lost" };
  return status === null
    ? { state: "running", startedAt, number }
    : { state: "done", works: status === 200, answer };
}

/** Starts a test in place of any other of the user. */
export async function startCheck(
  services: SourceSessionServices,
  check: {
    readonly userId: string;
    readonly language: Language;
    readonly values: LdapValues;
    readonly isEnabled: boolean;
  },
): Promise<Extract<CheckState, { state: "running" }>> {
  const { userId, language, values, isEnabled } = check;
  const { rows } = await sql<{ number: string; date_started: Date }>`
    insert into ldap_checks (user_id) values (${userId}::uuid)
    on conflict (user_id) do update set number = gen_random_uuid(), date_started = now(), date_finished = null,
      status = null, answer = ''
    returning number, date_started
  `.execute(services.db);
  const [row] = rows;
  if (row === undefined) throw new Error("the test was not written down");
  const job: CheckJob = { user: userId, number: row.number, language, values: { ...values }, isEnabled };
  await queueJob(services, checkJob, job);
  return { state: "running", startedAt: row.date_started, number: row.number };
}

/** Tests settings of the directory for somebody who asks for the answer later. */
export const checkJob = defineJob<CheckJob>({
  name: "ldap.check",
  attempts: 1,
  async run({ db }, { user, number, language, values, isEnabled }) {
    const result = await checkDirectory(toLdapSettings(values), isEnabled).catch((error: unknown) => {
      log.error({ err: error }, "the test of the directory failed");
      return { works: false, message: text.checkLost };
    });
    await sql`
      update ldap_checks set date_finished = now(), status = ${result.works ? 200 : 400},
        answer = ${translate(result.message, language)}
      where user_id = ${user}::uuid and number = ${number}::uuid
    `.execute(db);
  },
});
