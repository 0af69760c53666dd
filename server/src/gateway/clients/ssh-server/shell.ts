import { translate, withParameters } from "../../../engine/i18n/index.ts";
import { log } from "../../../engine/log.ts";
import type { ProgramExit } from "../../session-parts.ts";
import { text } from "../../texts.ts";
import { ChannelOutput } from "./channel-output.ts";
import { chooseGrant } from "./choose.ts";
import { DialogEnded, TerminalDialog } from "./dialog.ts";
import { serveProgram } from "./exec.ts";
import { runMenu } from "./menu/menu.ts";
import { openShell } from "./open-shell.ts";
import type { ProgramChannel } from "./program-channel.ts";
import { failed } from "./run-program.ts";
import { serverText } from "./texts.ts";

/** Serves a shell: the menu, or straight the shell of the account the user name asks for. */
export function serveShell(program: ProgramChannel): void {
  const { connection, terminal } = program;
  if (terminal === null) {
    if (connection.isDirect) serveProgram(program, null, "shell");
    else refuseMenu(program);
    return;
  }
  const dialog = new TerminalDialog(program);
  talk(dialog, connection.isDirect).then(
    (exit) => dialog.output.end(exit),
    (error: unknown) => {
      if (!(error instanceof DialogEnded)) {
        log.error({ err: error }, "a terminal of an SSH client failed");
        dialog.say(text.internal);
      }
      dialog.output.end(failed);
    },
  );
}

async function talk(dialog: TerminalDialog, isDirect: boolean): Promise<ProgramExit> {
  const { idleMinutes } = await dialog.program.connection.context.ports.sshServer.settings();
  dialog.limitIdleTime(idleMinutes, () => {
    dialog.write("\n");
    dialog.say(withParameters(serverText.idle, { minutes: idleMinutes }));
  });
  if (!isDirect) {
    await runMenu(dialog);
    return { code: 0 };
  }
  const grant = await chooseGrant(dialog, "shell");
  return grant === null ? failed : openShell(dialog, grant);
}

function refuseMenu({ channel, connection }: ProgramChannel): void {
  const output = new ChannelOutput(channel, connection);
  const line = translate(serverText.menuNeedsTerminal, connection.principal.language);
  output.write(Buffer.from(`${line}\n`), true);
  output.end(failed);
}
