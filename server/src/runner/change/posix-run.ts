import type { RunnerChange } from "../../transport/runner-control/messages.ts";
import { TargetFailure } from "../../transport/targets/failure.ts";
import type { PosixShell } from "../protocols/posix.ts";
import type { CommandResult } from "../protocols/ssh-client.ts";
import type { TargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";
import { missing, refused, sending } from "./means.ts";

/** Failures of running a script that come before anything of it is sent. */
const beforehand = new Set(["switch_failed", "command_refused"]);

/**
 * Runs a script that changes something, and says how far it came: `begin` right before, `done` after it; `missing`,
 * `no_tool` and `create_failed` end it before. Each stands behind `word` on a line of its own.
 *
 * @throws TargetFailure as `ChangeMeans.set`
 */
export async function runChange(
  target: TargetConnection,
  change: Pick<RunnerChange, "account">,
  shell: PosixShell,
  word: string,
  script: readonly string[],
): Promise<void> {
  // In a terminal nothing ends the input but the script itself.
  const whole = [
    "PS1=; PS2=; exec 2>&1",
    "LC_ALL=C; export LC_ALL",
    'PATH="$PATH:/usr/sbin:/sbin"; export PATH',
    ...script,
    "exit $?",
  ];
  const { status, output } = await runOnce(target, shell, `${whole.join("\n")}\n`);
  const lines = output.toString("utf8").split(/\r?\n/);
  const said = (mark: string) => lines.includes(`${word} ${mark}`);
  if (said("done")) return;
  if (said("missing")) throw missing(target, change);
  if (said("no_tool")) throw target.failure("not_supported", text.noPasswordTool);
  // A shell that tells how it ended has done nothing behind that.
  const shown = lines.filter((line) => !line.startsWith(word)).join(" ");
  if (status !== null || said("create_failed")) throw refused(target, shown);
  throw target.failure("change_unclear", text.changeUnclear, { shown: target.quote(shown) });
}

async function runOnce(target: TargetConnection, shell: PosixShell, script: string): Promise<CommandResult> {
  let early: TargetFailure | null = null;
  const result = await sending(target, () =>
    shell.run(script).catch((error: unknown) => {
      if (!(error instanceof TargetFailure) || !beforehand.has(error.code)) throw error;
      early = error;
      return null;
    }),
  );
  if (result === null) throw early;
  return result;
}
