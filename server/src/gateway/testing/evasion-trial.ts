import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type OpenSshServer, startOpenSsh } from "../../engine/testing/openssh.ts";
import { TerminalClient } from "../../engine/testing/terminal-client.ts";
import type { CommandRule } from "../../transport/command-rules/index.ts";
import { type CorpusShell, type EvasionForm, evasionCorpus } from "./evasion-corpus.ts";
import { type GatewayHarness, grantFor, startHarness } from "./harness.ts";

const rule: CommandRule = {
  id: "44444444-4444-4444-8444-444444444444",
  name: "No zap",
  priority: 50,
  action: "reject",
  reviewers: [],
  onlyReadable: false,
  groups: [{ id: "g", name: "Zap", type: "command", content: "zap", ignoreCase: true }],
};

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

const starts: Readonly<Record<CorpusShell, string>> = {
  bash: "exec bash --norc --noprofile -i",
  zsh: "exec zsh -f -i",
  dash: "exec dash -i",
};

/** Tries the forms of the corpus in real shells, through a gateway and a real OpenSSH server. */
export class EvasionTrial {
  readonly #sshd: OpenSshServer;
  readonly #harness: GatewayHarness;
  readonly #folder: string;

  constructor(sshd: OpenSshServer, harness: GatewayHarness, folder: string) {
    this.#sshd = sshd;
    this.#harness = harness;
    this.#folder = folder;
  }

