import { TargetFailure } from "../../transport/targets/failure.ts";
import type { TargetConnection } from "../target-connection.ts";
import type { ProbeResult } from "./probe.ts";
import { onWindows, probeWindows } from "./windows.ts";

/** Signs in over WinRM, makes a shell and runs a command in it. */
export function probeWinrm(target: TargetConnection): Promise<ProbeResult> {
  return target.spec.params.sign_in_only === true ? probeSignIn(target) : probeWindows(target);
}

/** Signs in: a machine that says in an answer nobody else can give that the account may do nothing has checked it. */
async function probeSignIn(target: TargetConnection): Promise<ProbeResult> {
  try {
    await onWindows(target, async () => undefined);
  } catch (error) {
    if (!(error instanceof TargetFailure) || error.code !== "command_refused") throw error;
  }
  return { accountChecked: true };
}
