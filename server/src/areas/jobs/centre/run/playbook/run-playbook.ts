import { createHash } from "node:crypto";
import { type Message, translate, withParameters } from "../../../../../engine/i18n/index.ts";
import { mapConcurrent } from "../../../../../engine/map-concurrent.ts";
import { TaskFailure } from "../../../../../engine/tasks/index.ts";
import { playbookRunText as text } from "../../playbook-texts.ts";
import { type PlaybookFile, readFiles } from "../../playbooks/playbook-files.ts";
import type { JobSnapshot } from "../../stored-job.ts";
import { endHost } from "../host-rows.ts";
import { hostAccount } from "../plan-hosts.ts";
import type { RunContext, RunnableHost } from "../run-host.ts";
import { findAnsible, problemText } from "./ansible.ts";
import { checkPlaybook } from "./check-playbook.ts";
import { type PlaybookOutcome, type RunReport, readRunReport } from "./host-results.ts";
import { openHostSocket } from "./host-socket.ts";
import { PlaybookHost } from "./playbook-host.ts";
import { makeRunFolder } from "./run-folder.ts";
import { runInSandbox, type SandboxEnd } from "./sandbox.ts";

/** Hosts whose accounts are looked up at once. */
const lookups = 10;
/** Lines that Ansible says besides its reports, as far as they go to the log. */
const mostLines = 400;

/** Lines that tell why it failed, and how the first one of them begins. */
const mostSaid = 6;
const isError = /^(?:ERROR!|\[ERROR\])/;

/** The playbook of a job. */
type Playbook = NonNullable<JobSnapshot["playbook"]>;

/**
 * Runs a playbook on hosts: Ansible in a sandbox, each host by a session of the owner's rights.
 * @throws TaskFailure where it cannot run at all
 */
export async function runPlaybook(
  context: RunContext,
  playbook: Playbook,
  runnable: readonly RunnableHost[],
): Promise<void> {
  const { run } = context;
  const fail = (code: string, message: Message): TaskFailure =>
    new TaskFailure(code, translate(message, run.language));
  const support = await findAnsible();
  if (!support.isAvailable) throw fail("no_ansible", problemText(support.problem, support.version));
  const files = await readFiles(run.services.db, playbook.id);
  const checked = checkPlaybook(files);
  if ("problem" in checked) throw fail("playbook_refused", checked.problem);
  run.log.line(
    translate(
      withParameters(text.begins, { version: support.version, digest: digestOf(files) }),
      run.language,
    ),
    "quiet",
  );
  const command = `${playbook.name}\n${checked.text}`;
  const hosts = await openHosts(context, runnable, command);
  if (hosts.size === 0) return;
  const ansible = new AnsibleRun(context, hosts);
  const endTurns = await context.turns.take(
    [...hosts.values()].map(({ assetId }) => assetId),
    context.signal,
  );
  const end = await ansible.run(files, [support.program, checked.entry]).finally(endTurns);
  const outcome = ansible.outcomeOf(end);
  await Promise.all([...hosts.values()].map((host) => host.finish(outcome)));
  if (context.signal.aborted || outcome.hasStats) return;
  throw fail("playbook_failed", outcome.failure);
}

/** What the files were, for whoever compares runs. */
function digestOf(files: readonly PlaybookFile[]): string {
  const hash = createHash("sha256");
  for (const { path, content } of files) {
    hash.update(`${path}\0${content === null ? "folder" : content.length}\0`).update(content ?? "");
  }
  return hash.digest("hex").slice(0, 16);
}

/** The hosts that have an account for the run, by the name Ansible calls them; the others are left out. */
async function openHosts(
  context: RunContext,
  runnable: readonly RunnableHost[],
  command: string,
): Promise<ReadonlyMap<string, PlaybookHost>> {
  const { run, common, executionId } = context;
  const hosts = new Map<string, PlaybookHost>();
  await mapConcurrent(runnable, lookups, async (host) => {
    const made = await hostAccount(run.services, host.asset, common);
    const isPosix = host.asset.category === "host" && host.asset.type !== "windows";
    if ("reason" in made || !isPosix) {
      const reason = translate("reason" in made ? made.reason : text.notPosix, run.language);
      run.log.line(`${host.name} | ${reason}`, "quiet");
      const left = { state: "excluded", reason, exitCode: null, outputSize: 0, isCut: false } as const;
      await endHost(run.services.db, { executionId, assetId: host.assetId }, left);
      return;
    }
    let name = host.name.replace(/[^\w.-]/g, "_");
    while (hosts.has(name)) name = `${name}_${host.assetId.slice(0, 8)}`;
    hosts.set(name, new PlaybookHost(context, { host, name, account: made.account, command }));
  });
  return hosts;
}

