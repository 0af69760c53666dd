import { randomBytes } from "node:crypto";
import type { SshConnection } from "../../transport/ssh/connection.ts";
import { text as targetText } from "../../transport/targets/texts.ts";
import type { TargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";
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
export async function openPosixShell(target: TargetConnection): Promise<PosixShell> {
  const { account } = target;
  const { switchFrom } = account;
  const connection = await signInBySsh(target, switchFrom?.account ?? account);
  if (switchFrom === null) {
    return {
      accountChecked: connection.secretUsed,
      // The script is read from the input: whatever the sign-in shell is, it starts this one and nothing else.
      run: (script) => runCommand(target, connection, "/bin/sh -s", script),
    };
  }
  return switchedShell(target, connection, switchFrom.method);
}

function switchedShell(target: TargetConnection, connection: SshConnection, method: string): PosixShell {
  return {
    accountChecked: true,
    run: (script) => switchAccount(target, connection, method, script),
  };
}

/** Signs in to a POSIX machine and has its shell say something back. */
export async function probePosix(target: TargetConnection): Promise<ProbeResult> {
  const shell = await openPosixShell(target);
  const word = randomBytes(12).toString("hex");
  const { status, output, errors } = await shell.run(`echo ${word}; id -un; exit 0\n`);
  const [said, name] = output.toString("utf8").split(/\r?\n/).slice(-3);
  if (said !== word) {
    const shown = target.quote(`${output.toString("utf8")} ${errors.toString("utf8")}`);
    throw target.failure("command_failed", text.commandFailed, { status: status ?? "-", shown });
  }
  const { account } = target;
  if (account.switchFrom !== null && name !== account.username) {
    throw target.failure("switch_failed", targetText.switchFailed, { account: account.username });
  }
  return { accountChecked: shell.accountChecked };
}
