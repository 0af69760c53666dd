import type { JsonObject } from "../../../engine/json.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import { defineTask, type TaskDeclaration, TaskFailure, type TaskRun } from "../../../engine/tasks/index.ts";
import type { JobOutcome, JobSpec } from "../../../transport/runner-control/index.ts";
import { signInByCertificate } from "../../accounts/index.ts";
import {
  accountsById,
  type CandidateAccount,
  loadCandidates,
  runSteps,
  Skipped,
  type Step,
  sayIn,
} from "../../automation/index.ts";
import { authorityKey } from "../../ssh-authority/index.ts";
import { setUpCertificateTaskName } from "../executions/task-names.ts";
import type { Runners } from "../rotation/cell.ts";
import { unfitForCertificate } from "./fitness.ts";
import { text } from "./texts.ts";
import { refusalIn, trustIn } from "./trust-in.ts";

/** Which accounts, and whether the product forgets their secrets then. */
export interface SetUpChoice extends JsonObject {
  readonly accounts: readonly string[];
  readonly remove_secret: boolean;
  /** From where it was asked for; "" where that is not known. */
  readonly remote_address: string;
}

/** Seconds one account may take: signing in three times, and once more to put things back. */
const setUpSeconds = 120;

interface SetUpStep extends Step {
  readonly subject: CandidateAccount;
}

function readChoice({
  accounts,
  remove_secret: removesSecret = false,
  remote_address: address = "",
}: JsonObject): SetUpChoice | null {
  const isIds = Array.isArray(accounts) && accounts.every((id) => typeof id === "string" && isUuid(id));
  return isIds && accounts.length > 0 && typeof removesSecret === "boolean" && typeof address === "string"
    ? { accounts: accounts as readonly string[], remove_secret: removesSecret, remote_address: address }
    : null;
}

/**
 * Has targets trust the authority for accounts, proves that each signs in by certificate, and only then has it do so.
 * Contract: docs/contract/account-automations.md, "Certificates".
 */
export const setUpCertificateTask = (runners: Runners): TaskDeclaration<SetUpChoice> =>
  defineTask<SetUpChoice>({
    name: setUpCertificateTaskName,
    label: text.task,
    queue: "ansible",
    repeatable: false,
    readKwargs: readChoice,
    run: (run, choice) => setUp(run, runners, choice),
  });

async function setUp(run: TaskRun, runners: Runners, choice: SetUpChoice): Promise<JsonObject> {
  // The key of the authority each account is proved with, by its id.
  const proving = new Map<string, string>();
  const { success, failed, skipped, firstProblem } = await runSteps<SetUpStep>(run, {
    ...runners,
    method: "trust_authority",
    label: text.task,
    timeoutSeconds: setUpSeconds,
    bySwitch: false,
    protocols: ["ssh"],
    steps: stepsOf(run, choice),
    prepare: (step, spec) => prepare(run, step, spec, proving),
    settle: (step, outcome) => settle(run, step, outcome, choice, proving.get(step.subject.id) ?? ""),
  });
  const counts = {
    success,
    failed,
    skipped,
    ...(firstProblem === null ? {} : { first_problem: firstProblem }),
  };
  if (success === 0) throw new TaskFailure("nothing_succeeded", sayIn(run)(text.nothingSucceeded), counts);
  return counts;
}

async function* stepsOf(
  { services: { db }, organizationId }: TaskRun,
  { accounts: ids }: SetUpChoice,
): AsyncGenerator<readonly SetUpStep[]> {
  const accounts = [...(await accountsById(db, ids)).values()];
  const assets = await loadCandidates(
    db,
    accounts.map(({ asset_id: id }) => id),
    "verify_account",
    organizationId,
  );
  for (const account of accounts) {
    const asset = assets.find(({ id }) => id === account.asset_id);
    if (asset === undefined) continue;
    // The account itself writes what it is to trust: nobody else's rights are needed.
    yield [{ asset, account, suFrom: null, subject: account, unfit: unfitForCertificate(asset, account) }];
  }
}

async function prepare(
  { services, id: task }: TaskRun,
  { subject }: SetUpStep,
  spec: JobSpec,
  proving: Map<string, string>,
): Promise<JobSpec> {
  if (spec.target.protocol !== "ssh") throw new Skipped(text.otherProtocol);
  if (spec.account === null) throw new Error("a job without an account");
  const key = await authorityKey(services);
  proving.set(subject.id, key.fingerprint);
  return { ...spec, trust: await trustIn(services, key, { account: spec.account, task }) };
}

async function settle(
  run: TaskRun,
  { subject }: SetUpStep,
  outcome: JobOutcome,
  { remove_secret: removesSecret, remote_address: remoteAddress }: SetUpChoice,
  authority: string,
): Promise<JobOutcome> {
  if (!outcome.ok) return outcome;
  const say = sayIn(run);
  const refused = refusalIn(run, outcome);
  if (refused !== null) return refused;
  const isSwitched = await run.services.db.transaction().execute((db) =>
    signInByCertificate(run.services, db, {
      accountId: subject.id,
      authority,
      removesSecret,
      userId: run.userId,
      remoteAddress,
    }),
  );
  return isSwitched ? outcome : { ok: false, error: { code: "account_gone", text: say(text.gone) } };
}
