import { loadedByName } from "../loaded-by-name.ts";
import type { TargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";
import type { ProbeResult } from "./probe.ts";
import type { CommandResult } from "./ssh-client.ts";

/** A Windows machine that the account is signed in to. */
export interface WindowsMachine {
  /** Whether it has checked the secret of the account. */
  readonly secretUsed: boolean;
  /**
   * Runs a command and waits for its end.
   *
   * @param command constant: nothing of a field may be in it
   * @param input what it reads
   * @throws TargetFailure
   */
  run(command: string, input?: string): Promise<CommandResult>;
  /** Leaves nothing open there. */
  close(): Promise<void>;
}

/** How one signs in to Windows machines, by protocol; what a protocol needs is loaded with it. */
export const windowsMachines = loadedByName<(target: TargetConnection) => Promise<WindowsMachine>>({
  ssh: async () => {
    const { runCommand, signInBySsh } = await import("./ssh-client.ts");
    return async (target) => {
      const connection = await signInBySsh(target, target.account);
      return {
        secretUsed: connection.secretUsed,
        run: (command, input) => runCommand(target, connection, command, input),
        // It is closed with the target.
        close: async () => undefined,
      };
    };
  },
  winrm: async () => {
    const { WinrmShell } = await import("../winrm/shell.ts");
    return async (target) => {
      const shell = await WinrmShell.open(target);
      return {
        secretUsed: true,
        run: (command, input) => shell.run(command, input),
        close: () => shell.close(),
      };
    };
  },
});

/** Whether it is a Windows machine over a protocol that runs commands there. */
export const isWindowsMachine = ({ spec }: TargetConnection): boolean =>
  spec.target.category === "host" &&
  (spec.target.protocol === "winrm" || (spec.target.protocol === "ssh" && spec.target.type === "windows"));

/**
 * Signs in to a Windows machine, over the protocol of the target, and works there.
 *
 * @throws TargetFailure
 */
export async function onWindows<T>(
  target: TargetConnection,
  work: (machine: WindowsMachine) => Promise<T>,
): Promise<T> {
  const { protocol } = target.spec.target;
  const open = windowsMachines.get(protocol);
  if (open === undefined) throw target.failure("not_supported", text.protocolUnsupported, { protocol });
  const machine = await open(target);
  try {
    return await work(machine);
  } finally {
    await machine.close();
  }
}

/** Signs in and runs the same in cmd and in PowerShell. */
export const probeWindows = (target: TargetConnection): Promise<ProbeResult> =>
  onWindows(target, async (machine) => {
    const { status, output, errors } = await machine.run("whoami");
    if (status !== 0 || output.toString("latin1").trim() === "") {
      const shown = target.quote(`${output.toString("utf8")} ${errors.toString("utf8")}`);
      throw target.failure("command_failed", text.commandFailed, { status: status ?? "-", shown });
    }
    return { accountChecked: machine.secretUsed };
  });
