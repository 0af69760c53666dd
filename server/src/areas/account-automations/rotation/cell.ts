import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { sql } from "kysely";
import { withParameters } from "../../../engine/i18n/index.ts";
import type { TaskRun } from "../../../engine/tasks/index.ts";
import type {
  ChangeResult,
  JobOutcome,
  JobSpec,
  RunnerAccount,
  RunnerChange,
  runJobSpecs,
} from "../../../transport/runner-control/index.ts";
import { accountsTable } from "../../accounts/index.ts";
import { commandsOf, MethodProblem } from "../../assets/index.ts";
import { type CandidateAccount, openAccount, Skipped } from "../../automation/index.ts";
import { knownKeys } from "../../ssh-authority/index.ts";
import type { RotationStep } from "./plan.ts";
import { text } from "./texts.ts";

/** Points of a change at which tests let a worker die. */
export type RotationPoint = "begin" | "begun" | "answered" | "committing" | "concluded";

/** What carries jobs out. */
export interface Runners {
  /** The program of runners. */
  readonly program: string;
  /** In the place of runners, for tests. */
  readonly runJobs?: typeof runJobSpecs;
}

/** Where and how changes are carried out. */
export interface Cell extends Runners {
  /** Called at each point, for tests. */
  at?(point: RotationPoint, accountId: string): Promise<void>;
}

/** Protocols over which secrets are changed. */
export const changeableProtocols: readonly string[] = [
  "ssh",
  "winrm",
  "mysql",
  "mariadb",
  "postgresql",
  "redis",
  "mongodb",
  "sqlserver",
  "oracle",
];

/** Seconds a change may take: signing in, setting, signing in afresh, once or twice. */
export const changeSeconds = 120;

/** Ends the line of each key this installation puts on targets; the same as long as the server keeps its name. */
export const keyComment = (): string => `sallyport@${hostname()}`;

/** What is changed, for `changeSpec`. Holds a secret. */
export interface ChangeOrder extends Pick<RunnerChange, "keyStrategy" | "mode" | "create"> {
  readonly secret: string;
  /** Open. */
  readonly former: Omit<RunnerAccount, "switchFrom">;
}

/** A job as one that changes a secret. */
export async function changeSpec(
  services: TaskRun["services"],
  spec: JobSpec,
  { asset, subject }: RotationStep,
  order: ChangeOrder,
  proofFrom: CandidateAccount | null,
): Promise<JobSpec> {
  const { secret, former, keyStrategy, mode, create } = order;
  // By `su` an account proves its own password; by sudo it would prove that of another.
  const isBySu =
    proofFrom !== null && asset.su_enabled && asset.su_method === "su" && former.secretType === "password";
  const switchFrom = isBySu ? { method: "su", account: await openAccount(services, proofFrom) } : null;
  const account = { ...former, switchFrom };
  return {
    ...elevated(byDeclaration(services, spec), asset.su_enabled),
    change: {
      account,
      secret,
      keyStrategy,
      keyComment: keyComment(),
      keptAuthorities: await authoritiesOf(services, subject),
      create,
      mode,
    },
  };
}

/** What a job of a declared method does: its commands, in a shell as that of a device. @throws Skipped */
function byDeclaration({ extensions }: Pick<TaskRun["services"], "extensions">, spec: JobSpec): JobSpec {
  const method = extensions.of("automationMethods").find(({ id }) => id === spec.mechanism);
  if (method === undefined) return spec;
  try {
    return {
      ...spec,
      mechanism: "change_secret_by_ssh",
      params: { commands: commandsOf(method, spec.params) },
    };
  } catch (error) {
    if (!(error instanceof MethodProblem)) throw error;
    throw new Skipped(withParameters(text.parameterInvalid, { problem: error.message }));
  }
}

/** The keys of the authority that another account of the same user name may sign in by; none: there is no such account. */
async function authoritiesOf(
  services: TaskRun["services"],
  { asset_id: assetId, username }: CandidateAccount,
): Promise<readonly string[]> {
  const { rows } = await sql`
    select 1 from ${accountsTable} c where asset_id = ${assetId}::uuid and username = ${username} and by_certificate
    limit 1
  `.execute(services.db);
  if (rows.length === 0) return [];
  const keys = await knownKeys(services.db);
  return keys
    .filter(({ purpose, dateRetired }) => purpose === "accounts" && dateRetired === null)
    .map(({ blob }) => blob);
}

/** Who changes accounts of a machine and is no administrator of it becomes one by sudo. */
function elevated(spec: JobSpec, isEnabled: boolean): JobSpec {
  const { account, target } = spec;
  const isPosix = target.category === "host" && target.type !== "windows" && target.protocol === "ssh";
  if (!isPosix || !isEnabled || account === null || account.switchFrom !== null) return spec;
  if (account.username === "root") return spec;
  const { switchFrom: _none, ...from } = account;
  const root: RunnerAccount = {
    id: randomUUID(),
    name: "root",
    username: "root",
    secretType: "password",
    secret: null,
    privileged: true,
    switchFrom: { method: "sudo", account: from },
  };
  return { ...spec, account: root };
}

/** What a job has shown: the secret that holds, and whether something of the change may come later. */
export interface Finding extends Pick<ChangeResult, "holds" | "sent" | "problem"> {}

/** Failures that leave open how far a change came. */
const unclear = new Set(["fault", "runner_died", "timeout", "stopped"]);

/**
 * Reads how a job ended. A runner that answers nonsense has shown nothing.
 *
 * @param isRepeated whether the change may have been sent before; else a job that fails did not touch the target
 */
export function readFinding(outcome: JobOutcome, isRepeated: boolean): Finding {
  if (!outcome.ok) {
    const { code, text } = outcome.error;
    return isRepeated || unclear.has(code)
      ? { holds: "unknown", sent: "unclear", problem: text }
      : { holds: "former", sent: "nothing", problem: text };
  }
  const { holds, sent, problem } = outcome.result as Partial<ChangeResult>;
  const isKnown = holds === "new" || holds === "former" || holds === "neither";
  const isSure = sent === "done" || sent === "refused" || sent === "nothing";
  return {
    holds: isKnown ? holds : "unknown",
    sent: isSure ? sent : "unclear",
    problem: typeof problem === "string" ? problem.slice(0, 2_000) : "",
  };
}
