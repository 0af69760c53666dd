import type { ClientChannel, PseudoTtyOptions } from "ssh2";
import type { RunnerAccount } from "../../transport/runner-control/messages.ts";
import { openSshConnection, type SshConnection } from "../../transport/ssh/connection.ts";
import { text as targetText } from "../../transport/targets/texts.ts";
import { sshAccountOf, type TargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";

/** Signs in to the target by SSH; the SSH connection is closed together with the target connection. */
export async function signInBySsh(
  target: TargetConnection,
  account: Omit<RunnerAccount, "switchFrom">,
): Promise<SshConnection> {
  const { id, address, port, setting } = target.spec.target;
  const stream = await target.connect();
  const connection = await openSshConnection(
    stream,
    {
      endpoint: { assetId: id, host: address, port },
      account: sshAccountOf(account),
      profile: setting.legacy_algorithms === true ? "legacy" : "modern",
    },
    { hostKeys: target.hostKeys, timeout: target.connectTimeout },
  );
  target.onClose(() => connection.client.end());
  return connection;
}

/** What a command said, and how it ended. */
export interface CommandResult {
  /** Exit status; null when it was ended by a signal or the target did not say. */
  readonly status: number | null;
  readonly output: Buffer;
  readonly errors: Buffer;
}

// What gathering facts of a large machine says is about a tenth of it.
const mostOutput = 1024 * 1024;

/**
 * Runs a command and waits for its end.
 *
 * @param command constant: nothing of a field may be in it
 * @param input what it reads
 * @throws TargetFailure `command_refused`, `misbehaved` or `timeout`
 */
export async function runCommand(
  target: TargetConnection,
  connection: SshConnection,
  command: string,
  input = "",
): Promise<CommandResult> {
  const channel = await openCommand(target, connection, command);
  try {
    const ended = collect(target, channel);
    channel.end(input);
    return await target.within(ended);
  } finally {
    channel.close();
  }
}

/**
 * Starts a command.
 *
 * @param terminal a terminal to run it in; none by default
 * @throws TargetFailure `command_refused` or `timeout`
 */
export function openCommand(
  target: TargetConnection,
  { client }: SshConnection,
  command: string,
  terminal?: PseudoTtyOptions,
): Promise<ClientChannel> {
  return target.within(
    new Promise<ClientChannel>((resolve, reject) => {
      const refused = () => reject(target.failure("command_refused", text.commandRefused));
      const opened = (error: Error | undefined, channel: ClientChannel) => {
        if (error !== undefined) refused();
        else {
          // An error without a listener would end the process.
          channel.on("error", () => undefined);
          resolve(channel);
        }
      };
      client.once("close", refused);
      if (terminal === undefined) client.exec(command, opened);
      else client.exec(command, { pty: terminal }, opened);
    }),
    target.stepTimeout,
  );
}

function collect(target: TargetConnection, channel: ClientChannel): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    let received = 0;
    let status: number | null = null;
    const take = (parts: Buffer[]) => (data: Buffer) => {
      received += data.length;
      if (received <= mostOutput) parts.push(data);
      else reject(target.failure("misbehaved", targetText.misbehaved));
    };
    channel.on("data", take(output));
    channel.stderr.on("data", take(errors));
    channel.once("exit", (code: number | null) => {
      status = typeof code === "number" ? code : null;
    });
    channel.once("close", () =>
      resolve({ status, output: Buffer.concat(output), errors: Buffer.concat(errors) }),
    );
  });
}

/**
 * Opens a shell in a terminal, as a person would.
 *
 * @throws TargetFailure `command_refused` or `timeout`
 */
export function openShell(target: TargetConnection, { client }: SshConnection): Promise<ClientChannel> {
  return target.within(
    new Promise<ClientChannel>((resolve, reject) => {
      const refused = () => reject(target.failure("command_refused", text.commandRefused));
      client.once("close", refused);
      // Wide, so that no prompt is broken into lines; a dumb terminal gets the fewest escape sequences.
      client.shell({ term: "vt100", cols: 200, rows: 100 }, (error, channel) => {
        if (error === undefined) resolve(channel);
        else refused();
      });
    }),
  );
}
