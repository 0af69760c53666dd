import { type RawBuilder, sql } from "kysely";
import { type Message, translate, withParameters } from "../../../engine/i18n/index.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { defineTask, TaskFailure, type TaskRun } from "../../../engine/tasks/index.ts";
import { disableUsers, enableUsers } from "../../users/index.ts";
import {
  type ImportResult,
  type ImportServices,
  type ImportTarget,
  importableGroups,
  importableOrganizations,
  importPeople,
} from "./import-people.ts";
import { readLdapRules } from "./ldap-arrival.ts";
import { LdapFailure } from "./ldap-failure.ts";
import { issuerOf, readLdapSettings } from "./ldap-settings.ts";
import { beginRefresh, type RefreshServices, readPeople } from "./people-cache.ts";
import { failureMessage, text } from "./texts.ts";

/** Where the settings say that people are imported to. */
export async function savedTarget({ db, settings }: RefreshServices, refresh: number): Promise<ImportTarget> {
  const organizations = await importableOrganizations(
    db,
    await settings.get<string[]>("AUTH_LDAP_SYNC_ORG_IDS"),
  );
  const chosen = organizations.map(({ id }) => id);
  return {
    issuer: issuerOf(await readLdapSettings({ settings })),
    organizations: chosen,
    groups: await importableGroups(db, await settings.get<string[]>("AUTH_LDAP_SYNC_GROUP_IDS"), chosen),
    isStrict: await settings.get<boolean>("AUTH_LDAP_STRICT_SYNC"),
    rules: await readLdapRules(db, settings, true),
    refresh,
    remoteAddress: "",
  };
}

/**
 * Disables those whom the directory says are disabled, and enables those again who were, or had left, and are back. Whom
 * an administrator disabled stays so.
 */
export async function followState(
  services: ImportServices,
  { disabled }: Pick<ImportResult, "disabled">,
  refresh: number,
): Promise<void> {
  if (disabled.length > 0) await disableForDirectory(services, sql<boolean>`id = any(${disabled}::uuid[])`);
  await services.db.transaction().execute(async (db) => {
    const { rows } = await sql<{ user_id: string }>`
      update ldap_imports set date_left = null
      where refresh >= ${refresh} and date_left is not null and user_id <> all(${disabled}::uuid[]) returning user_id
    `.execute(db);
    const back = rows.map(({ user_id }) => user_id);
    if (back.length > 0) await enableUsers({ db }, sql<boolean>`id = any(${back}::uuid[])`);
  });
}

/** Disables users because of what the directory says, and remembers that it was for this. */
async function disableForDirectory(services: ImportServices, which: RawBuilder<boolean>): Promise<number> {
  const disabled = await disableUsers(services, which);
  await sql`update ldap_imports set date_left = now() where user_id = any(${disabled}::uuid[])`.execute(
    services.db,
  );
  return disabled.length;
}

/** Users who were imported of this directory and are not in it any more. */
interface Leavers {
  readonly left: number;
  readonly disabled: number;
}

/**
 * Disables whom the directory no longer has. None of them where more than half would go: then it is the search that
 * changed, not the people.
 */
async function disableLeavers(services: ImportServices, { issuer, refresh }: ImportTarget): Promise<Leavers> {
  const { rows } = await sql<{ all: number; left: number }>`
    select count(*)::int as all, count(*) filter (where refresh < ${refresh})::int as left
    from ldap_imports where issuer = ${issuer} and date_left is null
  `.execute(services.db);
  const { all, left } = rows[0] ?? { all: 0, left: 0 };
  if (left === 0 || left * 2 > all) return { left, disabled: 0 };
  const gone = sql<boolean>`id in (
    select user_id from ldap_imports where issuer = ${issuer} and refresh < ${refresh} and date_left is null)`;
  return { left, disabled: await disableForDirectory(services, gone) };
}

/** Imports everybody of the directory, as the settings say. Contract: docs/contract/settings.md, "LDAP". */
export const importTask = defineTask({
  name: "settings.tasks.ldap.import_ldap_user",
  label: text.importTask,
  repeatable: true,
  timeoutSeconds: 4 * 3_600,
  async run(run): Promise<JsonObject> {
    const { services, log } = run;
    const say = (message: Message): string => translate(message, run.language);
    if (!(await services.settings.get<boolean>("AUTH_LDAP"))) {
      log.line(say(text.taskOff), "quiet");
      return { skipped: true };
    }
    const refresh = await readAll(run, say);
    const target = await savedTarget(services, refresh);
    const result = await importPeople(services, target, null, run.signal);
    await followState(services, result, refresh);
    const leavers = (await services.settings.get<boolean>("AUTH_LDAP_SYNC_DISABLE_LEFT"))
      ? await disableLeavers(services, target)
      : null;
    const { created, changed, unchanged, failed } = result;
    log.line(say(withParameters(text.taskDone, { created, changed, unchanged })), "good");
    for (const { username, reason } of result.failures) log.line(`${username}: ${say(reason)}`, "bad");
    if (leavers !== null && leavers.left > 0) {
      const told = leavers.disabled > 0 ? text.taskLeft : text.taskTooMany;
      log.line(say(withParameters(told, { users: leavers.disabled || leavers.left })), "strong");
    }
    return { created, changed, unchanged, failed, disabled: leavers?.disabled ?? 0 };
  },
});

async function readAll({ services, log }: TaskRun, say: (message: Message) => string): Promise<number> {
  const refresh = await beginRefresh(services.db);
  if (refresh === null) throw new TaskFailure("ldap_busy", say(text.reading));
  try {
    const people = await readPeople(services, refresh);
    log.line(say(withParameters(text.taskRead, { people })));
    return refresh;
  } catch (error) {
    if (!(error instanceof LdapFailure)) throw error;
    throw new TaskFailure(`ldap_${error.problem}`, say(failureMessage(error)));
  }
}
