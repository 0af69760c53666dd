import { type Message, translate, withParameters } from "../../../../engine/i18n/index.ts";
import type { TaskRun } from "../../../../engine/tasks/index.ts";
import type { UnattendedOutcome, UnattendedRunner } from "../../../../transport/connections/index.ts";
import { runText } from "../texts.ts";
import { HostOutput } from "./host-output.ts";
import { beginHost, endHost, KeptOutput, noteSession } from "./host-rows.ts";
import type { HostTurns } from "./host-turns.ts";
import { type CommonCommand, type HostAsset, hostCommand } from "./plan-hosts.ts";
import type { HostState } from "./summary.ts";

/** What the hosts of one execution share. */
export interface RunContext {
  readonly run: TaskRun;
  readonly runner: UnattendedRunner;
  readonly executionId: string;
  readonly remoteAddress: string;
  readonly common: CommonCommand;
  /** Who may work on which host now, over all executions. */
  readonly turns: HostTurns;
  /** Aborted when it is stopped, or took too long. */
  readonly signal: AbortSignal;
  /** Why it was aborted. */
  stopReason(): Message;
  /** Characters kept of a host, and shown of it in the log. */
  readonly limits: { readonly kept: number; readonly logged: number };
  /** Whether lines of the log say whose they are. */
  readonly namesHosts: boolean;
}

/** A host that may run its part. */
export interface RunnableHost {
  readonly assetId: string;
  readonly name: string;
  readonly asset: HostAsset;
}

/** Runs the part of one host once it is its turn there, and keeps what it said and how it ended. */
export async function runHost(context: RunContext, host: RunnableHost): Promise<void> {
  const endTurn = await context.turns.take([host.assetId], context.signal);
  try {
    await runInTurn(context, host);
  } finally {
    endTurn();
  }
}

async function runInTurn(context: RunContext, host: RunnableHost): Promise<void> {
  const { run, executionId, common, signal } = context;
  const { db } = run.services;
  const key = { executionId, assetId: host.assetId };
  const end = (
    state: HostState,
    reason: Message | null,
    exitCode: number | null = null,
    output = nothing,
  ) => {
    const told = reason === null ? "" : translate(reason, run.language);
    sayEnd(context, host, state, told);
    return endHost(db, key, { state, reason: told, exitCode, ...output });
  };
  if (signal.aborted) return end("stopped", context.stopReason());
  const made = await hostCommand(run.services, host.asset, common);
  if ("reason" in made) return end("excluded", made.reason);
  await beginHost(db, key, made.account.username);
  const kept = new KeptOutput(db, key);
  const output = new HostOutput(sinkOf(context, host, kept), context.limits.kept);
  let noted: Promise<void> = Promise.resolve();
  const { id, name, username } = common.owner;
  const outcome = await context.runner.run(
    {
      person: { id, name, username },
      remoteAddress: context.remoteAddress,
      language: run.language,
      assetId: host.assetId,
      account: made.account.alias,
      protocol: host.asset.protocol,
      command: made.command,
      line: made.line,
    },
    {
      signal,
      began: (sessionId) => {
        noted = noteSession(db, key, sessionId);
        noted.catch(() => undefined);
      },
      output: (data, isError) => output.take(data, isError),
    },
  );
  output.end();
  await kept.flush();
  await noted;
  const { state, reason, exitCode } = endOf(context, outcome);
  await end(state, reason, exitCode, { outputSize: output.size, isCut: output.isCut });
}

const nothing = { outputSize: 0, isCut: false };

function endOf(
  { signal, stopReason }: Pick<RunContext, "signal" | "stopReason">,
  outcome: UnattendedOutcome,
): { readonly state: HostState; readonly reason: Message | null; readonly exitCode: number | null } {
  switch (outcome.state) {
    case "ran": {
      const { code } = outcome;
      if (code === 0) return { state: "ok", reason: null, exitCode: 0 };
      return { state: "failed", reason: withParameters(runText.exitCode, { code }), exitCode: code };
    }
    case "refused":
      return { state: "refused", reason: outcome.message, exitCode: null };
    case "unreachable":
      return signal.aborted
        ? { state: "stopped", reason: stopReason(), exitCode: null }
        : { state: "unreachable", reason: outcome.message, exitCode: null };
    case "ended":
      return { state: "stopped", reason: signal.aborted ? stopReason() : outcome.message, exitCode: null };
  }
}

const prefix = ({ namesHosts }: RunContext, { name }: RunnableHost): string =>
  namesHosts ? `${name} | ` : "";

/** Says in the log how the part of a host ended, unless well. */
export function sayEnd(context: RunContext, host: RunnableHost, state: HostState, reason: string): void {
  if (state === "ok") return;
  const line = `${prefix(context, host)}${reason}`;
  context.run.log.line(line, state === "excluded" ? "quiet" : "bad");
}

/** Where the output of a host goes: to its own pieces, and as far as there is room into the log of the execution. */
export function sinkOf(context: RunContext, host: RunnableHost, kept: KeptOutput) {
  const { run, limits } = context;
  const say = (message: Message) => translate(message, run.language);
  let logged = 0;
  let isLogged = true;
  return {
    keep: (piece: string) => kept.add(piece),
    line: (text: string) => {
      if (!isLogged) return;
      logged += text.length + 1;
      isLogged = logged <= limits.logged;
      if (isLogged) run.log.line(`${prefix(context, host)}${text}`);
      else run.log.line(`${prefix(context, host)}${say(runText.logCut)}`, "quiet");
    },
    cut: () => {
      const line = say(withParameters(runText.cut, { most: limits.kept }));
      kept.add(`${line}\n`);
      run.log.line(`${prefix(context, host)}${line}`, "quiet");
    },
  };
}
