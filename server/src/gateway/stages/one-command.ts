import { TargetFailure, withoutEscapes } from "../../transport/targets/index.ts";
import { type ReviewOutcome, sessionEnded } from "../command-filter/review-command.ts";
import type { SessionRules } from "../command-filter/session-rules.ts";
import { firstCharacters } from "../commands/command-in-progress.ts";
import { CommandLog } from "../commands/command-log.ts";
import type { SessionsPort } from "../ports.ts";
import type { SessionControls, Stage } from "../session-parts.ts";
import { text } from "../texts.ts";

/** What one command is decided by, and where it goes. */
interface OneCommandOptions {
  readonly sessions: Pick<SessionsPort, "storeCommands">;
  /** Encoding of the target's texts, by its label in the WHATWG standard. */
  readonly encoding: string;
  readonly rules: SessionRules;
  /** Whether it carries files, which are written down as such: the command is kept where a rule had a say, without output. */
  readonly carriesFiles?: boolean;
  /** Whether nobody is there who would wait for people to decide: what they would be asked about is refused. */
  readonly isUnattended?: boolean;
}

/** Bytes of output that are surely enough for what is kept of it. */
const enoughOutput = 4 * 1024;

/** A session that is one command: it is known exactly, as it was asked for, and decided about before the target is reached. */
export class OneCommand implements Stage {
  readonly #options: OneCommandOptions;
  readonly #command: string;
  #log: CommandLog | null = null;
  #output: Buffer[] = [];
  #size = 0;
  #at = 0;
  #riskLevel = 0;

  constructor(options: OneCommandOptions, command: string) {
    this.#options = options;
    this.#command = command;
  }

  async start(session: SessionControls): Promise<void> {
    this.#log = new CommandLog({
      sessionId: session.id,
      sessions: this.#options.sessions,
      onPressure: () => undefined,
      onDue: () => this.#tell(),
    });
    const { rules } = this.#options;
    await rules.start(session);
    const { runs, riskLevel, message } = await this.#decide(session);
    this.#riskLevel = riskLevel;
    if (runs) {
      if (message !== null) session.print(message);
      return;
    }
    this.#at = Date.now();
    this.#tell();
    throw new TargetFailure("command_refused", message ?? text.internal);
  }

  /** Whether it runs; nothing is connected until then, also while people decide. */
  async #decide(session: SessionControls): Promise<ReviewOutcome> {
    const { rules } = this.#options;
    const command = this.#command;
    const readings = [{ text: command, isReadable: true }];
    const decision = rules.decide(readings);
    if (decision?.action !== "review") return rules.announce(command, decision, session.id);
    if (this.#options.isUnattended === true) return rules.refuseUnasked(command, decision, session.id);
    const leave = new AbortController();
    void session.ended.then(() => leave.abort(sessionEnded));
    return rules.review(session, { command, rule: decision.rule, readings }, leave.signal);
  }

  connected(): void {
    this.#at = Date.now();
  }

  output(data: Buffer): void {
    if (this.#size >= enoughOutput || this.#options.carriesFiles === true) return;
    this.#output.push(data.subarray(0, enoughOutput));
    this.#size += data.length;
  }

  async close(): Promise<void> {
    this.#tell();
    await this.#log?.close();
  }

  /** Tells it once: with what was put out until then, and never when it was not run. */
  #tell(): void {
    if (this.#at === 0 || (this.#options.carriesFiles === true && this.#riskLevel === 0)) return;
    const output = new TextDecoder(this.#options.encoding).decode(Buffer.concat(this.#output));
    const told = {
      input: firstCharacters(this.#command, 2048),
      output: firstCharacters(withoutEscapes(output).trimEnd(), 1024),
      source: "exact",
      at: this.#at,
    } as const;
    this.#log?.add(told, this.#riskLevel);
    this.#at = 0;
    this.#output = [];
    this.#size = enoughOutput;
  }
}
