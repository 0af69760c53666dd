import { api } from "../../../kit/api/client.ts";
import { JOBS, type TaskDetail } from "./resources.ts";

/** What a command runs on. */
export interface Targets {
  readonly assets: readonly string[];
  readonly nodes: readonly string[];
}

/** A command as somebody has entered it. */
export interface QuickCommand {
  readonly module: string;
  readonly args: string;
  readonly runas: string;
  readonly runas_policy: string;
  readonly timeout: number;
  readonly chdir: string;
}

/** What the page begins with. */
export const FIRST_COMMAND: QuickCommand = {
  module: "shell",
  args: "",
  runas: "",
  runas_policy: "skip",
  timeout: -1,
  chdir: "",
};

/** Runs a command once; answers the id of its task. */
export async function runCommand(command: QuickCommand, targets: Targets): Promise<string> {
  const { task_id } = await api<{ task_id: string }>(JOBS.url, {
    method: "POST",
    body: { ...command, ...targets, instant: true, is_periodic: false },
  });
  return task_id;
}

/** The run of a task. */
export const runOfTask = (task: string) =>
  api<TaskDetail>(`/api/v1/ops/job-execution/task-detail/${encodeURIComponent(task)}/`);

/** User names of accounts on what is ticked. */
export const usernameHints = (targets: Targets, query: string, signal: AbortSignal) =>
  api<readonly { readonly username: string; readonly total: number }[]>("/api/v1/ops/username-hints/", {
    method: "POST",
    body: { ...targets, query },
    signal,
  });
