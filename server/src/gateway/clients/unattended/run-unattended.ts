import { constants } from "node:os";
import { ApiError } from "../../../engine/errors.ts";
import { type Message, withParameters } from "../../../engine/i18n/index.ts";
import { log } from "../../../engine/log.ts";
import type {
  UnattendedCommand,
  UnattendedOutcome,
  UnattendedRun,
} from "../../../transport/connections/index.ts";
import { TargetFailure } from "../../../transport/targets/index.ts";
import { type GatewayContext, openSession } from "../../open-session.ts";
import type { ConnectionGrant, Decision, GatewayPrincipal } from "../../ports.ts";
import type { EndReason, ProgramExit } from "../../session-parts.ts";
import { text } from "../../texts.ts";

/** The session stops being followed here; a person who stops a job is told apart from one who ends its session. */
const givenUp: EndReason = "client_closed";

/** Nothing is drawn; programs that ask are told the usual size. */
const size = { cols: 80, rows: 24 };

/**
 * Runs one command on one asset for somebody who is not there: decided, limited, filtered and recorded as in a
 * terminal. What would ask people is refused, because nobody waits.
 */
export async function runUnattended(
  context: GatewayContext,
  command: UnattendedCommand,
  run: UnattendedRun,
): Promise<UnattendedOutcome> {
  const { person, language, remoteAddress, assetId, account, protocol } = command;
  const { id: userId, name, username } = person;
  const principal: GatewayPrincipal = { userId, name, username, language, signInId: null, remoteAddress };
  try {
    const wanted = { asset: assetId, account, protocol, way: "job" } as const;
    const decision = await context.ports.decide(principal, wanted);
    if (decision.outcome !== "granted") return refusalOf(decision);
    return await carry(context, { command, principal, grant: decision.grant }, run);
  } catch (error) {
    return failureOf(error);
  }
}

/** A command that may run. */
interface Granted {
  readonly command: UnattendedCommand;
  readonly principal: GatewayPrincipal;
  readonly grant: ConnectionGrant;
}

async function carry(
  context: GatewayContext,
  { command: { command, line }, principal, grant }: Granted,
  run: UnattendedRun,
): Promise<UnattendedOutcome> {
  let exit: ProgramExit | null = null;
  const drained: (() => void)[] = [];
  const drain = (): void => {
    for (const resolve of drained.splice(0)) resolve();
  };
  const opened = openSession(context, {
    principal,
    grant,
    kind: { type: "command", loginFrom: "JB" },
    size,
    recorded: true,
    target: { command: line, terminal: null, environment: {} },
    askedBy: command,
    isUnattended: true,
    client: () => ({
      output: (data, isError = false) => run.output(data, isError),
      exited: (found) => {
        exit = found;
      },
      notice: () => undefined,
      inputDrained: drain,
      paused: () => undefined,
      resumed: () => undefined,
    }),
  });
  const { session, stored, started, finished } = opened;
  const giveUp = (): void => session.end(givenUp);
  run.signal.addEventListener("abort", giveUp, { once: true });
  if (run.signal.aborted) giveUp();
  // Not earlier: who is told of a session may ask at once to have it ended.
  void stored.then(
    () => run.began(session.id),
    () => undefined,
  );
  try {
    await started;
    if (run.opened === undefined) session.endInput();
    else if (session.endReason === null) {
      // What waits for a session that ends goes on, and finds it ended.
      void session.ended.then(drain);
      run.opened({
        write: (data) =>
          session.input(data) || session.endReason !== null
            ? Promise.resolve()
            : new Promise((resolve) => drained.push(resolve)),
        end: () => session.endInput(),
      });
    }
  } finally {
    // The record is whole when the host is told to be done.
    await finished;
    run.signal.removeEventListener("abort", giveUp);
  }
  const reason = await session.ended;
  if (exit !== null && reason === "target_closed") return { state: "ran", code: statusOf(exit) };
  return { state: "ended", code: reason, message: withParameters(text.jobEnded, { reason }) };
}

/** The status of a program as a shell tells it. */
function statusOf(exit: ProgramExit): number {
  if ("code" in exit) return exit.code;
  const numbers: Readonly<Record<string, number | undefined>> = constants.signals;
  return 128 + (numbers[`SIG${exit.signal}`] ?? 0);
}

/** Why somebody who cannot be asked does not get through. */
function refusalOf(decision: Exclude<Decision, { outcome: "granted" }>): UnattendedOutcome {
  const refused = (code: string, message: Message): UnattendedOutcome => ({
    state: "refused",
    code,
    message,
  });
  switch (decision.outcome) {
    case "refused":
      return refused(decision.code, decision.message);
    case "review":
      return refused("acl_review", text.jobNeedsApproval);
    case "ask-credentials":
      return refused("secret_missing", text.jobNeedsSecret);
    default:
      return refused("ambiguous", text.jobAmbiguous);
  }
}

function failureOf(error: unknown): UnattendedOutcome {
  if (error instanceof TargetFailure) {
    const state = error.code === "command_refused" ? "refused" : "unreachable";
    return { state, code: error.code, message: error.detail };
  }
  if (error instanceof ApiError) return { state: "refused", code: error.code, message: error.detail };
  log.error({ err: error }, "the part of a host in a job failed");
  return { state: "unreachable", code: "internal", message: text.internal };
}
