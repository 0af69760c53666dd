import { sql } from "kysely";
import type { CallerContext } from "../../../engine/access/index.ts";
import { translate } from "../../../engine/i18n/index.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { isObject } from "../../../engine/json.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import {
  defineTask,
  publishFor,
  type TaskDeclaration,
  TaskFailure,
  type TaskRun,
} from "../../../engine/tasks/index.ts";
import { accountsTable, type PushRequest } from "../../accounts/index.ts";
import { pushTaskName } from "../executions/task-names.ts";
import { rulesOf } from "../plans/secret-fields.ts";
import { type RotationSummary, rotateSecrets } from "../rotation/index.ts";
import { text } from "../texts.ts";

/** Which accounts, and parameters by the id of a method. */
export type PushChoice = { readonly accounts: readonly string[]; readonly params: JsonObject };

function readChoice({ accounts, params = {} }: JsonObject): PushChoice | null {
  const isIds = Array.isArray(accounts) && accounts.every((id) => typeof id === "string" && isUuid(id));
  return isIds && accounts.length > 0 && isObject(params)
    ? { accounts: accounts as readonly string[], params: params as JsonObject }
    : null;
}

/**
 * Makes accounts on their assets with the secrets that are kept of them.
 * Contract: docs/contract/account-automations.md, "Pushing".
 */
export const pushTask = (program: string): TaskDeclaration<PushChoice> =>
  defineTask<PushChoice>({
    name: pushTaskName,
    label: text.pushTask,
    queue: "ansible",
    repeatable: false,
    readKwargs: readChoice,
    run: (run, choice) => push(run, program, choice),
  });

async function push(run: TaskRun, program: string, { accounts, params }: PushChoice): Promise<JsonObject> {
  const { rows } = await sql<{ org_id: string; secret_type: "password" | "ssh_key"; ids: string[] }>`
    select org_id, secret_type, array_agg(id::text order by asset_id, id) as ids from ${accountsTable} c
    where id = any(${[...accounts]}::uuid[]) and secret_type in ('password', 'ssh_key')
      and (${run.organizationId}::uuid is null or org_id = ${run.organizationId}::uuid)
    group by org_id, secret_type order by org_id, secret_type
  `.execute(run.services.db);
  if (rows.length === 0) throw new TaskFailure("no_accounts", translate(text.noneChosen, run.language));
  let total: RotationSummary = { success: 0, failed: 0, skipped: 0, postponed: 0 };
  let failure: TaskFailure | null = null;
  for (const { org_id: organizationId, secret_type: secretType, ids } of rows) {
    try {
      const summary = await rotateSecrets(run, program, {
        kind: "push_account",
        executionId: run.id,
        organizationId,
        accounts: ids,
        secretType,
        secretStrategy: "stored",
        secret: null,
        passwordRules: rulesOf(null),
        sshKeyStrategy: "add",
        params,
      });
      total = add(total, summary);
    } catch (error) {
      // That none of one kind went does not keep the others from it.
      if (!(error instanceof TaskFailure)) throw error;
      failure = error;
    }
  }
  if (failure !== null && total.success === 0) throw failure;
  return { ...total };
}

const add = (one: RotationSummary, other: RotationSummary): RotationSummary => ({
  success: one.success + other.success,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
  postponed: one.postponed + other.postponed,
});

/** Queues a push for each organization the accounts are of; answers the id of the first task. */
export const pushAccounts =
  (task: TaskDeclaration<PushChoice>) =>
  async (context: CallerContext, { accounts, params }: PushRequest): Promise<string> => {
    const { rows } = await sql<{ org_id: string; ids: string[] }>`
      select org_id, array_agg(id::text order by id) as ids from ${accountsTable} c
      where id = any(${[...accounts]}::uuid[]) group by org_id order by org_id
    `.execute(context.db);
    const tasks: string[] = [];
    for (const { org_id: organizationId, ids } of rows) {
      tasks.push(await publishFor(context, task, { accounts: ids, params }, organizationId));
    }
    return tasks[0] ?? "";
  };
