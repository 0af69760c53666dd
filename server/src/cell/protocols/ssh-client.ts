import type { ClientChannel, PseudoTtyOptions } from "ssh2";
import { openSshConnection, type SshConnection } from "../../engine/ssh/connection.ts";
import { text as targetText } from "../../engine/targets/texts.ts";
import type { CellAccount } from "../messages.ts";
import { text } from "../texts.ts";
import { sshAccountOf, type Visit } from "../visit.ts";

/** Signs in to the target of a visit by SSH; the connection ends with the visit. */
export async function signInBySsh(
  visit: Visit,
  account: Omit<CellAccount, "switchFrom">,
): Promise<SshConnection> {
  const { target } = visit.order;
  const stream = await visit.connect();
  const connection = await openSshConnection(
    stream,
    {
      place: { assetId: target.id, host: target.address, port: target.port },
      account: sshAccountOf(account),
      profile: target.setting.legacy_algorithms === true ? "legacy" : "modern",
    },
    { hostKeys: visit.hostKeys, timeout: visit.connectTimeout },
  );
  visit.onClose(() => connection.client.end());
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
 * @param command constant: nothing of a field may stand in it
 * @param input what it reads
 * @throws TargetFailure `command_refused`, `misbehaved` or `timeout`
 */
export async function runCommand(
  visit: Visit,
  connection: SshConnection,
  command: string,
  input = "",
): Promise<CommandResult> {
  const channel = await openCommand(visit, connection, command);
  try {
    const ended = collect(visit, channel);
    channel.end(input);
    return await visit.within(ended);
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
  visit: Visit,
  { client }: SshConnection,
  command: string,
  terminal?: PseudoTtyOptions,
): Promise<ClientChannel> {
  return visit.within(
    new Promise<ClientChannel>((resolve, reject) => {
      const refused = () => reject(visit.failure("command_refused", text.commandRefused));
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
    visit.stepTimeout,
  );
}

function collect(visit: Visit, channel: ClientChannel): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    let received = 0;
    let status: number | null = null;
    const take = (parts: Buffer[]) => (data: Buffer) => {
      received += data.length;
      if (received <= mostOutput) parts.push(data);
      else reject(visit.failure("misbehaved", targetText.misbehaved));
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
export function openShell(visit: Visit, { client }: SshConnection): Promise<ClientChannel> {
  return visit.within(
    new Promise<ClientChannel>((resolve, reject) => {
      const refused = () => reject(visit.failure("command_refused", text.commandRefused));
      client.once("close", refused);
      // Wide, so that no prompt is broken into lines; a dumb terminal gets the fewest escape sequences.
      client.shell({ term: "vt100", cols: 200, rows: 100 }, (error, channel) => {
        if (error === undefined) resolve(channel);
        else refused();
      });
    }),
  );
}
