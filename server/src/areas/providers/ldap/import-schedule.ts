import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { translate } from "../../../engine/i18n/index.ts";
import type { Services } from "../../../engine/services.ts";
import { setSchedule, taskSchedulesTable } from "../../../engine/tasks/index.ts";
import type { DeleteGuard } from "../../organizations/index.ts";
import { type AfterSettingsSave, storedListHas } from "../../settings/index.ts";
import { importTask } from "./import-task.ts";
import { text } from "./texts.ts";

/** How the contract names it among the tasks that come by themselves. */
const scheduleName = "import_ldap_user_periodic";

/** When everybody is imported by itself. */
interface ImportTimes {
  readonly isPeriodic: boolean;
  readonly crontab: string;
  readonly hours: number;
}

function schedule(db: Kysely<Database>, { isPeriodic, crontab, hours }: ImportTimes): Promise<void> {
  const timing = crontab === "" ? { everySeconds: hours * 3_600 } : { crontab };
  return setSchedule(db, {
    name: scheduleName,
    task: importTask.name,
    description: translate(text.importTask, "en"),
    schedule: isPeriodic ? timing : null,
  });
}

/** Follows the settings as they are saved. */
export const followSettings: AfterSettingsSave = async ({ db }, category, values) => {
  if (category !== "ldap") return;
  await schedule(db, {
    isPeriodic: values.AUTH_LDAP_SYNC_IS_PERIODIC === true,
    crontab: String(values.AUTH_LDAP_SYNC_CRONTAB ?? ""),
    hours: Number(values.AUTH_LDAP_SYNC_INTERVAL),
  });
};

/** An organization that people are imported to stays. */
export const importGuard: DeleteGuard = async (db, { id }) =>
  (await storedListHas(db, "AUTH_LDAP_SYNC_ORG_IDS", id)) ? text.inUse : null;

/** The time of the next import; null while there is none. */
export async function nextImport({ db }: Pick<Services, "db">): Promise<Date | null> {
  const { rows } = await sql<{ next: Date | null }>`
    select next_run_at as next from ${taskSchedulesTable} s where name = ${scheduleName} and enabled
  `.execute(db);
  return rows[0]?.next ?? null;
}
