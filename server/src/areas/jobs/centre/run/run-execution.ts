import { type Kysely, sql } from "kysely";
import type { Database } from "../../../../engine/database/index.ts";
import { readAccessVersion } from "../../../../engine/http/index.ts";
import { type Message, translate, withParameters } from "../../../../engine/i18n/index.ts";
import type { JsonObject } from "../../../../engine/json.ts";
import { mapConcurrent } from "../../../../engine/map-concurrent.ts";
import { TaskFailure, type TaskRun } from "../../../../engine/tasks/index.ts";
import type { UnattendedRunner } from "../../../../transport/connections/index.ts";
import { playbookRunText } from "../playbook-texts.ts";
import { isStatement, type JobSnapshot } from "../stored-job.ts";
import { runText } from "../texts.ts";
import { blockedCommand } from "./command-line.ts";
import { endedHosts, keepHosts } from "./host-rows.ts";
import { createHostTurns } from "./host-turns.ts";
import { type Owner, planHosts } from "./plan-hosts.ts";
import { runPlaybook } from "./playbook/run-playbook.ts";
import { type RunContext, type RunnableHost, runHost } from "./run-host.ts";
import { type EndedHost, type RunSummary, summarize } from "./summary.ts";

/** Of all executions of this process. */
const turns = createHostTurns();

/** Hosts of one execution at work at once. */
const forks = 20;
/** Of databases: each is reached in a process of its own. */
const statementForks = 4;
/** Characters kept of one host, of all hosts of an execution together, and of one host at least. */
const keptOfHost = 1_048_576;
const keptOfAll = 67_108_864;
const keptAtLeast = 16_384;
/** Characters of the log that hosts share. */
const loggedOfAll = 3_500_000;

/** An execution that is to be worked on. */
interface OpenExecution {
  readonly id: string;
  readonly org_id: string;
  readonly creator_id: string;
  readonly job_id: string | null;
  readonly job_name: string;
  readonly material: string;
  readonly snapshot: JobSnapshot;
  readonly parameters: { readonly [name: string]: string };
  readonly remote_addr: string;
}

/**
 * Runs an execution: each host by the rights its owner has now, as a session of its own. Answers the summary.
 * @throws TaskFailure where it did not succeed; the summary tells of each host
 */
export async function runExecution(
  run: TaskRun,
  executionId: string,
  runner: UnattendedRunner,
): Promise<JsonObject> {
  const { db } = run.services;
  const execution = await beginExecution(db, executionId, run.id);
  if (execution === null) throw new TaskFailure("execution_gone", translate(runText.jobGone, run.language));
  const limit = createLimit(run.signal, execution.snapshot.timeout);
  let error = "";
  try {
    await work(run, execution, { runner, limit });
  } catch (fault) {
    if (!(fault instanceof TaskFailure)) {
      await endExecution(db, executionId, { status: "failed", summary: await summaryOf(db, executionId) });
      throw fault;
    }
    error = fault.message;
    run.log.line(error, "bad");
  } finally {
    limit.end();
  }
  const hosts = await endedHosts(db, executionId);
  if (error === "" && limit.isOver()) error = translate(limit.reason(), run.language);
  const summary = summarize(hosts, error);
  const isSuccess = error === "" && !run.signal.aborted && hosts.every(({ state }) => state === "ok");
  const status = isSuccess ? "success" : limit.isOver() ? "timeout" : "failed";
  const counts = countsOf(hosts);
  await endExecution(db, executionId, { status, summary });
  run.log.line(
    translate(withParameters(runText.result, counts), run.language),
    isSuccess ? "good" : "strong",
  );
  const result = { success: counts.ok, failed: counts.failed + counts.dark, skipped: counts.excluded };
  if (!isSuccess && !run.signal.aborted) {
    throw new TaskFailure(status, translate(withParameters(runText.result, counts), run.language), result);
  }
  return result;
}

function countsOf(hosts: readonly EndedHost[]) {
  const count = (...states: readonly string[]) => hosts.filter(({ state }) => states.includes(state)).length;
  return {
    ok: count("ok"),
    failed: count("failed", "refused", "stopped", "waiting", "running"),
    dark: count("unreachable"),
    excluded: count("excluded"),
  };
}

/** The time an execution may take. */
interface TimeLimit {
  readonly signal: AbortSignal;
  isOver(): boolean;
  reason(): Message;
  end(): void;
}

function createLimit(stop: AbortSignal, seconds: number): TimeLimit {
  const controller = new AbortController();
  let isOver = false;
  const abort = () => controller.abort();
  stop.addEventListener("abort", abort, { once: true });
  if (stop.aborted) abort();
  const timer =
    seconds > 0
      ? setTimeout(() => {
          isOver = true;
          abort();
        }, seconds * 1_000)
      : undefined;
  return {
    signal: controller.signal,
    isOver: () => isOver,
    reason: () => (isOver ? withParameters(runText.timeout, { seconds }) : runText.stopped),
    end() {
      clearTimeout(timer);
      stop.removeEventListener("abort", abort);
    },
  };
}

