import { rm } from "node:fs/promises";
import { type OpenSshServer, startOpenSsh } from "../../engine/testing/openssh.ts";
import { TerminalClient } from "../../engine/testing/terminal-client.ts";
import type { CommandRule } from "../../transport/command-rules/index.ts";
import { evasionCorpus } from "./evasion-corpus.ts";
import type { CorpusShell, EvasionForm } from "./evasion-form.ts";
import { makeTrialFolder, type TrialChannel, type TrialResult, tryForms } from "./evasion-run.ts";
import { type GatewayHarness, grantFor, startHarness } from "./harness.ts";
import { reviewRule } from "./memory-reviews.ts";
import { WatchedTerminal } from "./watched-terminal.ts";

const rule: CommandRule = {
  id: "44444444-4444-4444-8444-444444444444",
  name: "No zap",
  priority: 50,
  action: "reject",
  reviewers: [],
  onlyReadable: false,
  groups: [{ id: "g", name: "Zap", type: "command", content: "zap", ignoreCase: true }],
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

  /** What people were asked about so far. */
  get asked(): readonly { readonly state: string }[] {
    return this.#harness.areas.commandReviews.asked;
  }

  /** Tries all forms of a shell in one session of the browser's terminal, where a rule refuses `zap` or holds it. */
  run(
    shell: CorpusShell,
    { action = "reject" as "reject" | "review", forms = evasionCorpus as readonly EvasionForm[] } = {},
  ): Promise<TrialResult> {
    const { areas } = this.#harness;
    const channel: TrialChannel = {
      open: () =>
        TerminalClient.session(this.#harness.clientFor(grantFor(this.#sshd)), { cols: 120, rows: 40 }),
      forbid: (isForbidden) => {
        const rules = action === "review" ? [reviewRule("zap")] : [rule];
        areas.commandRules = () => (isForbidden ? rules : []);
        areas.commandRulesChanged();
      },
    };
    return tryForms(channel, { folder: this.#folder, shell, forms });
  }

  /** How long keys take until they are shown, in milliseconds, with a rule or without any. */
  async echo(hasRule: boolean, keys = 200): Promise<number[]> {
    this.#harness.areas.commandRules = () => (hasRule ? [rule] : []);
    const client = await TerminalClient.session(this.#harness.clientFor(grantFor(this.#sshd)));
    await new WatchedTerminal(client).see(/[$#] $/);
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
    const terminal = new WatchedTerminal(client);
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
}

/** Starts a server with a program that must not be run, and a gateway. */
export async function startTrial(): Promise<EvasionTrial> {
  const folder = await makeTrialFolder();
  const sshd = await startOpenSsh();
  return new EvasionTrial(sshd, await startHarness(), folder);
}
