import { chmod, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { bourne } from "./evasion-corpus.ts";
import type { CorpusShell, EvasionForm } from "./evasion-form.ts";
import { type WatchableTerminal, WatchedTerminal } from "./watched-terminal.ts";

/** What came of the forms in one shell. */
export interface TrialResult {
  readonly tried: number;
  /** Forms that are claimed readable and ran the command all the same. */
  readonly passed: readonly string[];
  /** Forms that are claimed readable and were refused nothing. */
  readonly unseen: readonly string[];
  /** Forms nothing is claimed of, and those of them that ran the command. */
  readonly unclaimed: number;
  readonly unclaimedRun: readonly string[];
}

/** What is shown where a rule refuses a line, or holds it for people. */
const isStopped = /is forbidden|Press Ctrl-C to cancel/;

/** A way into a session, and the rule that forbids `zap` there, or has people asked about it. */
export interface TrialChannel {
  /** Opens a session of 120 columns and 40 rows. */
  open(): Promise<WatchableTerminal & { close(): Promise<unknown> }>;
  /** Makes the rule, or takes it away; sessions that are open follow it soon. */
  forbid(isForbidden: boolean): Promise<void> | void;
}

/** What is tried. */
export interface TrialOptions {
  /** Where the programs are. */
  readonly folder: string;
  readonly shell: CorpusShell;
  readonly forms: readonly EvasionForm[];
}

const starts: Readonly<Record<CorpusShell, string>> = {
  bash: "exec bash --norc --noprofile -i",
  zsh: "exec zsh -f -i",
  dash: "exec dash -i",
  fish: "exec fish -i -C 'set -g fish_greeting; function fish_prompt; printf \"go\\$ \"; end; set -g fish_autosuggestion_enabled 0'",
};

/** Keys that bring back an empty line, and show the prompt: fish shows nothing where the line is empty already. */
const toEmptyLine: Readonly<Record<CorpusShell, string>> = {
  bash: "\u0003",
  zsh: "\u0003",
  dash: "\u0003",
  fish: "\u0003\f",
};

/** Makes a folder for everybody, with programs that must not be run and a log of those that were. */
export async function makeTrialFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "evasion-"));
  await chmod(folder, 0o777);
  const log = path.join(folder, "log");
  for (const name of ["zap", "zap-long-name", "hidden-script"]) {
    const script = `#!/bin/sh\necho "${name} $*" >> ${log}\n`;
    await writeFile(path.join(folder, name), script, { mode: 0o755 });
  }
  await writeFile(log, "", { mode: 0o666 });
  await chmod(log, 0o666);
  await mkdir(path.join(folder, "empty"));
  // fish takes its history from here alone, and reads no manual pages where their completions are.
  const data = path.join(folder, "fish/fish");
  await mkdir(path.join(data, "generated_completions"), { recursive: true });
  const past = ["zap earlier", "zap recalled"].map((line, at) => `- cmd: ${line}\n  when: ${at + 1}\n`);
  await writeFile(path.join(data, "fish_history"), past.join(""));
  for (const each of [path.dirname(data), data]) await chmod(each, 0o777);
  await chmod(path.join(data, "fish_history"), 0o666);
  return folder;
}

/** Tries all forms of a shell in one session. */
export const tryForms = (channel: TrialChannel, options: TrialOptions): Promise<TrialResult> =>
  new EvasionRun(channel, options.folder).run(options);

class EvasionRun {
  readonly #channel: TrialChannel;
  readonly #folder: string;

  constructor(channel: TrialChannel, folder: string) {
    this.#channel = channel;
    this.#folder = folder;
  }