async function work(
  run: TaskRun,
  execution: OpenExecution,
  { runner, limit }: { readonly runner: UnattendedRunner; readonly limit: TimeLimit },
): Promise<void> {
  const { services, language, log } = run;
  const { snapshot, parameters } = execution;
  const owner = await ownerOf(run, execution);
  const blacklist = await services.settings.get<readonly string[]>("SECURITY_COMMAND_BLACKLIST");
  const blocked = snapshot.playbook === undefined ? blockedCommand(snapshot, blacklist) : null;
  if (blocked !== null) throw failure(run, "blocked", withParameters(runText.blocked, { command: blocked }));
  const planned = await planHosts(services.db, owner, {
    organizationId: execution.org_id,
    assets: snapshot.assets,
    module: snapshot.playbook === undefined ? snapshot.module : "shell",
  });
  if (planned.length === 0) throw failure(run, "no_hosts", runText.noHosts);
  const told = planned.map(({ assetId, name, left }) => ({
    ...{ assetId, name },
    state: left?.state ?? ("waiting" as const),
    reason: left === null ? "" : translate(left.reason, language),
  }));
  await keepHosts(services.db, execution.id, told);
  for (const { name, state, reason } of told) {
    if (state !== "waiting") log.line(`${name} | ${reason}`, state === "refused" ? "bad" : "quiet");
  }
  const { material } = execution;
  log.line(translate(withParameters(runText.runs, { material, count: planned.length }), language), "strong");
  const context: RunContext = {
    ...{ run, runner, turns, signal: limit.signal },
    executionId: execution.id,
    remoteAddress: execution.remote_addr,
    common: {
      ...{ snapshot, parameters, owner },
      job: { id: execution.job_id ?? "", name: execution.job_name },
    },
    stopReason: () => limit.reason(),
    limits: {
      kept: Math.max(keptAtLeast, Math.min(keptOfHost, Math.floor(keptOfAll / planned.length))),
      logged: Math.floor(loggedOfAll / planned.length),
    },
    namesHosts: planned.length > 1,
  };
  const runnable = planned.flatMap(({ assetId, name, asset, left }): RunnableHost[] =>
    left === null && asset !== null ? [{ assetId, name, asset }] : [],
  );
  const { playbook } = snapshot;
  if (playbook === null) throw failure(run, "playbook_gone", playbookRunText.gone);
  if (playbook !== undefined) return runPlaybook(context, playbook, runnable);
  const parallel = isStatement(snapshot.module) ? statementForks : forks;
  await mapConcurrent(runnable, parallel, (host) => runHost(context, host));
}

const failure = ({ language }: TaskRun, code: string, message: Message): TaskFailure =>
  new TaskFailure(code, translate(message, language));

/** Whose rights it runs by, where they still have the right to run jobs at all. */
async function ownerOf(run: TaskRun, { creator_id, org_id }: OpenExecution): Promise<Owner> {
  const { services } = run;
  if (!(await services.settings.get<boolean>("SECURITY_COMMAND_EXECUTION"))) {
    throw failure(run, "turned_off", runText.off);
  }
  const version = await readAccessVersion(services);
  const principal = await services.principals.load(creator_id, version);
  if (principal === null || principal.mustAcceptTerms) throw failure(run, "owner_gone", runText.ownerGone);
  const organization = await services.organizations.resolve(org_id, version);
  const permissions = await services.permissions.permissions(principal, organization, version);
  if (organization.id !== org_id || !permissions.has("ops.add_jobexecution")) {
    throw failure(run, "owner_lost_rights", runText.ownerLost);
  }
  return principal;
}

/** Takes an execution that has not been begun; null: there is none. */
async function beginExecution(
  db: Kysely<Database>,
  id: string,
  taskId: string,
): Promise<OpenExecution | null> {
  const { rows } = await sql<OpenExecution>`
    update ops_job_executions set date_start = now()
    where id = ${id}::uuid and task_id = ${taskId}::uuid and date_start is null and date_finished is null
    returning id, org_id, creator_id, job_id, job_name, material, snapshot, parameters, remote_addr
  `.execute(db);
  return rows[0] ?? null;
}

/** How an execution ended. */
interface ExecutionEnd {
  readonly status: "success" | "failed" | "timeout";
  readonly summary: RunSummary;
}

async function endExecution(
  db: Kysely<Database>,
  id: string,
  { status, summary }: ExecutionEnd,
): Promise<void> {
  await sql`
    update ops_job_executions set status = ${status}, summary = ${JSON.stringify(summary)}::jsonb,
      date_finished = now()
    where id = ${id}::uuid and date_finished is null
  `.execute(db);
}

const summaryOf = async (db: Kysely<Database>, id: string): Promise<RunSummary> =>
  summarize(await endedHosts(db, id));
