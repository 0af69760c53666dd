import { type Message, translate, withParameters } from "../../../../../engine/i18n/index.ts";
import type { PermittedAccount } from "../../../../permissions/index.ts";
import { playbookRunText as text } from "../../playbook-texts.ts";
import { HostOutput } from "../host-output.ts";
import { beginHost, endHost, KeptOutput, noteSession } from "../host-rows.ts";
import { type RunContext, type RunnableHost, sayEnd, sinkOf } from "../run-host.ts";
import type { HostState } from "../summary.ts";
import { HostLink, hostLine } from "./host-link.ts";
import type { PlaybookOutcome, RunReport } from "./host-results.ts";

/** A host as a run of a playbook begins with it. */
interface PlaybookHostOptions {
  readonly host: RunnableHost;
  /** As Ansible calls it. */
  readonly name: string;
  readonly account: PermittedAccount;
  /** What rules about commands decide about. */
  readonly command: string;
}

/** The part of one host in a run of a playbook: its session, its output and how it ended. */
export class PlaybookHost {
  readonly #context: RunContext;
  readonly #options: PlaybookHostOptions;
  readonly #kept: KeptOutput;
  readonly #output: HostOutput;
  #link: HostLink | null = null;
  #noted: Promise<void> = Promise.resolve();
  #failedTask = "";

  constructor(context: RunContext, options: PlaybookHostOptions) {
    this.#context = context;
    this.#options = options;
    this.#kept = new KeptOutput(context.run.services.db, this.#key);
    this.#output = new HostOutput(sinkOf(context, options.host, this.#kept), context.limits.kept);
  }

  get assetId(): string {
    return this.#options.host.assetId;
  }

  get #key() {
    return { executionId: this.#context.executionId, assetId: this.assetId };
  }

  /** What tasks know of it. */
  get variables(): Readonly<Record<string, unknown>> {
    const { host, account, name } = this.#options;
    const { id, type, category, name: asset, address, port } = host.asset;
    return {
      ansible_host: name,
      jms_asset: { id, type, category, name: asset, address, port },
      jms_account: { username: account.username },
    };
  }

  /** Its session, which is opened now unless it is open. */
  link(): HostLink {
    this.#link ??= this.#open();
    return this.#link;
  }

  #open(): HostLink {
    const { run, runner, common, remoteAddress, signal } = this.#context;
    const { host, account, command } = this.#options;
    const { id, name, username } = common.owner;
    const { db } = run.services;
    this.#note(beginHost(db, this.#key, account.username));
    return new HostLink(
      runner,
      {
        person: { id, name, username },
        ...{ remoteAddress, language: run.language, assetId: host.assetId, account: account.alias },
        ...{ protocol: "ssh", command, line: hostLine },
      },
      { signal, began: (sessionId) => this.#note(noteSession(db, this.#key, sessionId)) },
    );
  }

  #note(work: Promise<void>): void {
    this.#noted = Promise.all([this.#noted, work]).then(() => undefined);
    this.#noted.catch(() => undefined);
  }

  /** What a task did here. */
  hear({ state, task, text: said }: Extract<RunReport, { kind: "host" }>): void {
    if (state === "failed" || state === "unreachable") this.#failedTask = task;
    this.#output.take(Buffer.from(`[${state}] ${task}\n${said === "" ? "" : `${said}\n`}`), false);
  }

  /** Nothing more is done here. */
  async close(): Promise<void> {
    this.#link?.end();
    await this.#link?.outcome;
  }

  /** Keeps how its part ended. */
  async finish(outcome: PlaybookOutcome): Promise<void> {
    this.#output.end();
    await this.#kept.flush();
    await this.#noted;
    const { run } = this.#context;
    const { state, reason } = await this.#endOf(outcome);
    const told = reason === null ? "" : translate(reason, run.language);
    sayEnd(this.#context, this.#options.host, state, told);
    await endHost(run.services.db, this.#key, {
      ...{ state, reason: told, exitCode: null },
      ...{ outputSize: this.#output.size, isCut: this.#output.isCut },
    });
  }

  async #endOf({
    hasStats,
    counts,
    failure,
  }: PlaybookOutcome): Promise<{ readonly state: HostState; readonly reason: Message | null }> {
    const { signal, stopReason } = this.#context;
    const { name } = this.#options;
    if (signal.aborted) return { state: "stopped", reason: stopReason() };
    const session = await this.#link?.outcome;
    if (session?.state === "refused" || session?.state === "unreachable") {
      return { state: session.state, reason: session.message };
    }
    if (session?.state === "ended") return { state: "stopped", reason: session.message };
    if (!hasStats) return { state: "failed", reason: failure };
    const own = Object.hasOwn(counts, name) ? counts[name] : undefined;
    if (own === undefined) return { state: "excluded", reason: text.noPlay };
    if (own.failures > 0)
      return { state: "failed", reason: withParameters(text.taskFailed, { task: this.#failedTask }) };
    if (own.unreachable > 0) {
      return { state: "unreachable", reason: withParameters(text.taskFailed, { task: this.#failedTask }) };
    }
    // Without python3 the program of the host ends at once, and Ansible says that it was not reached.
    if (session?.state === "ran" && session.code === 127) return { state: "failed", reason: text.noPython };
    return { state: "ok", reason: null };
  }
}