/** One run of Ansible. */
class AnsibleRun {
  readonly #context: RunContext;
  readonly #hosts: ReadonlyMap<string, PlaybookHost>;
  /** What it says of a failure: from the first error on, else the last lines. */
  readonly #said: string[] = [];
  #lines = 0;
  #stats: Extract<RunReport, { kind: "stats" }>["hosts"] | null = null;

  constructor(context: RunContext, hosts: ReadonlyMap<string, PlaybookHost>) {
    this.#context = context;
    this.#hosts = hosts;
  }

  async run(
    files: readonly PlaybookFile[],
    [program, entry]: readonly [string, string],
  ): Promise<SandboxEnd> {
    const { run, common, signal } = this.#context;
    const folder = await makeRunFolder({
      files,
      hosts: Object.fromEntries([...this.#hosts].map(([name, host]) => [name, host.variables])),
      variables: this.#variables(),
    });
    try {
      const socket = await openHostSocket({
        path: folder.socket,
        language: run.language,
        linkOf: (name) => this.#hosts.get(name)?.link() ?? null,
        reasonOf: async (link) => {
          const outcome = await link.outcome;
          return "message" in outcome ? outcome.message : text.hostEnded;
        },
      });
      try {
        return await runInSandbox({
          ...{ root: folder.root, work: folder.work, signal },
          program: [program, "--extra-vars", "@/play/variables.json", entry],
          environment: {
            PATH: "/usr/local/bin:/usr/bin:/bin",
            ...{ HOME: "/tmp", USER: "playbook", LOGNAME: "playbook", LANG: "C.UTF-8" },
            ANSIBLE_CONFIG: "/play/ansible.cfg",
            PYTHONDONTWRITEBYTECODE: "1",
            JMS_JOB_ID: common.job.id,
          },
          reported: (line) => this.#hear(readRunReport(line)),
          said: (line) => this.#say(line),
        });
      } finally {
        socket.close();
      }
    } finally {
      await Promise.all([...this.#hosts.values()].map((host) => host.close()));
      await folder.remove();
    }
  }

  /** How it went for those who have to tell each host's part. */
  outcomeOf({ code, limit }: SandboxEnd): PlaybookOutcome {
    const stats = this.#stats;
    const failure =
      limit === "memory"
        ? text.tooMuchMemory
        : limit === "output"
          ? text.tooMuchOutput
          : withParameters(text.ansibleFailed, {
              code: String(code ?? "-"),
              message: this.#said.join(" ").slice(0, 2_000),
            });
    return { hasStats: stats !== null && limit === null, counts: stats ?? {}, failure };
  }

  #variables(): Record<string, unknown> {
    const { snapshot, parameters, owner, job } = this.#context.common;
    const given = Object.entries({ ...snapshot.defaults, ...parameters });
    return {
      // How hosts are reached is not a parameter.
      ...Object.fromEntries(given.filter(([name]) => !name.startsWith("ansible_"))),
      jms_username: owner.username,
      jms_job_id: job.id,
      jms_job_name: job.name,
    };
  }

  #hear(report: RunReport | null): void {
    if (report === null) return;
    const { log } = this.#context.run;
    if (report.kind === "play") log.line(`PLAY ${report.name}`, "strong");
    else if (report.kind === "task") log.line(`TASK ${report.name}`, "strong");
    else if (report.kind === "host") this.#hosts.get(report.host)?.hear(report);
    else if (report.kind === "stats") this.#stats = report.hosts;
  }

  #say(line: string): void {
    if (line.trim() === "") return;
    this.#said.push(line.trim().slice(0, 500));
    if (this.#said.length > mostSaid) this.#said.splice(isError.test(this.#said[0] ?? "") ? mostSaid : 0, 1);
    if (++this.#lines <= mostLines) this.#context.run.log.line(line.slice(0, 4_000), "quiet");
  }
}
