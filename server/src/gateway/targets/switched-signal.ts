import type { ClientChannel } from "ssh2";
import { log } from "../../engine/log.ts";
import type { Conversation } from "../../transport/targets/index.ts";
import type { PooledChannel } from "./link-pool.ts";
import type { Switch } from "./switch-account.ts";
import { SwitchedOutput, startSwitched } from "./switched-program.ts";
import { type SwitchedProcess, type SwitchedTask, switchedCommand, switchWords } from "./switched-script.ts";

/** Signals that may wait for one another; whoever sends more sends them in vain. */
const maxPending = 8;

/** Opens a channel on which the account that signs in runs a command. */
type OpenChannel = (command: string) => Promise<PooledChannel<ClientChannel>>;

/**
 * Sends signals to what runs as another account. The server may not: it sends them as the account that has signed
 * in. So that account is changed to again, on a channel of its own, one signal after the other.
 */
export function signalSender(
  open: OpenChannel,
  conversation: Conversation,
  change: Switch,
): (name: string, process: SwitchedProcess) => void {
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();
  return (name, process) => {
    if (waiting >= maxPending) return;
    waiting += 1;
    last = last
      .then(() => runAlone(open, conversation, change, { kind: "signal", name, process }))
      .catch((error: unknown) =>
        log.debug({ err: error }, "a signal could not be sent to a switched program"),
      )
      .finally(() => {
        waiting -= 1;
      });
  };
}

/** Runs a task whose output nobody reads, to its end. */
async function runAlone(
  open: OpenChannel,
  conversation: Conversation,
  change: Switch,
  task: SwitchedTask,
): Promise<void> {
  const words = switchWords();
  const command = switchedCommand({ method: change.from.method, task, words, hasTerminal: false });
  const { channel, leave } = await open(command);
  try {
    const output = new SwitchedOutput(words, false, () => undefined);
    const closed = new Promise<void>((resolve) => channel.once("close", () => resolve()));
    channel.on("data", (data: Buffer) => output.take(data));
    channel.stderr.on("data", (data: Buffer) => output.take(data, true));
    void closed.then(() => output.end());
    const write = (line: string) => channel.write(line);
    await startSwitched({ conversation, output, words, write }, change, task);
    channel.end();
    await conversation.within(closed);
  } finally {
    channel.close();
    leave();
  }
}
