import type { TargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";
import { probeDevice } from "./device.ts";
import { probePosix } from "./posix.ts";
import type { ProbeResult } from "./probe.ts";
import { signInBySsh } from "./ssh-client.ts";
import { probeWindows } from "./windows.ts";

/** Signs in by SSH and makes the round trip that fits the kind of machine. */
export function probeSsh(target: TargetConnection): Promise<ProbeResult> {
  const { category, type } = target.spec.target;
  if (category === "device") return probeDevice(target);
  // An account that may do nothing else has signed in nevertheless.
  if (target.spec.params.sign_in_only === true && target.account.switchFrom === null)
    return probeSignIn(target);
  if (type === "windows") return probeWindows(target);
  // `other` hosts may have no shell of the POSIX kind: their sign-in is all that can be asked for.
  return type === "linux" || type === "unix" ? probePosix(target) : probeSignIn(target);
}

/** Signs in, and nothing else. */
export async function probeSignIn(target: TargetConnection): Promise<ProbeResult> {
  const { account } = target;
  const { secretUsed } = await signInBySsh(target, account.switchFrom?.account ?? account);
  return { accountChecked: secretUsed && account.switchFrom === null };
}

/** Signs in and opens the file transfer. */
export async function probeSftp(target: TargetConnection): Promise<ProbeResult> {
  const { account } = target;
  const { client, secretUsed } = await signInBySsh(target, account.switchFrom?.account ?? account);
  await target.within(
    new Promise<void>((resolve, reject) => {
      const refused = () => reject(target.failure("command_refused", text.sftpRefused));
      client.once("close", refused);
      client.sftp((error, sftp) => {
        if (error !== undefined) refused();
        else {
          sftp.on("error", () => undefined);
          sftp.realpath(".", (failed) => (failed === undefined ? resolve() : refused()));
        }
      });
    }),
  );
  return { accountChecked: secretUsed && account.switchFrom === null };
}
