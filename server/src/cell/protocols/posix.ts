import { randomBytes } from "node:crypto";
import type { SshConnection } from "../../engine/ssh/connection.ts";
import { text as targetText } from "../../engine/targets/texts.ts";
import { text } from "../texts.ts";
import type { Visit } from "../visit.ts";
import type { ProbeResult } from "./probe.ts";
import { type CommandResult, runCommand, signInBySsh } from "./ssh-client.ts";
import { switchAccount } from "./switch-account.ts";

/** A shell of the account on a POSIX machine. */
export interface PosixShell {
  /** Whether the machine has checked the secret of the account. */
  readonly accountChecked: boolean;
  /**
   * Runs a script of ours, which reads nothing.
   *
   * @throws TargetFailure
   */
  run(script: string): Promise<CommandResult>;
}

/** Signs in, and becomes the account where it is one that is switched to. */
export async function openPosixShell(visit: Visit): Promise<PosixShell> {
  const { account } = visit;
  const { switchFrom } = account;
  const connection = await signInBySsh(visit, switchFrom?.account ?? account);
  if (switchFrom === null) {
    return {
      accountChecked: connection.secretUsed,
      // The script is read from the input: whatever the sign-in shell is, it starts this one and nothing else.
      run: (script) => runCommand(visit, connection, "/bin/sh -s", script),
    };
  }
  return switchedShell(visit, connection, switchFrom.method);
}

function switchedShell(visit: Visit, connection: SshConnection, method: string): PosixShell {
  return {
    accountChecked: true,
    run: (script) => switchAccount(visit, connection, method, script),
  };
}

/** Signs in to a POSIX machine and has its shell say something back. */
export async function probePosix(visit: Visit): Promise<ProbeResult> {
  const shell = await openPosixShell(visit);
  const word = randomBytes(12).toString("hex");
  const { status, output, errors } = await shell.run(`echo ${word}; id -un; exit 0\n`);
  const [said, name] = output.toString("utf8").split(/\r?\n/).slice(-3);
  if (said !== word) {
    const shown = visit.quote(`${output.toString("utf8")} ${errors.toString("utf8")}`);
    throw visit.failure("command_failed", text.commandFailed, { status: status ?? "-", shown });
  }
  const { account } = visit;
  if (account.switchFrom !== null && name !== account.username) {
    throw visit.failure("switch_failed", targetText.switchFailed, { account: account.username });
  }
  return { accountChecked: shell.accountChecked };
}
