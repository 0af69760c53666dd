import { text } from "../texts.ts";
import type { Visit } from "../visit.ts";
import { probeDevice } from "./device.ts";
import { probePosix } from "./posix.ts";
import type { ProbeResult } from "./probe.ts";
import { runCommand, signInBySsh } from "./ssh-client.ts";

/** Signs in by SSH and makes the round trip that fits the kind of machine. */
export function probeSsh(visit: Visit): Promise<ProbeResult> {
  const { category, type } = visit.order.target;
  if (category === "device") return probeDevice(visit);
  if (type === "windows") return probeWindows(visit);
  // `other` hosts may have no shell of the POSIX kind: their sign-in is all that can be asked for.
  return type === "linux" || type === "unix" ? probePosix(visit) : probeSignIn(visit);
}

/** Signs in, and nothing else. */
export async function probeSignIn(visit: Visit): Promise<ProbeResult> {
  const { account } = visit;
  const { secretUsed } = await signInBySsh(visit, account.switchFrom?.account ?? account);
  return { accountChecked: secretUsed && account.switchFrom === null };
}

async function probeWindows(visit: Visit): Promise<ProbeResult> {
  const { account } = visit;
  const connection = await signInBySsh(visit, account);
  // The same in cmd and in PowerShell.
  const { status, output, errors } = await runCommand(visit, connection, "whoami");
  if (status !== 0 || output.toString("latin1").trim() === "") {
    const shown = visit.quote(`${output.toString("utf8")} ${errors.toString("utf8")}`);
    throw visit.failure("command_failed", text.commandFailed, { status: status ?? "-", shown });
  }
  return { accountChecked: connection.secretUsed };
}

/** Signs in and opens the file transfer. */
export async function probeSftp(visit: Visit): Promise<ProbeResult> {
  const { account } = visit;
  const { client, secretUsed } = await signInBySsh(visit, account.switchFrom?.account ?? account);
  await visit.within(
    new Promise<void>((resolve, reject) => {
      const refused = () => reject(visit.failure("command_refused", text.sftpRefused));
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
