import { type Message, withParameters } from "../../engine/i18n/index.ts";
import { log } from "../../engine/log.ts";
import {
  CommandDecider,
  type CommandDecision,
  type LineReading,
} from "../../transport/command-rules/index.ts";
import type { CommandAlert, CommandRulesPort, ConnectionGrant, GatewayPrincipal } from "../ports.ts";
import type { SessionControls } from "../session-parts.ts";
import { text } from "../texts.ts";
import {
  type HeldCommand,
  type ReviewedSession,
  type ReviewOutcome,
  reviewCommand,
  shortened,
} from "./review-command.ts";

/** What the rules of a session are asked by. */
export interface SessionRulesOptions {
  readonly port: CommandRulesPort;
  readonly principal: GatewayPrincipal;
  readonly grant: ConnectionGrant;
  /** Whether the session may go on, as things stand now: asked before what people approved is run. */
  mayGoOn(): Promise<boolean>;
}

/** A line that waits for people, as each text it may be. */
export interface HeldLine extends HeldCommand {
  readonly readings: readonly LineReading[];
}

/** How long changes are gathered before the rules are read again, and before a failed reading is repeated, in milliseconds. */
const settling = 200;
const again = 5000;

/**
 * The rules about commands that fit one session, as things stand: read at its start, and again when rules change. While
 * they cannot be read again the last ones hold.
 */
export class SessionRules {
  readonly #options: SessionRulesOptions;
  #decider = new CommandDecider([]);
  #leave: () => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;
  #sessionId = "";
  #started: Promise<void> | null = null;
  /** Readings so far, and which of them the decider is from. */
  #asked = 0;
  #answered = 0;

  constructor(options: SessionRulesOptions) {
    this.#options = options;
  }

  /** Whether no rule fits the session. */
  get isEmpty(): boolean {
    return this.#decider.isEmpty;
  }

  /** Reads the rules, once. A rejection refuses the session. */
  start(session: Pick<SessionControls, "id">): Promise<void> {
    if (this.#started !== null) return this.#started;
    this.#sessionId = session.id;
    // Listened to first: what changes meanwhile is read again.
    this.#leave = this.#options.port.onChanged(() => this.#readSoon(settling));
    this.#started = this.#read();
    return this.#started;
  }

  close(): void {
    this.#leave();
    clearTimeout(this.#timer);
    this.#leave = () => undefined;
  }

  /** The rule that decides about a line that is one of these texts. */
  decide(readings: readonly LineReading[]): CommandDecision | null {
    return this.#decider.decide(readings);
  }

  /**
   * Tells those who want to know what was decided, by a rule that asks nobody.
   *
   * @returns whether the command runs, its risk level, and what the person is to be told
   */
  announce(
    command: string,
    decision: CommandDecision | null,
    sessionId: string,
  ): { readonly runs: boolean; readonly riskLevel: 0 | 4 | 5; readonly message: Message | null } {
    if (decision === null || decision.action === "accept") return { runs: true, riskLevel: 0, message: null };
    const { action, rule } = decision;
    const runs = action === "warning";
    const riskLevel = runs ? 4 : 5;
    this.#alert(sessionId, { command, riskLevel, rule });
    return { runs, riskLevel, message: withParameters(messageOf(decision), { command: shortened(command) }) };
  }

  /** Refuses a command that people would decide about, where nobody waits for them; whoever watches the rule is told. */
  refuseUnasked(command: string, { rule }: CommandDecision, sessionId: string): ReviewOutcome {
    this.#alert(sessionId, { command, riskLevel: 5, rule });
    const message = withParameters(text.commandUnattended, { command: shortened(command) });
    return { runs: false, riskLevel: 5, message };
  }

  /**
   * Has people decide about a line that a rule wants reviewed, and waits for them, or until `signal` aborts: with
   * `sessionEnded` as its reason where nobody is there any more. The rules that hold by then are asked once more. Never
   * rejects.
   *
   * @returns whether the command runs, its risk level, and what the person is to be told
   */
  async review(session: ReviewedSession, line: HeldLine, signal: AbortSignal): Promise<ReviewOutcome> {
    const { command, rule, readings } = line;
    const outcome = await reviewCommand(this.#options, session, line, signal);
    const now = outcome.runs ? this.decide(readings) : null;
    if (now?.action === "reject") return this.announce(command, now, session.id);
    if (outcome.riskLevel === 6) this.#alert(session.id, { command, riskLevel: 6, rule });
    return outcome;
  }

  #alert(sessionId: string, alert: CommandAlert): void {
    this.#options.port.alert(sessionId, alert).catch((error: unknown) => {
      log.warn({ err: error, session: sessionId }, "nobody could be told of a command");
    });
  }

  #readSoon(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#read().catch((error: unknown) => {
        log.warn({ err: error, session: this.#sessionId }, "command rules could not be read again");
        this.#readSoon(again);
      });
    }, delay).unref();
  }

  async #read(): Promise<void> {
    const { port, principal, grant } = this.#options;
    this.#asked += 1;
    const turn = this.#asked;
    const decider = await CommandDecider.prepare(await port.load(principal, grant));
    // What was asked for later may be there first.
    if (turn < this.#answered) return;
    this.#answered = turn;
    this.#decider = decider;
  }
}

function messageOf({ action, group }: CommandDecision) {
  if (action === "warning") return text.commandWatched;
  return group === null ? text.commandUnreadable : text.commandForbidden;
}