  async run({ shell, forms }: TrialOptions): Promise<TrialResult> {
    await this.#channel.forbid(false);
    const client = await this.#channel.open();
    const terminal = new WatchedTerminal(client);
    const result = { tried: 0, passed: [], unseen: [], unclaimed: 0, unclaimedRun: [] } as {
      -readonly [Name in keyof TrialResult]: TrialResult[Name] extends readonly string[] ? string[] : number;
    };
    try {
      await this.#prepare(terminal, shell);
      for (const form of forms) {
        if (!(form.shells ?? bourne).includes(shell)) continue;
        result.tried += 1;
        const { ran, isRefused } = await this.#try(terminal, shell, form);
        if (!form.isReadable) {
          result.unclaimed += 1;
          if (ran) result.unclaimedRun.push(form.name);
        } else if (ran) result.passed.push(form.name);
        else if (!isRefused) result.unseen.push(form.name);
      }
    } finally {
      await client.close();
    }
    return result;
  }

  /** Starts the shell with a history, and then makes the rule. */
  async #prepare(terminal: WatchedTerminal, shell: CorpusShell): Promise<void> {
    const env = `PATH=${this.#folder}:$PATH HISTFILE=${this.#folder}/history HISTSIZE=1000 SAVEHIST=0 PS1='go$ ' HISTCONTROL=ignorespace XDG_CONFIG_HOME=${this.#folder}/fish XDG_DATA_HOME=${this.#folder}/fish`;
    terminal.type(`cd ${this.#folder}; export ${env}; ${starts[shell]}\r`);
    await terminal.see(/go\$ $/);
    const setUp: Readonly<Record<CorpusShell, string>> = {
      bash: " alias hidden-name=zap; history -s zap earlier; history -s zap recalled; again() { :; }",
      // The last line can be recalled there whatever it is: something has to be behind it.
      zsh: "setopt hist_ignore_space; alias hidden-name=zap; again() { print -s zap earlier; print -s zap recalled; }",
      dash: "alias hidden-name=zap; again() { :; }",
      fish: "alias hidden-name zap; function again; end",
    };
    terminal.begin();
    terminal.type(`${setUp[shell]}\r`);
    await terminal.see(/\n[\s\S]*go\$ $/);
    await this.#channel.forbid(true);
    // The rules are in force once one of them refuses something.
    for (;;) {
      terminal.begin();
      terminal.type(" true zap\r");
      const shown = await terminal.see(/is forbidden|\n[\s\S]*go\$ $|Press Ctrl-C to cancel/);
      if (isStopped.test(shown)) break;
    }
    await this.#sync(terminal, shell, "the rule");
  }

  async #try(
    terminal: WatchedTerminal,
    shell: CorpusShell,
    form: EvasionForm,
  ): Promise<{ ran: boolean; isRefused: boolean }> {
    const before = await this.#log();
    terminal.begin();
    for (const [at, keys] of form.keys.entries()) {
      terminal.type(keys);
      if (at < form.keys.length - 1) await terminal.more(400);
    }
    const isRefused = await terminal
      .see(new RegExp(`${isStopped.source}|waits for the next prompt`), form.isReadable ? 3000 : 300)
      .then(
        () => true,
        () => false,
      );
    if (isRefused) await terminal.see(isStopped, 3000).catch(() => undefined);
    await this.#sync(terminal, shell, `"${form.name}"`);
    return { ran: (await this.#log()) !== before, isRefused };
  }

  /** Brings the shell back to an empty line, after what was tried. */
  async #sync(terminal: WatchedTerminal, shell: CorpusShell, tried: string): Promise<void> {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      terminal.begin();
      terminal.type(toEmptyLine[shell]);
      await terminal.see(/go\$ $/, 1500).catch(() => undefined);
      const mark = `ok${Math.floor(Math.random() * 1e9)}`;
      terminal.begin();
      terminal.type(` echo ${mark.slice(0, 4)}''${mark.slice(4)}; again\r`);
      const isThere = await terminal.see(new RegExp(`${mark}[\\s\\S]*go\\$ $`), 2000).then(
        () => true,
        () => false,
      );
      if (isThere) return;
    }
    throw new Error(
      `the shell does not come back after ${tried}: ${JSON.stringify(terminal.shown.slice(-600))}`,
    );
  }

  async #log(): Promise<string> {
    return readFile(path.join(this.#folder, "log"), "utf8").catch(() => "");
  }
}
