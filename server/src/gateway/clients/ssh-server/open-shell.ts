import type { ConnectionGrant } from "../../ports.ts";
import type { ProgramExit } from "../../session-parts.ts";
import type { TerminalDialog } from "./dialog.ts";
import { runProgram } from "./run-program.ts";

/** Carries the shell of an account in the terminal of a dialog. */
export function openShell(dialog: TerminalDialog, grant: ConnectionGrant): Promise<ProgramExit> {
  return runProgram(
    { ...dialog.program, size: dialog.size },
    {
      grant,
      command: null,
      output: dialog.output,
      language: dialog.language,
      lend: (taker) => dialog.lend(taker),
      notice: (line) => dialog.write(`\n${line}\n`),
    },
  );
}
