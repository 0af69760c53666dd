import type { Language, Message } from "../../engine/i18n/index.ts";

/** A command that runs on one asset with nobody at it: the part of a host in a job. */
export interface UnattendedCommand {
  /** Whose rights it runs by, as they are when it runs. */
  readonly person: { readonly id: string; readonly name: string; readonly username: string };
  /** Where it was asked for from; rules look at it. */
  readonly remoteAddress: string;
  /** Of what the session says. */
  readonly language: Language;
  readonly assetId: string;
  /** Alias of the account, as permissions name it. */
  readonly account: string;
  /** `ssh`, or one of `statementProtocols`: then `line` is statements. */
  readonly protocol: string;
  /** What the person wrote: rules decide about it, and the record of commands shows it. */
  readonly command: string;
  /** The line that runs it on the target. */
  readonly line: string;
}

/** Where what a command reads goes. */
export interface UnattendedInput {
  /** Resolves when more is taken. */
  write(data: Buffer): Promise<void>;
  end(): void;
}

/** How such a command is followed. */
export interface UnattendedRun {
  /** Gives it up, also before it is connected. */
  readonly signal: AbortSignal;
  /** The session exists now. */
  began(sessionId: string): void;
  /** It runs now, and reads what is written here. Without it the command has nothing to read. */
  opened?(input: UnattendedInput): void;
  /** Output in UTF-8, in order; `isError`: of the program's second stream. */
  output(data: Buffer, isError: boolean): void;
}

/** What became of it. `message` is for people, `code` a stable word. */
export type UnattendedOutcome =
  /** It ran to its end; a signal counts as the status a shell gives it. */
  | { readonly state: "ran"; readonly code: number }
  /** The decision or a rule refused it, and it did not run. */
  | { readonly state: "refused"; readonly code: string; readonly message: Message }
  /** The target was not reached, or did not let the account in. */
  | { readonly state: "unreachable"; readonly code: string; readonly message: Message }
  /** It began and was ended: by somebody, by a limit, or because the connection broke. */
  | { readonly state: "ended"; readonly code: string; readonly message: Message };

/** What runs such commands: the gateway of this process. Never rejects for what people can read. */
export interface UnattendedRunner {
  run(command: UnattendedCommand, run: UnattendedRun): Promise<UnattendedOutcome>;
}
