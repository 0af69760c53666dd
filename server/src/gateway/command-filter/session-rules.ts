import { type Message, withParameters } from "../../engine/i18n/index.ts";
import { log } from "../../engine/log.ts";
import {
  CommandDecider,
  type CommandDecision,
  type LineReading,
} from "../../transport/command-rules/index.ts";
import type { CommandRulesPort, ConnectionGrant, GatewayPrincipal } from "../ports.ts";
import type { SessionControls } from "../session-parts.ts";
import { text } from "../texts.ts";

/** What the rules of a session are asked by. */
export interface SessionRulesOptions {
  readonly port: CommandRulesPort;
  readonly principal: GatewayPrincipal;
  readonly grant: ConnectionGrant;
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
   * Tells those who want to know what was decided.
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
    const shown = command.length > 200 ? `${command.slice(0, 199)}…` : command;
    this.#options.port.alert(sessionId, { command, riskLevel, rule }).catch((error: unknown) => {
      log.warn({ err: error, session: sessionId }, "nobody could be told of a command");
    });
    return { runs, riskLevel, message: withParameters(messageOf(decision), { command: shown }) };
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
    this.#decider = new CommandDecider(await port.load(principal, grant));
  }
}

function messageOf({ action, group }: CommandDecision) {
  if (action === "warning") return text.commandWatched;
  // Nobody is there yet who could be asked.
  if (action === "review") return text.commandNeedsReview;
  return group === null ? text.commandUnreadable : text.commandForbidden;
}
