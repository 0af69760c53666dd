import { randomBytes } from "node:crypto";
import type { ClientChannel } from "ssh2";
import type { RunnerAccount, RunnerSwitch } from "../../transport/runner-control/messages.ts";
import type { SshConnection } from "../../transport/ssh/connection.ts";
import { text as targetText } from "../../transport/targets/texts.ts";
import { displayOf, type TargetConnection } from "../target-connection.ts";
import { type CommandResult, openCommand } from "./ssh-client.ts";

/**
 * Runs a script of ours as the account of a connection, from the one that is signed in. `su` asks for the password
 * of the account, in a terminal; anything else is sudo, which asks for the one of who is signed in.
 *
 * Name, password and script all go over the input, in this order and each when it is asked for, so that nothing of
 * them is in a command line, and a password never reaches a shell where none is asked for.
 *
 * @throws TargetFailure `switch_failed` and those of running a command
 */
export async function switchAccount(
  target: TargetConnection,
  connection: SshConnection,
  method: string,
  script: string,
): Promise<CommandResult> {
  const { account } = target;
  const from = account.switchFrom as RunnerSwitch;
  if (!/^[^-\p{Cc}][^\p{Cc}]*$/u.test(account.username)) {
    throw target.failure("switch_failed", targetText.switchFailed, { account: displayOf(account) });
  }
  const usesSu = method === "su";
  const asked = usesSu ? account : from.account;
  // Who signs in with a key has to be let through by sudo without a password: the key is none.
  const password = asked.secretType === "password" ? (asked.secret ?? "") : "";
  const ready = randomBytes(12).toString("hex");
  const go = randomBytes(12).toString("hex");
  const command = usesSu ? suCommand(ready) : sudoCommand(ready, go);
  const channel = await openCommand(target, connection, command, usesSu ? { modes: { ECHO: 0 } } : undefined);
  try {
    const said = new Said(target, channel);
    channel.write(`${account.username}\n`);
    if (usesSu) await said.until((shown) => /[:：]\s*$/.test(shown) || shown.includes(ready));
    if (!said.output.includes(ready)) {
      channel.write(`${password}\n`);
      await said.until(
        (shown) => shown.includes(ready),
        () => refusal(target, account, said),
      );
    }
    const before = said.output.length;
    channel.end(usesSu ? script : `${go}\n${script}`);
    await target.within(said.ended);
    const output = said.output.slice(before).replace(/^\r?\n/, "");
    return { status: said.status, output: Buffer.from(output), errors: Buffer.from(said.errors) };
  } finally {
    channel.close();
  }
}

/** Both words are random hexadecimal digits of ours. */
function suCommand(ready: string): string {
  return `/bin/sh -c 'stty -echo; IFS= read -r name; exec su - "$name" -c "echo ${ready}; exec /bin/sh -s 2>/dev/null"'`;
}

/** What is in the input before our second word, a password nobody asked for above all, is no part of the script. */
function sudoCommand(ready: string, go: string): string {
  const inner = `echo ${ready}; while IFS= read -r line; do [ \\"\\$line\\" = ${go} ] && exec /bin/sh -s; done`;
  const sudo = `exec sudo -k -S -p "" -u "$name" -- /bin/sh -c "${inner}"`;
  return `/bin/sh -c 'LC_ALL=C; export LC_ALL; IFS= read -r name; ${sudo}'`;
}

function refusal(target: TargetConnection, account: RunnerAccount, said: Said) {
  const shown = target.quote(`${said.output} ${said.errors}`);
  return target.failure("switch_failed", targetText.switchRefused, { account: displayOf(account), shown });
}

const mostSaid = 1024 * 1024;

/** What a command says while it is talked to. */
class Said {
  output = "";
  errors = "";
  status: number | null = null;
  readonly ended: Promise<void>;
  readonly #target: TargetConnection;
  #changed: () => void = () => undefined;
  #over = false;
  #tooMuch = false;

  constructor(target: TargetConnection, channel: ClientChannel) {
    this.#target = target;
    const take = (into: "output" | "errors") => (data: Buffer) => {
      if (this.output.length + this.errors.length > mostSaid) {
        this.#tooMuch = true;
        channel.close();
      } else this[into] += data.toString("utf8");
      this.#changed();
    };
    channel.on("data", take("output"));
    channel.stderr.on("data", take("errors"));
    channel.once("exit", (code: number | null) => {
      this.status = typeof code === "number" ? code : null;
    });
    this.ended = new Promise((resolve, reject) => {
      channel.once("close", () => {
        this.#over = true;
        this.#changed();
        if (this.#tooMuch) reject(target.failure("misbehaved", targetText.misbehaved));
        else resolve();
      });
    });
    // It is waited for later, or not at all when something fails before.
    this.ended.catch(() => undefined);
  }

  /** Waits until what was said fits; fails when the command ends or asks again before. */
  until(fits: (output: string) => boolean, refused?: () => Error): Promise<void> {
    const waiting = new Promise<void>((resolve, reject) => {
      const look = () => {
        if (fits(this.output)) resolve();
        else if (refused !== undefined && (this.#over || this.#asksAgain)) reject(refused());
        else if (this.#over) reject(this.#target.failure("switch_failed", targetText.switchEnded));
      };
      this.#changed = look;
      look();
    });
    return this.#target.within(waiting, this.#target.stepTimeout);
  }

  /** sudo would take whatever comes next for another password. */
  get #asksAgain(): boolean {
    return /try again|incorrect password|not in the sudoers|may not run|not allowed/i.test(
      this.errors.slice(-2000),
    );
  }
}
