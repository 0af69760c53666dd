import { api } from "../../../kit/api/client.ts";
import type { RelatedSource } from "../../../kit/field-kinds/field-kind.ts";
import { valueText } from "../../../kit/metadata/value-text.ts";
import type { ResourceDescriptor } from "../../../kit/resource.ts";
import type { CodeMode } from "../../../kit/widgets/code-modes.ts";

const OPS = "/workbench/ops";

/** Command templates (docs/contract/job-centre.md, "Templates"). */
export const ADHOCS: ResourceDescriptor = {
  url: "/api/v1/ops/adhocs/",
  permission: { app: "ops", model: "adhoc" },
  routes: {
    list: `${OPS}/templates`,
    create: `${OPS}/adhoc/create`,
    update: (id) => `${OPS}/adhoc/${id}/update`,
    detail: (id) => `${OPS}/adhoc/${id}`,
  },
};

/** Playbooks (docs/contract/job-centre.md, "Playbooks"). */
export const PLAYBOOKS: ResourceDescriptor = {
  url: "/api/v1/ops/playbooks/",
  permission: { app: "ops", model: "playbook" },
  routes: {
    list: `${OPS}/templates`,
    create: `${OPS}/playbook/create`,
    update: (id) => `${OPS}/playbook/${id}/update`,
    detail: (id) => `${OPS}/playbook/${id}`,
  },
};

/** The person's playbooks, as options. */
export const MY_PLAYBOOKS: RelatedSource = { url: PLAYBOOKS.url };

/** Jobs (docs/contract/job-centre.md, "Jobs"). */
export const JOBS: ResourceDescriptor = {
  url: "/api/v1/ops/jobs/",
  permission: { app: "ops", model: "job" },
  routes: {
    list: `${OPS}/job`,
    create: `${OPS}/job/create`,
    update: (id) => `${OPS}/job/${id}/update`,
    detail: (id) => `${OPS}/job/${id}`,
  },
};

/** Runs of jobs (docs/contract/job-centre.md, "Executions"). */
export const JOB_EXECUTIONS: ResourceDescriptor = {
  url: "/api/v1/ops/job-executions/",
  permission: { app: "ops", model: "jobexecution" },
  routes: { list: `${OPS}/executions`, detail: (id) => `${OPS}/executions/${id}` },
};

/** Assets the person may use, as options. */
export const MY_ASSETS: RelatedSource = {
  url: "/api/v1/perms/users/self/assets/",
  label: (row) => `${valueText(row.name)}(${valueText(row.address)})`,
};

/** The languages of commands, and how the editor colours them. */
export const MODES: Readonly<Record<string, CodeMode>> = {
  shell: "shell",
  win_shell: "powershell",
  python: "python",
  mysql: "mysql",
  postgresql: "postgresql",
  sqlserver: "sqlserver",
};

/** Whether a language runs in a database, which has no directories. */
export const isSql = (module: string): boolean => ["mysql", "postgresql", "sqlserver"].includes(module);

/** What became of a host of a run. */
export type HostState =
  | "waiting"
  | "running"
  | "ok"
  | "failed"
  | "unreachable"
  | "refused"
  | "excluded"
  | "stopped";

/** A host of a run. */
export interface RunHost {
  readonly asset: string;
  readonly name: string;
  readonly account: string;
  readonly state: HostState;
  readonly exit_code: number | null;
  readonly reason: string;
  readonly session: string | null;
  readonly output_size: number;
  readonly is_cut: boolean;
  readonly time_cost: number;
}

/** A run with its hosts. */
export interface RunHosts {
  readonly status: "running" | "success" | "failed" | "timeout";
  readonly retry_of: string | null;
  readonly command: {
    readonly module: string;
    readonly args: string;
    readonly runas: string;
    readonly runas_policy: string;
    readonly timeout: number;
    readonly chdir: string;
    /** What ran instead of a command. */
    readonly playbook?: { readonly id: string; readonly name: string } | null;
  };
  readonly hosts: readonly RunHost[];
}

/** How a run stands, by the id of its task. */
export interface TaskDetail {
  readonly status: RunHosts["status"];
  readonly is_finished: boolean;
  readonly time_cost: number;
  readonly execution_id: string;
}

/** What became of a host in one of two runs. */
export type HostOutcome = Pick<RunHost, "state" | "exit_code" | "reason">;

/** A host of two runs; null: one of them did not have it. */
export interface ComparedHost {
  readonly asset: string;
  readonly name: string;
  readonly before: HostOutcome | null;
  readonly after: HostOutcome | null;
  readonly is_same_output: boolean;
}

/** How a run differs from one before it; without one there are no hosts. */
export interface RunDifference {
  readonly before: { readonly id: string; readonly status: RunHosts["status"] } | null;
  readonly hosts: readonly ComparedHost[];
}

const RUNS = "/api/v1/sallyport/job-executions/";

const runUrl = (id: string, rest: string): string => `${RUNS}${encodeURIComponent(id)}/${rest}`;

/** Address of the hosts of a run. */
export const hostsUrl = (id: string): string => runUrl(id, "hosts/");

/** Address of how a run differs from another one; null: from the one before it. */
export const differenceUrl = (id: string, other: string | null): string =>
  runUrl(id, other === null ? "difference/" : `difference/?with=${encodeURIComponent(other)}`);

/** Has a job run with these parameters; answers the run. */
export const runJob = (job: string, parameters: Readonly<Record<string, string>> = {}) =>
  api<{ id: string; task_id: string }>(JOB_EXECUTIONS.url, {
    method: "POST",
    body: { job, parameters: JSON.stringify(parameters) },
  });

/** Runs the hosts again that did not succeed; answers the new run. */
export const retryRun = (id: string) =>
  api<{ id: string; task_id: string }>(runUrl(id, "retry/"), { method: "POST", body: {} });

/** Asks for a run to stop. */
export const stopRun = (id: string) => api(runUrl(id, "stop/"), { method: "POST", body: {} });

/** What a host said from a position on. */
export const readOutput = (id: string, asset: string, offset: number, signal?: AbortSignal) =>
  api<{ text: string; next: number; end: boolean }>(
    runUrl(id, `hosts/${encodeURIComponent(asset)}/output/`),
    { query: { offset }, ...(signal === undefined ? {} : { signal }) },
  );

/** Everything a host has said so far. */
export async function wholeOutput(id: string, asset: string): Promise<string> {
  const parts: string[] = [];
  for (let offset = 0; ; ) {
    const { text, next } = await readOutput(id, asset, offset);
    if (text === "") return parts.join("");
    parts.push(text);
    offset = next;
  }
}
