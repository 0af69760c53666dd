import type { TerminalSize } from "@sallyport/contract/messages/terminal";
import type { Message } from "../engine/i18n/index.ts";
import type { FileExchange } from "./files/zmodem/exchange.ts";
import type { Direction } from "./files/zmodem/transfer-records.ts";
import type { ShareNews } from "./share-room.ts";

/** Why a session ended; a stable word, stored with the session. */
export type EndReason =
  | "target_closed"
  | "connection_lost"
  | "target_misbehaved"
  | "client_closed"
  | "terminated"
  | "idle"
  | "maximum_time"
  | "permission_expired"
  | "permission_revoked"
  | "sign_in_ended"
  | "recording_failed"
  | "command_refused"
  | "shutdown"
  | "internal";

/** What the parts of a session may do to it. */
export interface SessionControls {
  readonly id: string;
  /** Settles when the session ends; never rejects. */
  readonly ended: Promise<unknown>;
  /** Who typed last, where it was somebody else than the session's person; else empty. */
  readonly typist: string;
  /** Holds the target's output back under a name, or lets it go. */
  hold(name: string, hold: boolean): void;
  /** Shows a line of the gateway itself to the person and records it. */
  print(message: Message): void;
  /** Sends input on behind a stage that had kept it, unless a stage before it drops input now. */
  passOn(behind: Stage, data: Buffer): void;
  /**
   * Sends bytes to the target that nobody typed, past all stages and as they are; after false `drained` is called when
   * the target takes more.
   */
  sendPast(data: Buffer, drained: () => void): boolean;
  /** Shows the person bytes of the target as they are, past all stages. */
  showPast(data: Buffer): void;
  /** Gives output to the stages that the person was shown already. */
  noteOutput(data: Buffer): void;
  /** Whether a stage drops input now, whatever it is: the session is locked. */
  dropsInput(): boolean;
  /** Settles as soon as no stage drops input; never rejects, and not where the session ends before. */
  takesInput(): Promise<void>;
  /** A stage that dropped input takes it again. */
  inputTaken(): void;
  /** Ends the session; the message is shown first. The first call wins. */
  end(reason: EndReason, message?: Message): void;
}

/**
 * One thing done to the bytes of a session. Stages are in a row; input passes them from the client to the
 * target, output the other way. Calls are synchronous, so that a keystroke never waits for a turn of the loop.
 */
export interface Stage {
  /** Before the target is connected. A rejection refuses the session. */
  start?(session: SessionControls): void | Promise<void>;
  /** The target accepted the sign-in. */
  connected?(): void;
  /** Input of the person; returns what continues, or null to drop it. */
  input?(data: Buffer): Buffer | null;
  /** Whether some of the input is kept, to be passed on later. */
  keepsInput?(): boolean;
  /** The person has nothing more to send. */
  inputEnds?(): void;
  /** Whether input is dropped now, whatever it is. A stage that stops dropping it tells the session. */
  dropsInput?(): boolean;
  /** Output of the target before `output` of any stage; returns what continues, or null for nothing. */
  takeOutput?(data: Buffer): Buffer | null;
  /** Output of the target, raw; `isError`: of the program's second stream. */
  output?(data: Buffer, isError: boolean): void;
  /** How the program ended. */
  exited?(exit: ProgramExit): void;
  /** Text of the gateway itself. */
  message?(data: Buffer): void;
  resize?(size: TerminalSize): void;
  /** The session has ended; waited for before it counts as finished. */
  close?(): void | Promise<void>;
}

/** Events of a target for its session. */
export interface TargetEvents {
  /** `isError`: of its second stream, where a program has one. */
  output(data: Buffer, isError?: boolean): void;
  /** How the program of the target ended, before `ended`; not told where the connection broke. */
  exited?(exit: ProgramExit): void;
  /** The target takes input again after `write` returned false. */
  drained(): void;
  /** The connection is over; all output was given before. */
  ended(reason: EndReason, message: Message): void;
}

/** How a program on a target ended. */
export type ProgramExit =
  | { readonly code: number }
  /** `signal` without `SIG`, e.g. `TERM`. */
  | { readonly signal: string; readonly coreDumped: boolean; readonly message: string };

/** The far end of a session: an SSH shell now, other protocols later. */
export interface TargetAdapter {
  /**
   * Connects and signs in.
   *
   * @throws TargetFailure when that is not possible
   */
  connect(size: TerminalSize, events: TargetEvents): Promise<void>;
  /** Sends input; false asks for a pause until `drained`. */
  write(data: Buffer): boolean;
  /** The person has nothing more to send. */
  endInput?(): void;
  /** Nobody reads the output any more: the program is to find it closed. */
  endOutput?(): void;
  /** Sends a signal, its name without `SIG`, where the target can. */
  signal?(name: string): void;
  resize(size: TerminalSize): void;
  pause(): void;
  resume(): void;
  /** Gives the connection up, also while connecting. Safe to repeat. */
  close(): void;
}

/** The near end of a session: a browser terminal, or a channel of an SSH client. */
export interface ClientAdapter {
  /**
   * Bytes for the person's screen; `isError`: of the program's second stream. The adapter holds the session when it
   * cannot keep up.
   */
  output(data: Buffer, isError?: boolean): void;
  /** How the program ended; absent where nobody wants to know. */
  exited?(exit: ProgramExit): void;
  /** A line of the gateway itself, where it must not get among the output; absent: it is output like any other. */
  notice?(line: string): void;
  /** The target takes input again. */
  inputDrained(): void;
  /** The session was locked or unlocked by somebody; `reason` is empty where they did not say why. */
  paused(by: string, reason: string): void;
  resumed(by: string): void;
  /** Where the person is asked about files that pass over ZMODEM; null or absent: their terminal may speak it itself. */
  exchange?(direction: Direction): FileExchange | null;
  /** A transfer that their terminal may take part in begins or is over; absent where it needs no telling. */
  transferring?(isRunning: boolean): void;
  /** Others joined the session, left it, or may do something else now; absent where nobody is shown that. */
  shared?(news: ShareNews): void;
}