  /** Tries all forms of a shell in one session. */
  async run(shell: CorpusShell, forms: readonly EvasionForm[] = evasionCorpus): Promise<TrialResult> {
    const { areas } = this.#harness;
    areas.commandRules = () => [];
    const client = await TerminalClient.session(this.#harness.clientFor(grantFor(this.#sshd)), {
      cols: 120,
      rows: 40,
    });
    const terminal = new Watched(client);
    const result = { tried: 0, passed: [], unseen: [], unclaimed: 0, unclaimedRun: [] } as {
      -readonly [Name in keyof TrialResult]: TrialResult[Name] extends readonly string[] ? string[] : number;
    };
    try {
      await this.#prepare(terminal, shell);
      for (const form of forms) {
        if (form.shells !== undefined && !form.shells.includes(shell)) continue;
        result.tried += 1;
        const { ran, isRefused } = await this.#try(terminal, form);
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

  /** How long keys take until they are shown, in milliseconds, with a rule or without any. */
  async echo(hasRule: boolean, keys = 200): Promise<number[]> {
    this.#harness.areas.commandRules = () => (hasRule ? [rule] : []);
    const client = await TerminalClient.session(this.#harness.clientFor(grantFor(this.#sshd)));
    await new Watched(client).see(/[$#] $/);
    const times: number[] = [];
    for (let key = 0; key < keys; key += 1) {
      const before = client.received;
      const began = performance.now();
      // A line of one character, over and over.
      client.type(key % 2 === 0 ? "x" : "\u007f");
      while (client.received === before) await new Promise((resolve) => setImmediate(resolve));
      times.push(performance.now() - began);
    }
    await client.close();
    return times;
  }

  /** Opens a session while nobody can say which rules there are. */
  async withoutRules(): Promise<void> {
    const { areas } = this.#harness;
    areas.commandRules = () => {
      throw new Error("the rules are away");
    };
    const client = await TerminalClient.session(this.#harness.clientFor(grantFor(this.#sshd)));
    await client.close();
  }

  /** Runs a watched command, and one that cannot be read where only those are allowed that can. */
  async watch(): Promise<{
    shown: string;
    levels: readonly (readonly [string, number])[];
    alerts: readonly number[];
  }> {
    const { areas } = this.#harness;
    const groups = [{ ...(rule.groups[0] as (typeof rule.groups)[number]), content: "echo watched" }];
    areas.commandRules = () => [
      { ...rule, id: "watch", action: "warning", groups },
      { ...rule, id: "readable", groups: [], onlyReadable: true },
    ];
    areas.commandAlerts.length = 0;
    const client = await TerminalClient.session(this.#harness.clientFor(grantFor(this.#sshd)));
    const terminal = new Watched(client);
    await terminal.see(/[$#] $/);
    terminal.type("echo watched\r");
    await terminal.see(/\nwatched\r\n[\s\S]*[$#] $/);
    terminal.type("$SHELL x\r");
    await terminal.see(/that can be read/);
    const shown = client.transcript.toString("utf8");
    await client.close();
    const { commands } = await areas.ended(client.sessionId);
    return {
      shown,
      levels: commands.map(({ input, riskLevel }) => [input, riskLevel] as const),
      alerts: areas.commandAlerts.map(({ riskLevel }) => riskLevel),
    };
  }

  async close(): Promise<void> {
    await this.#harness.close();
    await this.#sshd.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Starts the shell with a history, and then makes the rule. */
  async #prepare(terminal: Watched, shell: CorpusShell): Promise<void> {
    const { areas } = this.#harness;
    const env = `PATH=${this.#folder}:$PATH HISTFILE=${this.#folder}/history HISTSIZE=1000 SAVEHIST=0 PS1='go$ ' HISTCONTROL=ignorespace`;
    terminal.type(`cd ${this.#folder}; export ${env}; ${starts[shell]}\r`);
    await terminal.see(/go\$ $/);
    const setUp: Readonly<Record<CorpusShell, string>> = {
      bash: " alias hidden-name=zap; history -s zap earlier; history -s zap recalled; again() { :; }",
      // The last line can be recalled there whatever it is: something has to be behind it.
      zsh: "setopt hist_ignore_space; alias hidden-name=zap; again() { print -s zap earlier; print -s zap recalled; }",
      dash: "alias hidden-name=zap; again() { :; }",
    };
    terminal.begin();
    terminal.type(`${setUp[shell]}\r`);
    await terminal.see(/\n[\s\S]*go\$ $/);
    areas.commandRules = () => [rule];
    areas.commandRulesChanged();
    // The rules are in force once one of them refuses something.
    for (;;) {
      terminal.begin();
      terminal.type(" true zap\r");
      const shown = await terminal.see(/(?:forbidden|\n)[\s\S]*go\$ $/);
      if (shown.includes("forbidden")) break;
    }
    await this.#sync(terminal);
  }

  async #try(terminal: Watched, form: EvasionForm): Promise<{ ran: boolean; isRefused: boolean }> {
    const before = await this.#log();
    terminal.begin();
    for (const [at, keys] of form.keys.entries()) {
      terminal.type(keys);
      if (at < form.keys.length - 1) await terminal.more(400);
    }
    const isRefused = await terminal
      .see(/is forbidden|waits for the next prompt/, form.isReadable ? 3000 : 300)
      .then(
        () => true,
        () => false,
      );
    if (isRefused) await terminal.see(/is forbidden/, 3000).catch(() => undefined);
    await this.#sync(terminal);
    return { ran: (await this.#log()) !== before, isRefused };
  }

  /** Brings the shell back to an empty line. */
  async #sync(terminal: Watched): Promise<void> {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      terminal.begin();
      terminal.type("\u0003");
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
    throw new Error(`the shell does not come back: ${JSON.stringify(terminal.shown.slice(-600))}`);
  }

  async #log(): Promise<string> {
    return readFile(path.join(this.#folder, "log"), "utf8").catch(() => "");
  }
}

/** A terminal with what it has shown since a moment. */
class Watched {
  readonly #client: TerminalClient;
  #from = 0;

  constructor(client: TerminalClient) {
    this.#client = client;
  }

  get shown(): string {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
    const escapes = /\u001b\[[?\d;]*[A-Za-z]|\u001b[=>]|\r(?!\n)/g;
    return this.#client.transcript.subarray(this.#from).toString("utf8").replace(escapes, "");
  }

  begin(): void {
    this.#from = this.#client.transcript.length;
  }

  type(keys: string): void {
    this.#client.type(keys);
  }

  /** Waits until anything more is shown, or for some time. */
  async more(timeout: number): Promise<void> {
    const before = this.#client.received;
    await this.#until(() => this.#client.received > before, timeout).catch(() => undefined);
  }

  async see(pattern: RegExp, timeout = 10_000): Promise<string> {
    await this.#until(() => pattern.test(this.shown), timeout);
    return this.shown;
  }

  async #until(isThere: () => boolean, timeout: number): Promise<void> {
    const end = Date.now() + timeout;
    while (!isThere()) {
      if (Date.now() > end) throw new Error(`not seen: ${JSON.stringify(this.shown.slice(-600))}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

/** Starts a server with a program that must not be run, and a gateway. */
export async function startTrial(): Promise<EvasionTrial> {
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
  const sshd = await startOpenSsh();
  return new EvasionTrial(sshd, await startHarness(), folder);
}
